// Every page of the console: its name in the address, its title, and the key that leads to it.

import { Journal } from './pages/journal.js';
import { Overview } from './pages/overview.js';
import { Playground } from './pages/playground.js';
import { Setup } from './pages/setup.js';

export const PAGES = [
  { name: 'overview', title: 'Overview', key: 'o', page: Overview },
  { name: 'journal', title: 'Journal', key: 'j', page: Journal },
  { name: 'playground', title: 'Playground', key: 'p', page: Playground },
  { name: 'setup', title: 'Setup', key: 's', page: Setup },
];
