// Which page is open. The address's fragment says it, so a page can be linked and reloaded.

import { signal } from '@preact/signals';
// It takes the token out of the fragment before the fragment is read as a page.
import './session.js';

/** The parts of the path, such as `['playground', 'house', 'list_events']`. */
export const route = signal(read());

addEventListener('hashchange', () => (route.value = read()));

function read() {
  const path = location.hash.replace(/^#\/?/, '');
  const parts = path.split('/').filter(Boolean).map(decode);
  return parts.length ? parts : ['home'];
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The link to a page. */
export function href(...parts) {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Goes to a page. */
export function go(...parts) {
  location.hash = href(...parts);
}
