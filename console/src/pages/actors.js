// Actors: those that run, their state and metrics, talking to them, and the chain of their events.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Facts, Field, Head, Wrong } from '../parts/basics.js';
import { ago, bytes, count, span, took } from '../parts/format.js';
import { Json } from '../parts/json.js';
import { useAction, useLoad } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { useNews } from '../parts/news.js';
import { go, href, route } from '../state/route.js';
import { client } from '../state/session.js';
import { Chain } from './actors/chain.js';
import { List, toneOf } from './actors/list.js';
import { Channel, Talk } from './actors/talk.js';

const ENDPOINT = '/mcp/theater';
const TOOLS = ['start_actor', 'stop_actor', 'restart_actor', 'send_message', 'request_message'];

/** The page. */
export function Actors() {
  return html`<${Need} title="Actors" name="theater" tools=${TOOLS}><${Page} /><//>`;
}

function Page() {
  const id = route.value[1];
  const turn = useNews('theater');
  return html`<${Head} title="Actors">WebAssembly in a sandbox; every event of an actor's life is a link in its chain.<//>
    <div class="split narrow-left">
      <${List} current=${id} turn=${turn} />
      <div class="stack">
        ${id && html`<${Actor} key=${id} id=${id} turn=${turn} />`}
        <${Start} />
      </div>
    </div>`;
}

function Actor({ id, turn }) {
  const path = encodeURIComponent(id);
  const about = useLoad(() => client.read(ENDPOINT, `theater://actor/${path}`), [id, turn]);
  const state = useLoad(() => client.read(ENDPOINT, `theater://actor/${path}/state`), [id, turn]);
  const act = useAction((tool) => client.call(ENDPOINT, tool, { actor_id: id }));
  const actor = about.value;
  const aside = actor && html`<${Badge} tone=${toneOf(actor.status)}>${actor.status.toLowerCase()}<//>
    <button type="button" disabled=${act.busy} onClick=${() => act.run('restart_actor')}>Restart</button>
    <button type="button" class="danger" disabled=${act.busy} onClick=${() => act.run('stop_actor')}>Stop</button>
    <a href=${href('actors')}>Close</a>`;
  return html`<${Card} title=${actor?.name ?? 'Actor'} aside=${aside}>
      <${Wrong} error=${about.error ?? act.error} />
      ${actor && html`<${Facts} rows=${[
        ['Id', html`<code>${actor.id}</code>`],
        ['Since', html`<time datetime=${actor.created_at}>${ago(actor.created_at)}</time>`],
        ['Failure', actor.failure && JSON.stringify(actor.failure)],
        ...measures(actor.metrics ?? {}),
        ['Parent', actor.parent && html`<a href=${href('actors', actor.parent)}>${actor.parent}</a>`],
        ['Children', actor.children?.length > 0 && actor.children.map((it) => html`<a key=${it} href=${href('actors', it)}>${it}</a> `)],
      ]} />`}
      <h3>State</h3>
      ${state.error ? html`<${Wrong} error=${state.error} />` : html`<${Json} value=${state.value ?? null} open=${2} />`}
    <//>
    <${Talk} id=${id} />
    <${Channel} id=${id} />
    <${Chain} id=${id} turn=${turn} />`;
}

function measures(metrics) {
  return [
    ['Handled', metrics.operations !== undefined && `${count(metrics.operations)}, ${count(metrics.failed_operations)} failed`],
    ['Slowest', metrics.max_processing_ns > 0 && took(metrics.max_processing_ns / 1e9)],
    ['Memory', metrics.memory_bytes > 0 && bytes(metrics.memory_bytes)],
    ['Waiting', metrics.queued_messages > 0 && count(metrics.queued_messages)],
    ['Restarts', metrics.restarts > 0 && count(metrics.restarts)],
    ['Age', metrics.age_seconds > 0 && span(metrics.age_seconds)],
  ];
}

function Start() {
  const manifest = useSignal('');
  const state = useSignal('');
  const start = useAction(async () => {
    const more = state.value.trim() ? { initial_state: JSON.parse(state.value) } : {};
    const made = await client.call(ENDPOINT, 'start_actor', { manifest: manifest.value, ...more });
    go('actors', made.actor_id ?? made.id);
  });
  const submit = (event) => {
    event.preventDefault();
    start.run();
  };
  return html`<${Card} title="Start an actor"><form onSubmit=${submit}>
    <${Field} label="Manifest" id="manifest" hint="Its text, or the path of its file.">
      <textarea id="manifest" class="mono" rows="6" spellcheck="false" data-search aria-describedby="manifest-hint" value=${manifest.value}
        onInput=${(event) => (manifest.value = event.currentTarget.value)}></textarea><//>
    <${Field} label="First state" id="initial" hint="A JSON object, or nothing.">
      <textarea id="initial" class="mono" rows="1" spellcheck="false" aria-describedby="initial-hint" value=${state.value}
        onInput=${(event) => (state.value = event.currentTarget.value)}></textarea><//>
    <button class="primary" disabled=${start.busy || !manifest.value.trim()}>${start.busy ? 'Starting' : 'Start'}</button>
    <${Wrong} error=${start.error} />
  </form><//>`;
}
