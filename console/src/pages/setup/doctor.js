// The doctor's report: what it looked at, what it found, and how to mend it.

import { html } from '../../html.js';
import { Badge, Card, Code, Empty, Words, Wrong } from '../../parts/basics.js';
import { useAction } from '../../parts/load.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';

const TONES = { ok: 'good', warn: 'warn', fail: 'bad' };
const WORDS = { ok: 'well', warn: 'look', fail: 'broken' };

/** The card. */
export function Doctor() {
  const look = useAction(() => client.call('/mcp/house', 'run_doctor'));
  const served = hasTool('house', 'run_doctor');
  const aside = served && html`<button type="button" disabled=${look.busy} onClick=${look.run}>${look.busy ? 'Looking' : 'Look now'}</button>`;
  return html`<${Card} title="Doctor" class="wide" aside=${aside}>
    <p>Looks at the files, the store, the tokens, the clients and the running server, and says how to mend what it finds.</p>
    <${Wrong} error=${look.error} />
    <div aria-live="polite">${look.value && html`<${Report} checks=${look.value.checks} />`}</div>
    ${!look.value && !look.busy && served && html`<${Empty} title="Not asked yet" />`}
    <h3>The same on the command line</h3>
    <${Code} label="doctor" text="ensemble doctor" />
    <${Code} label="settings" text="ensemble config show --origin" />
  <//>`;
}

function Report({ checks }) {
  // What needs a person stands first.
  const order = ['fail', 'warn', 'ok'];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return html`<ul class="checks">${sorted.map((check) => html`<li key=${check.name}>
    <${Badge} tone=${TONES[check.verdict] ?? 'plain'}>${WORDS[check.verdict] ?? check.verdict}<//>
    <div><strong>${check.name}</strong> <span class="dim"><${Words} text=${check.message} /></span>
      ${check.fix && html`<div class="hint"><${Words} text=${check.fix} /></div>`}</div>
  </li>`)}</ul>`;
}
