// What an event follows from and what followed from it, across actors. Steps of one actor stand under
// each other; where another actor comes in, or the ways part, the tree goes one level deeper.

import { signal, useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Wrong } from '../../parts/basics.js';
import { short } from '../../parts/format.js';
import { useLoad } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { kindOf, saidBy } from './words.js';

const ENDPOINT = '/mcp/theater';
const CAUSES = 10;
const OPEN = 4;
const STEP = 30;

const read = (id) => client.read(ENDPOINT, `theater://event/${encodeURIComponent(id)}`);

/** The tree around an event. */
export function Tree({ event }) {
  const highest = useSignal(CAUSES);
  const top = useLoad(() => climb(event, highest.value), [event.event_id, highest.value]);
  if (top.error) return html`<${Wrong} error=${top.error} />`;
  if (!top.value) return html`<p class="dim">Looking.</p>`;
  const around = event.event_id;
  return html`<div class="tree">
    ${top.value.parent_id && html`<button type="button" class="link" onClick=${() => (highest.value += CAUSES)}>Earlier causes</button>`}
    <ul><li><${Run} key=${top.value.event_id} event=${top.value} around=${around} open=${OPEN} /></li></ul>
  </div>`;
}

/** The cause that many steps back, or the first there is. */
async function climb(event, most) {
  let top = event;
  for (let step = 0; step < most && top.parent_id; step += 1) top = await read(top.parent_id);
  return top;
}

/** The steps that follow one from the other in the same actor. */
async function follow(first) {
  const run = [first];
  while (run.at(-1).children?.length === 1 && run.length < STEP) {
    const next = await read(run.at(-1).children[0].id);
    if (next.actor_id !== first.actor_id) break;
    run.push(next);
  }
  return run;
}

function Run({ event, around, open }) {
  const run = useLoad(() => follow(event), [event.event_id, event.children?.length]);
  const steps = run.value ?? [event];
  const last = steps.at(-1);
  return html`<${Wrong} error=${run.error} />
    ${steps.slice(0, -1).map((step) => html`<div class="leaf" key=${step.event_id}><${Line} event=${step} around=${around} /></div>`)}
    <${Last} key=${last.event_id} event=${last} around=${around} open=${open} />`;
}

function Last({ event, around, open }) {
  const isOpen = useSignal(open > 0);
  if (!event.children?.length) return html`<div class="leaf"><${Line} event=${event} around=${around} /></div>`;
  return html`<details open=${isOpen.value} onToggle=${(it) => (isOpen.value = it.currentTarget.open)}>
    <summary><${Line} event=${event} around=${around} /></summary>
    ${isOpen.value && html`<${Children} ids=${event.children.map((child) => child.id)} around=${around} open=${open - 1} />`}
  </details>`;
}

const names = signal(new Map());

/** The name of an actor; each is asked for once, and its id stands there until it is known. */
function nameOf(id) {
  const known = names.value.get(id);
  if (known === undefined) {
    names.peek().set(id, null);
    const tell = (name) => (names.value = new Map(names.peek()).set(id, name));
    client.read(ENDPOINT, `theater://actor/${encodeURIComponent(id)}`).then((actor) => tell(actor.name), () => {});
  }
  return known ?? short(id, 8);
}

function Line({ event, around }) {
  const actor = nameOf(event.actor_id);
  return html`<span><${Badge} tone="accent">${actor}<//>${' '}
    <strong aria-current=${event.event_id === around ? 'true' : undefined}>${kindOf(event)}</strong>${' '}
    <span class="dim">${saidBy(event, 60)}</span></span>`;
}

function Children({ ids, around, open }) {
  const most = useSignal(STEP);
  const shown = ids.slice(0, most.value);
  const loaded = useLoad(() => Promise.all(shown.map(read)), [shown.length, ids.length]);
  return html`<${Wrong} error=${loaded.error} /><ul>
    ${(loaded.value ?? []).map((event) => html`<li key=${event.event_id}><${Run} event=${event} around=${around} open=${open} /></li>`)}
    ${ids.length > shown.length && html`<li><button type="button" class="link" onClick=${() => (most.value += STEP)}>${ids.length - shown.length} more</button></li>`}
  </ul>`;
}
