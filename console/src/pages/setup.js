// Setup: how each client is told about this server, tokens, and where to look when it does not work.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Card, Code, Head } from '../parts/basics.js';
import { CLIENTS, PLACEHOLDER, entry } from '../snippets.js';
import { services } from '../state/services.js';
import { signOut, token } from '../state/session.js';

/** The page. */
export function Setup() {
  const chosen = useSignal(CLIENTS[0].name);
  const client = CLIENTS.find((it) => it.name === chosen.value);
  return html`<${Head} title="Setup">Connect a client in one command, or copy what belongs into its file.<//>
    <div class="grid">
      <${Card} title="Connect a client" class="wide">
        <div class="chips" role="group" aria-label="Client">
          ${CLIENTS.map((it) => html`<button type="button" key=${it.name} aria-pressed=${it.name === chosen.value}
            onClick=${() => (chosen.value = it.name)}>${it.title}</button>`)}
        </div>
        <${Snippet} client=${client} />
      <//>
      <${Tokens} />
      <${Endpoints} />
      <${Trouble} />
    </div>`;
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

function Tokens() {
  return html`<${Card} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    <${Code} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />
    <${Code} label="list tokens" text="ensemble token list" />
    <${Code} label="revoke a token" text="ensemble token revoke phone" />
    ${token.value && html`<div class="actions"><button type="button" onClick=${signOut}>Sign out of this tab</button></div>`}
  <//>`;
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

function Trouble() {
  return html`<${Card} title="When something does not work">
    <p>The doctor looks at the files, the store, the tokens, the clients and the running server, and says how to fix what it finds.</p>
    <${Code} label="doctor" text="ensemble doctor" />
    <${Code} label="settings" text="ensemble config show --origin" />
  <//>`;
}
