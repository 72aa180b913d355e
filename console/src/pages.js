// Every page of the console: its name in the address, its title, the key that leads to it, and the
// service without which it is not offered.

import { Actors } from './pages/actors.js';
import { Approvals, Tally } from './pages/approvals.js';
import { Avatars } from './pages/avatars.js';
import { Home } from './pages/home.js';
import { Jobs } from './pages/jobs.js';
import { Journal } from './pages/journal.js';
import { Playground } from './pages/playground.js';
import { Reasoning } from './pages/reasoning.js';
import { Setup } from './pages/setup.js';
import { hasTool } from './state/services.js';

export const PAGES = [
  { name: 'home', title: 'Home', key: 'h', page: Home },
  { name: 'jobs', title: 'Jobs', key: 'b', page: Jobs, needs: ['orchestrator', 'run_instruction'] },
  { name: 'approvals', title: 'Approvals', key: 'a', page: Approvals, badge: Tally, needs: ['orchestrator', 'approve_job'] },
  { name: 'actors', title: 'Actors', key: 't', page: Actors, needs: ['theater', 'start_actor'] },
  { name: 'reasoning', title: 'Reasoning', key: 'r', page: Reasoning, needs: ['reasoner', 'session_query'] },
  { name: 'avatars', title: 'Avatars', key: 'v', page: Avatars, needs: ['avatar', 'generate_response'] },
  { name: 'journal', title: 'Journal', key: 'j', page: Journal },
  { name: 'playground', title: 'Playground', key: 'p', page: Playground },
  { name: 'setup', title: 'Setup', key: 's', page: Setup },
];

/** The pages this server has something to show on. */
export function offered() {
  return PAGES.filter((page) => !page.needs || hasTool(...page.needs));
}
