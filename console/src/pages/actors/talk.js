// Talking to an actor: a message, a request with its answer, and a channel.

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card, Notice, Wrong } from '../../parts/basics.js';
import { useAction, useLoad } from '../../parts/load.js';
import { useNews } from '../../parts/news.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';
import { mark } from '../../state/tried.js';
import { decode, encode } from './bytes.js';

const ENDPOINT = '/mcp/theater';

/** The card for a message or a request. */
export function Talk({ id }) {
  const text = useSignal('');
  const send = useAction(async (tool) => {
    const answer = await client.call(ENDPOINT, tool, { actor_id: id, data: encode(text.value) });
    mark('actors');
    return tool === 'request_message' ? answer.text ?? decode(answer.data ?? '') : 'Delivered.';
  });
  const submit = (event) => {
    event.preventDefault();
    send.run('request_message');
  };
  return html`<${Card} title="Talk to it"><form onSubmit=${submit}>
    <label class="hidden" for="talk">Message</label>
    <textarea id="talk" class="mono" rows="2" spellcheck="false" value=${text.value} onInput=${(event) => (text.value = event.currentTarget.value)}></textarea>
    <div class="actions below">
      <button class="primary" disabled=${send.busy}>Request an answer</button>
      <button type="button" disabled=${send.busy} onClick=${() => send.run('send_message')}>Send</button>
    </div>
    <${Wrong} error=${send.error} />
    <div aria-live="polite">${send.value !== undefined && html`<${Notice} tone="good"><span class="pre">${send.value}</span><//>`}</div>
  </form><//>`;
}

/** The card of one open channel. */
export function Channel({ id }) {
  const channel = useSignal(null);
  const said = useSignal([]);
  const text = useSignal('');
  const open = useAction(async () => {
    const { channel_id, message } = await client.call(ENDPOINT, 'open_channel', { actor_id: id });
    channel.value = channel_id;
    said.value = message ? [{ from: 'actor', text: decode(message) }] : [];
  });
  const send = useAction(async () => {
    await client.call(ENDPOINT, 'send_on_channel', { channel_id: channel.value, message: encode(text.value) });
    said.value = [...said.value, { from: 'you', text: text.value }];
    text.value = '';
  });
  const close = useAction(async () => {
    await client.call(ENDPOINT, 'close_channel', { channel_id: channel.value });
    channel.value = null;
  });
  useHeard(channel.value, said);
  if (!hasTool('theater', 'open_channel')) return null;
  const submit = (event) => {
    event.preventDefault();
    send.run();
  };
  const aside = channel.value && html`<button type="button" onClick=${close.run} disabled=${close.busy}>Close</button>`;
  return html`<${Card} title="Channel" aside=${aside}>
    <${Wrong} error=${open.error ?? send.error ?? close.error} />
    ${!channel.value && html`<button type="button" onClick=${open.run} disabled=${open.busy}>Open a channel</button>`}
    ${channel.value && html`<ol class="said" aria-live="polite">${said.value.map((it, index) => html`<li key=${index} class=${it.from}>
        <span class="dim">${it.from}</span> <span class="pre">${it.text}</span></li>`)}</ol>
      <form class="line" onSubmit=${submit}>
        <label class="hidden" for="channel-text">On the channel</label>
        <input id="channel-text" value=${text.value} onInput=${(event) => (text.value = event.currentTarget.value)} />
        <button disabled=${send.busy}>Send</button>
      </form>`}
  <//>`;
}

/** Adds what the actor says on a channel, each message once. */
function useHeard(id, said) {
  const turn = useNews('theater', (event) => event.kind === 'channel.changed');
  const heard = useLoad(async () => (id ? client.read(ENDPOINT, `theater://channel/${encodeURIComponent(id)}`) : null), [id, turn]);
  const messages = heard.value?.channel_id === id ? heard.value?.messages ?? [] : [];
  useEffect(() => {
    const known = new Set(said.value.map((it) => it.number));
    const fresh = messages.filter((it) => !known.has(it.number));
    if (fresh.length) {
      said.value = [...said.value, ...fresh.map((it) => ({ from: 'actor', number: it.number, text: it.text ?? decode(it.data) }))];
    }
  }, [messages.length]);
}
