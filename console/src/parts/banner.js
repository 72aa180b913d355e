// Says that the server is gone, and that it is back; quiet otherwise.

import { effect, signal } from '@preact/signals';
import { html } from '../html.js';
import { link } from '../state/session.js';

const back = signal(false);
let before = link.peek();

effect(() => {
  const now = link.value;
  if (before === 'lost' && now === 'live') {
    back.value = true;
    setTimeout(() => (back.value = false), 4000);
  }
  before = now;
});

/** The line above the page. */
export function Banner() {
  return html`<div class="banner" role="status">
    ${link.value === 'lost' && html`<p class="bad"><strong>The server does not answer.</strong> What you see is what it said last; the console comes back by itself.</p>`}
    ${link.value === 'live' && back.value && html`<p class="good"><strong>The server is back.</strong> Nothing was missed.</p>`}
  </div>`;
}
