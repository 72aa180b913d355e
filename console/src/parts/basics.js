// Small things every page is made of: headings, cards, badges, buttons, notices, copying.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';

/** A page's head: its title, one sentence, and what can be done. */
export function Head({ title, children, actions }) {
  return html`<header class="head">
    <div>
      <h1 tabindex="-1">${title}</h1>
      ${children && html`<p class="lead">${children}</p>`}
    </div>
    ${actions && html`<div class="actions">${actions}</div>`}
  </header>`;
}

/** A panel with a heading of its own. */
export function Card({ title, aside, children, ...rest }) {
  const { class: extra = '', ...others } = rest;
  return html`<section class=${`card ${extra}`} ...${others}>
    ${title && html`<div class="card-head"><h2>${title}</h2>${aside && html`<div class="aside">${aside}</div>`}</div>`}
    ${children}
  </section>`;
}

/** A word with a colour that repeats what the word says. */
export function Badge({ tone = 'plain', children }) {
  return html`<span class=${`badge ${tone}`}>${children}</span>`;
}

/** Names and values, one under the other. */
export function Facts({ rows }) {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  return html`<dl class="facts">
    ${shown.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** Something people should know; errors are read out at once. */
export function Notice({ tone = 'plain', title, children }) {
  const role = tone === 'bad' ? 'alert' : 'status';
  return html`<div class=${`notice ${tone}`} role=${role}>
    ${title && html`<strong>${title}</strong>`}
    <div>${children}</div>
  </div>`;
}

/** The server's words; what it puts in backticks is code. */
export function Words({ text }) {
  return String(text ?? '').split('`').map((part, index) => (index % 2 ? html`<code key=${index}>${part}</code>` : part));
}

/** An error in the words the server chose. */
export function Wrong({ error }) {
  if (!error) return null;
  const code = error.code && html`<code>${error.code}</code>`;
  return html`<${Notice} tone="bad" title="That did not work">
    <${Words} text=${error.message} /> ${code} ${error.hint && html`<div class="hint"><${Words} text=${error.hint} /></div>`}
  <//>`;
}

/** Nothing here yet, and what to do about it. */
export function Empty({ title, children }) {
  return html`<div class="empty"><strong>${title}</strong>${children && html`<p>${children}</p>`}</div>`;
}

/** Copies a text and says so. */
export function Copy({ text, label = 'Copy' }) {
  const said = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      said.value = 'Copied';
    } catch {
      said.value = 'The browser did not let us';
    }
    setTimeout(() => (said.value = ''), 1600);
  };
  return html`<button type="button" class="quiet" onClick=${copy}>
    <span aria-live="polite">${said.value || label}</span>
  </button>`;
}

/** A block of code that can be copied. */
export function Code({ text, label, copy }) {
  return html`<div class="code">
    <pre tabindex="0" aria-label=${label}>${text}</pre>
    <${Copy} text=${copy ?? text} />
  </div>`;
}

/** A label above its control. */
export function Field({ label, hint, required, id, children }) {
  return html`<div class="field">
    <label for=${id}>${label}${required && html`<span class="required"> required</span>`}</label>
    ${children}
    ${hint && html`<div class="hint" id=${`${id}-hint`}>${hint}</div>`}
  </div>`;
}
