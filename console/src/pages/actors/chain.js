// The chain of an actor's events as a timeline: each with what caused it, what it caused, and
// whether it holds on to the one before it.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Wrong } from '../../parts/basics.js';
import { EvidenceButton } from '../../parts/evidence.js';
import { many, short, time } from '../../parts/format.js';
import { Json } from '../../parts/json.js';
import { useAction, useLoad } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { joined, linked } from './linked.js';
import { Past } from './past.js';
import { kindOf, saidBy } from './words.js';

const ENDPOINT = '/mcp/theater';
const SHOWN = 200;

/** The cards of the past and of the chain. */
export function Chain({ id, turn }) {
  const known = useSignal([]);
  const uri = `theater://events/${encodeURIComponent(id)}?limit=${SHOWN}`;
  const chain = useLoad(async () => {
    known.value = joined(known.peek(), await client.read(ENDPOINT, uri));
  }, [id, turn]);
  const older = useAction(async () => {
    const first = known.peek()[0].event_id;
    known.value = joined(await client.read(ENDPOINT, `${uri}&before=${encodeURIComponent(first)}`), known.peek());
  });
  const events = linked(known.value);
  const broken = events.filter((event) => !event.holds).length;
  const hasOlder = events.length > 0 && events.at(-1).sequence > 1;
  const aside = events.length > 0 && html`<${Badge} tone=${broken ? 'bad' : 'good'}>${broken ? `${many(broken, 'link')} broken` : 'every link verified'}<//>`;
  const more = hasOlder && html`<button type="button" disabled=${older.busy} onClick=${older.run}>Older events</button>`;
  return html`<${Past} id=${id} events=${known.value} older=${more} />
  <${Card} title="Its life, newest first" aside=${aside}>
    ${events.length > 0 && html`<${EvidenceButton} key=${id} kind="turn" id=${id} />`}
    <${Wrong} error=${chain.error ?? older.error} />
    ${!events.length && html`<p class="dim">No event yet.</p>`}
    <ol class="timeline">${events.map((event) => html`<li key=${event.event_id} id=${`event-${event.event_id}`}><${Link} event=${event} /></li>`)}</ol>
    ${hasOlder && html`<div class="actions below">${more} <span class="dim">${many(events.at(-1).sequence - 1, 'event')} before these</span></div>`}
  <//>`;
}

function Link({ event }) {
  const isOpen = useSignal(false);
  return html`<div><details open=${isOpen.value} onToggle=${(it) => (isOpen.value = it.currentTarget.open)}>
    <summary>${event.holds
      ? html`<span class="holds" title="verified">✓<span class="hidden"> verified</span></span>`
      : html`<${Badge} tone="bad">broken link<//>`} <time datetime=${event.timestamp}>${time(event.timestamp)}</time> <strong>${kindOf(event)}</strong> <span class="dim">${saidBy(event, 90)}</span>
    </summary>
    ${isOpen.value && html`<p class="hint">Hash <code>${event.event_id}</code>${event.parent_id && html`, follows from <${Other} id=${event.parent_id} />`}
        ${event.children?.length > 0 && html`, led to ${event.children.map((child) => html`<${Other} key=${child.id} id=${child.id} /> `)}`}</p>
      <${Json} value=${event.data} open=${2} />`}
  </details></div>`;
}

/** An event of this or another actor; one of another is fetched when it is looked at. */
function Other({ id }) {
  const wanted = useSignal(false);
  const event = useLoad(() => (wanted.value ? client.read(ENDPOINT, `theater://event/${encodeURIComponent(id)}`) : null), [wanted.value]);
  if (event.value) {
    return html`<code>${short(id)}</code> (<a href=${`#/actors/${encodeURIComponent(event.value.actor_id)}`}>${event.value.type} of ${short(event.value.actor_id)}</a>)`;
  }
  return html`<button type="button" class="link" onClick=${() => (wanted.value = true)}><code>${short(id)}</code></button>`;
}
