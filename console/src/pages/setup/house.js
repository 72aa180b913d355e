// What runs here: the services, where they listen, and how far the record has come.

import { html } from '../../html.js';
import { Badge, Card, Copy, Facts } from '../../parts/basics.js';
import { bytes, count, many, short, span } from '../../parts/format.js';
import { useLoad } from '../../parts/load.js';
import { Verdict, VerifyButton } from '../../parts/proof.js';
import { head } from '../../state/journal.js';
import { href } from '../../state/route.js';
import { services } from '../../state/services.js';
import { client } from '../../state/session.js';
import { Calls, Clients } from './traffic.js';

/** The cards about this server. */
export function House() {
  const { value: about } = useLoad(() => client.read('/mcp/house', 'ensemble://status'), [head.value]);
  return html`<h2 class="section">What runs here</h2>
    <p class="lead">${about ? html`Version ${about.version}, up for ${span(about.uptime_seconds)}, process ${about.pid}.` : 'Asking the server.'}</p>
    <div class="grid">
      <${Services} />
      <${Calls} />
      <${Clients} />
      <${JournalHead} journal=${about?.journal} />
      <${Listeners} listeners=${about?.listeners} />
    </div>`;
}

function Services() {
  return html`<${Card} title="Services" class="wide">
    <ul class="services">
      ${services.value.map((service) => html`<li key=${service.name}>
        <div><span class=${`service ${service.name}`}>${service.name}</span> <span class="dim">${service.about.description}</span></div>
        <div class="services-state">
          ${service.tools.length
            ? html`<a href=${href('playground', service.name)}>${many(service.tools.length, 'tool')}</a>`
            : html`<span class="dim">no tools</span>`}
          <${Badge} tone=${service.ready ? 'good' : 'bad'}>${service.ready ? 'ready' : 'not ready'}<//>
        </div>
        ${service.reason && html`<div class="hint">${service.reason}</div>`}
      </li>`)}
    </ul>
  <//>`;
}

function Listeners({ listeners }) {
  return html`<${Card} title="Listens on">
    <${Facts} rows=${[
      ['HTTP', listeners?.http && html`<code>${listeners.http}</code>`],
      ['WebSocket', listeners?.http && html`<code>${`ws://${listeners.http}/mcp`}</code>`],
      ['TCP', listeners?.tcp && html`<code>${listeners.tcp}</code>`],
      ['Unix socket', listeners?.unix && html`<code>${listeners.unix}</code>`],
      ['Standard input', listeners?.stdio && 'yes'],
    ]} />
  <//>`;
}

function JournalHead({ journal }) {
  return html`<${Card} title="Journal" aside=${html`<${VerifyButton} />`}>
    <p class="figure"><strong>${count(head.value)}</strong> <span class="dim">${head.value === 1 ? 'event' : 'events'}</span></p>
    <${Verdict} />
    ${journal && html`<${Facts} rows=${[
      ['Head', html`<span class="hash"><code title=${journal.hash}>${short(journal.hash, 16)}…</code><${Copy} text=${journal.hash} /></span>`],
      ['On disk', bytes(journal.file_bytes)],
      ['Archived up to', journal.archived_up_to ? `#${count(journal.archived_up_to)}` : ''],
      ['Failed commits', journal.failed_commits || ''],
    ]} />`}
  <//>`;
}
