// A value as a tree that opens and closes. Long lists and texts show a part and say how much more
// there is, so that a large answer costs no more than what somebody looks at.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { many } from './format.js';

const STEP = 100;
const LONG_TEXT = 2000;

/** Any JSON value; objects deeper than `open` begin closed. */
export function Json({ value, open = 2 }) {
  return html`<div class="json"><${Value} value=${value} open=${open} /></div>`;
}

function Value({ value, open }) {
  if (value !== null && typeof value === 'object') return html`<${Branch} value=${value} open=${open} />`;
  if (typeof value === 'string') return html`<${Text} text=${value} />`;
  return html`<span class="json-other">${String(value)}</span>`;
}

function Text({ text }) {
  const all = useSignal(false);
  if (text.length <= LONG_TEXT || all.value) return html`<span class="json-text">${text}</span>`;
  return html`<span class="json-text">${text.slice(0, LONG_TEXT)}…</span>
    <button type="button" class="link" onClick=${() => (all.value = true)}>
      ${text.length - LONG_TEXT} more characters
    </button>`;
}

function Branch({ value, open }) {
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item, index) => [index, item]) : Object.entries(value);
  const isOpen = useSignal(open > 0);
  const most = useSignal(STEP);
  if (!entries.length) return html`<span class="json-other">${isList ? '[ ]' : '{ }'}</span>`;
  const size = many(entries.length, isList ? 'item' : 'field');
  const toggle = (event) => (isOpen.value = event.currentTarget.open);
  return html`<details open=${isOpen.value} onToggle=${toggle}>
    <summary>${size}</summary>
    ${isOpen.value && html`<ul>
      ${entries.slice(0, most.value).map(([key, inner]) => html`<li key=${key}>
        <span class="json-key">${key}</span> <${Value} value=${inner} open=${open - 1} />
      </li>`)}
      ${entries.length > most.value && html`<li>
        <button type="button" class="link" onClick=${() => (most.value += STEP)}>
          ${entries.length - most.value} more
        </button>
      </li>`}
    </ul>`}
  </details>`;
}
