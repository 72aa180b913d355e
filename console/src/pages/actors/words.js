// What an event of an actor says, in few words. Pure functions.

import { gist } from '../../parts/format.js';

/** The kind of an event without the world it comes from. */
export function kindOf(event) {
  return event.type.replace(/^theater:simple\//, '');
}

/** What it holds, on one line. */
export function saidBy(event, most) {
  if (event.data === null || typeof event.data !== 'object') return gist(event.data, most);
  const { function: called, ...rest } = event.data;
  const name = called && called.replace(/^theater:simple\//, '');
  const more = Object.keys(rest).length ? gist(rest, most) : '';
  return [name, more].filter(Boolean).join(' ').slice(0, most);
}
