#!/usr/bin/env node
// `npx @avatar-sdk/mcp-server --avatar NAME`: the program `avatar-mcp-server`.

import { fileURLToPath } from 'node:url';
import { become } from 'ensemble-mcp/become.mjs';

become('avatar-mcp-server', fileURLToPath(import.meta.url));
