// Who we are and whether the server answers: the token, the link, and the client that uses both.

import { signal } from '@preact/signals';
import { createClient } from '../mcp/client.js';
import { Lost, Refused } from '../mcp/errors.js';

const KEPT = 'ensemble.token';

/** `opening`, `live`, `lost` or `refused`. */
export const link = signal('opening');
/** Why the server refuses us, in its own words. */
export const refusal = signal('');
/** The token of this tab. */
export const token = signal(takeToken());

const bare = createClient({ token: () => token.value });

/** The client; what it learns of the link is noted. */
export const client = Object.fromEntries(
  Object.entries(bare).map(([name, run]) => [name, (...args) => noted(() => run(...args))]),
);

async function noted(run) {
  const used = token.peek();
  try {
    return await run();
  } catch (error) {
    // What comes back late for an earlier token says nothing of this one.
    if (token.peek() === used) note(error);
    throw error;
  }
}

/** Notes what an error says of the link. */
export function note(error) {
  if (error instanceof Refused && error.status === 401) {
    refusal.value = error.message;
    link.value = 'refused';
  } else if (error instanceof Lost && link.value !== 'refused') {
    link.value = 'lost';
  }
}

/** Uses another token from now on. */
export function signIn(text) {
  token.value = text.trim();
  sessionStorage.setItem(KEPT, token.value);
  refusal.value = '';
  link.value = 'opening';
}

/** Forgets the token of this tab. */
export function signOut() {
  sessionStorage.removeItem(KEPT);
  token.value = null;
  refusal.value = 'you signed out of this tab';
  link.value = 'refused';
}

/** The token stands in the fragment, which no server sees; it leaves the address bar at once. */
function takeToken() {
  const match = /^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);
  if (match) {
    sessionStorage.setItem(KEPT, decodeURIComponent(match[1]));
    history.replaceState(null, '', `${location.pathname}#${match[2] ?? '/'}`);
  }
  return sessionStorage.getItem(KEPT);
}
