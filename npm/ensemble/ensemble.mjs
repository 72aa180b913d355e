#!/usr/bin/env node
// `npx ensemble-mcp`: the program `ensemble`.

import { fileURLToPath } from 'node:url';
import { become } from './become.mjs';

become('ensemble', fileURLToPath(import.meta.url));
