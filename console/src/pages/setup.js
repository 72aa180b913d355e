// Setup: how each client is told about this server, who may call, what the doctor says, what runs.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Card, Code, Head } from '../parts/basics.js';
import { CLIENTS, PLACEHOLDER, entry } from '../snippets.js';
import { services } from '../state/services.js';
import { token } from '../state/session.js';
import { mark } from '../state/tried.js';
import { Doctor } from './setup/doctor.js';
import { House } from './setup/house.js';
import { Tokens } from './setup/tokens.js';

/** The page. */
export function Setup() {
  const chosen = useSignal(CLIENTS[0].name);
  const client = CLIENTS.find((it) => it.name === chosen.value);
  return html`<${Head} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid top">
      <${Card} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${CLIENTS.map((it) => html`<button type="button" key=${it.name} aria-pressed=${it.name === chosen.value}
            onClick=${() => { chosen.value = it.name; mark('setup'); }}>${it.title}</button>`)}
        </div>
        <${Snippet} client=${client} />
      <//>
      <${Tokens} />
      <${Endpoints} />
      <${Doctor} />
    </div>
    <${House} />`;
}

function Snippet({ client }) {
  const shown = useSignal(false);
  const url = `${location.origin}/mcp`;
  const secret = (shown.value && token.value) || PLACEHOLDER;
  return html`<h3>One command</h3>
    <${Code} label="install command" text=${`ensemble install ${client.name} --url=${url}`} />
    <h3>Or by hand, into <code>${client.file}</code></h3>
    <${Code} label=${`entry for ${client.title}`} text=${entry(client.sample, url, secret)} />
    ${token.value && html`<label class="check"><input type="checkbox" checked=${shown.value}
      onChange=${(event) => (shown.value = event.currentTarget.checked)} /> Put the token of this tab in</label>`}`;
}

function Endpoints() {
  return html`<${Card} title="Endpoints">
    <p>All services together, or one under its own name:</p>
    <ul class="endpoints">
      <li><code>${location.origin}/mcp</code></li>
      ${services.value.map((service) => html`<li key=${service.name}><code>${location.origin}${service.endpoint}</code></li>`)}
    </ul>
    <p>Over WebSocket the same paths answer at <code>${location.origin.replace(/^http/, 'ws')}</code> with subprotocol <code>mcp</code>.</p>
  <//>`;
}
