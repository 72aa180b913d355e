// One event on one line, the same in every list.

import { html } from '../html.js';
import { gist, time } from './format.js';

/** Number, time, service, kind, and what it says. */
export function EventLine({ event }) {
  return html`<span class="event-line">
    <span class="seq">#${event.seq}</span>${' '}
    <time datetime=${event.at}>${time(event.at)}</time>${' '}
    <span class=${`service ${event.service}`}>${event.service}</span>${' '}
    <span class="kind">${event.kind}</span>${' '}
    <span class="gist">${gist(event.data)}</span>
  </span>`;
}
