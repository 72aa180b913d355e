// Tokens: who may call besides the person at this machine, what each may do, and taking one back.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Code, Field, Notice, Wrong } from '../../parts/basics.js';
import { ago, time } from '../../parts/format.js';
import { useAction, useLoad } from '../../parts/load.js';
import { useNews } from '../../parts/news.js';
import { hasTool } from '../../state/services.js';
import { client, signOut, token } from '../../state/session.js';

const ENDPOINT = '/mcp/house';
const SPANS = [['', 'never'], ['1d', 'in a day'], ['30d', 'in 30 days'], ['365d', 'in a year']];

/** The card. */
export function Tokens() {
  const turn = useNews('house', (event) => event.kind.startsWith('token.'));
  const served = hasTool('house', 'list_tokens');
  const list = useLoad(() => (served ? client.call(ENDPOINT, 'list_tokens') : null), [served, turn]);
  const revoke = useAction(async (name) => {
    await client.call(ENDPOINT, 'revoke_token', { name });
    list.reload();
  });
  const tokens = list.value?.tokens ?? [];
  const mayNot = list.error?.code === 'INSUFFICIENT_SCOPE';
  return html`<${Card} title="Tokens">
    <p>Each client can have a token of its own that may do less, and can be taken back.</p>
    ${mayNot && html`<p class="hint">Only a token with the scope <code>admin</code> sees the others; this tab's may not.</p>`}
    <${Wrong} error=${(!mayNot && list.error) || revoke.error} />
    ${tokens.length > 0 && html`<ul class="tokens">${tokens.map((it) => html`<li key=${it.name}>
      <div><strong>${it.name}</strong> ${it.scopes.map((scope) => html`<${Badge} key=${scope}>${scope}<//> `)}
        <div class="hint">made ${ago(it.created_at)}, ${ends(it)}</div></div>
      <button type="button" class="danger" disabled=${revoke.busy} aria-label=${`Revoke ${it.name}`} onClick=${() => revoke.run(it.name)}>Revoke</button>
    </li>`)}</ul>`}
    ${list.value && html`<${Make} scopes=${list.value.scopes} made=${list.reload} />`}
    ${!list.value && html`<${Code} label="make a token" text="ensemble token new phone --scope read --scope jobs:approve" />`}
    ${token.value && html`<div class="actions below"><button type="button" class="quiet" onClick=${signOut}>Sign out of this tab</button></div>`}
  <//>`;
}

function ends({ expires_at, expired }) {
  if (!expires_at) return 'never ends';
  return `${expired ? 'ended' : 'ends'} ${time(expires_at)}`;
}

/** Makes one; its secret is shown until the page is left. */
function Make({ scopes, made }) {
  const given = useSignal({ name: '', scopes: ['read', 'jobs:approve'], expires: '' });
  const make = useAction(async () => {
    const { name, expires, scopes: chosen } = given.value;
    const answer = await client.call(ENDPOINT, 'make_token', { name: name.trim(), scopes: chosen, ...(expires && { expires }) });
    given.value = { ...given.value, name: '' };
    made();
    return answer;
  });
  const change = (more) => (given.value = { ...given.value, ...more });
  const toggle = (scope) => {
    const has = given.value.scopes.includes(scope);
    change({ scopes: has ? given.value.scopes.filter((it) => it !== scope) : [...given.value.scopes, scope] });
  };
  const submit = (event) => {
    event.preventDefault();
    make.run();
  };
  return html`<form onSubmit=${submit}>
    <${Field} label="New token" id="token-name" hint="Who or what will use it.">
      <input id="token-name" autocomplete="off" spellcheck="false" placeholder="phone" aria-describedby="token-name-hint"
        value=${given.value.name} onInput=${(event) => change({ name: event.currentTarget.value })} /><//>
    <div class="chips" role="group" aria-label="What it may do">${scopes.map((scope) => html`<button type="button" key=${scope}
      aria-pressed=${given.value.scopes.includes(scope)} onClick=${() => toggle(scope)}>${scope}</button>`)}</div>
    <div class="line-of">
      <label for="token-ends">It ends</label>
      <select id="token-ends" value=${given.value.expires} onChange=${(event) => change({ expires: event.currentTarget.value })}>
        ${SPANS.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
      </select>
      <button disabled=${make.busy || !given.value.name.trim() || !given.value.scopes.length}>Make it</button>
    </div>
    <${Wrong} error=${make.error} />
    <div aria-live="polite">${make.value && html`<${Made} made=${make.value} />`}</div>
  </form>`;
}

function Made({ made }) {
  const link = `${location.origin}/#token=${encodeURIComponent(made.token)}`;
  return html`<${Notice} tone="good" title=${`The secret of ${made.name}, shown this once`}>
    <${Code} label=${`secret of ${made.name}`} text=${made.token} />
    <p>This link opens the console with it:</p>
    <${Code} label=${`link for ${made.name}`} text=${link} />
  <//>`;
}
