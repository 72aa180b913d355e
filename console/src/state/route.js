// Which page is open. The address's fragment says it, so a page can be linked and reloaded.

import { signal } from '@preact/signals';
// It takes the token out of the fragment before the fragment is read as a page.
import './session.js';

/** The parts of the path, such as `['playground', 'house', 'list_events']`. */
export const route = signal(read());

addEventListener('hashchange', () => (route.value = read()));

/** What stands behind the path, such as a filter; a change of it is no other page. */
export function query() {
  return new URLSearchParams(location.hash.split('?')[1] ?? '');
}

/** Writes what belongs behind the path into the address, so that it can be linked and reloaded. */
export function setQuery(values) {
  const kept = Object.entries(values).filter(([, value]) => value);
  const text = new URLSearchParams(kept).toString();
  const [path] = location.hash.split('?');
  history.replaceState(null, '', text ? `${path}?${text}` : path || '#/');
}

function read() {
  const [path] = location.hash.replace(/^#\/?/, '').split('?');
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
