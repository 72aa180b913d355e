// How long ago something was, moving on with the clock; one timer for the whole page.

import { signal } from '@preact/signals';
import { html } from '../html.js';
import { ago, time } from './format.js';

const EVERY = 5000;
const now = signal(Date.now());
setInterval(() => document.visibilityState === 'visible' && (now.value = Date.now()), EVERY);
document.addEventListener('visibilitychange', () => (now.value = Date.now()));

/** A time as a person says it; the exact one on request. */
export function Ago({ at }) {
  return html`<time datetime=${at} title=${time(at)}>${ago(at, Math.max(now.value, new Date(at).getTime()))}</time>`;
}
