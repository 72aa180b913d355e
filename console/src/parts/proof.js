// The mark that says whether the journal was checked, up to where, and what was found.

import { html } from '../html.js';
import { verification, verify } from '../state/verification.js';
import { Badge, Notice, Wrong } from './basics.js';
import { count, many, time } from './format.js';

/** The button that checks the journal now. */
export function VerifyButton() {
  const { busy, done, total } = verification.value;
  const share = total ? ` ${Math.round((100 * done) / total)} %` : '';
  return html`<button type="button" onClick=${verify} disabled=${busy}>${busy ? `Checking${share}` : 'Verify now'}</button>`;
}

/** What the last check said. */
export function Verdict() {
  const { result, error, at } = verification.value;
  return html`<div class="verdict" aria-live="polite">
    ${error && html`<${Wrong} error=${error} />`}
    ${result?.ok && html`<${Badge} tone="good">Verified<//>
      <span>${many(result.events, 'event')} up to #${count(result.head)}, every link, at ${time(at)}</span>`}
    ${result && !result.ok && html`<${Notice} tone="bad" title="The journal is not as it was written">
      <ul>${result.faults.map((fault) => html`<li key=${fault}>${fault}</li>`)}</ul>
    <//>`}
    ${!result && !error && html`<span class="dim">Not checked in this tab yet</span>`}
  </div>`;
}
