// A form made from a tool's schema; the same for every tool of every service.

import { html } from '../html.js';
import { Field } from './basics.js';

/** One control for each field; `typed` is what they hold, `change(name, text)` what they tell. */
export function ToolForm({ fields, typed, change, id }) {
  if (!fields.length) return html`<p class="dim">This tool takes no arguments.</p>`;
  return fields.map((field) => html`<${Field} key=${field.name} id=${`${id}-${field.name}`} required=${field.required}
      label=${html`<code>${field.name}</code>`} hint=${hintOf(field)}>
    <${Control} field=${field} id=${`${id}-${field.name}`} text=${typed[field.name] ?? ''}
      change=${(event) => change(field.name, event.currentTarget.value)} />
  <//>`);
}

function hintOf(field) {
  const extra = [];
  if (field.control === 'lines') extra.push('one a line');
  if (field.control === 'json') extra.push('as JSON');
  if (field.fallback !== undefined && field.fallback !== null) extra.push(`${JSON.stringify(field.fallback)} if left empty`);
  const more = extra.length ? `(${extra.join(', ')})` : '';
  return `${field.hint} ${more}`.trim();
}

function Control({ field, id, text, change }) {
  const common = { id, 'aria-describedby': `${id}-hint`, value: text, onInput: change };
  if (field.control === 'choice') {
    return html`<select ...${common}>
      <option value="">${field.required ? 'choose' : 'left empty'}</option>
      ${field.choices.map((choice) => html`<option key=${choice} value=${String(choice)}>${String(choice)}</option>`)}
    </select>`;
  }
  if (field.control === 'number') {
    const step = field.whole ? 1 : 'any';
    return html`<input type="number" step=${step} min=${field.minimum} max=${field.maximum} ...${common} />`;
  }
  const rows = field.control === 'text' ? 1 : 3;
  const isCode = field.control === 'json';
  return html`<textarea rows=${rows} spellcheck=${!isCode} class=${isCode ? 'mono' : ''} ...${common}></textarea>`;
}
