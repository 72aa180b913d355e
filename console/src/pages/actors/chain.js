// The chain of an actor's events as a timeline: each with what caused it, what it caused, and
// whether it holds on to the one before it.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Wrong } from '../../parts/basics.js';
import { gist, many, short, time } from '../../parts/format.js';
import { Json } from '../../parts/json.js';
import { useLoad } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { linked } from './linked.js';
import { Past } from './past.js';

const ENDPOINT = '/mcp/theater';
const SHOWN = 200;

/** The cards of the past and of the chain. */
export function Chain({ id, turn }) {
  const chain = useLoad(() => client.read(ENDPOINT, `theater://events/${encodeURIComponent(id)}?limit=${SHOWN}`), [id, turn]);
  const events = linked(chain.value ?? []);
  const broken = events.filter((event) => !event.holds).length;
  const aside = events.length > 0 && html`<${Badge} tone=${broken ? 'bad' : 'good'}>${broken ? `${many(broken, 'link')} broken` : 'linked'}<//>`;
  return html`<${Past} id=${id} events=${chain.value ?? []} />
  <${Card} title="Its life, newest first" aside=${aside}>
    <${Wrong} error=${chain.error} />
    ${!events.length && html`<p class="dim">No event yet.</p>`}
    <ol class="timeline">${events.map((event) => html`<li key=${event.event_id} id=${`event-${event.event_id}`}><${Link} event=${event} /></li>`)}</ol>
    ${events.length === SHOWN && html`<p class="hint">The last ${SHOWN}; older ones are in the resource <code>theater://events/${id}</code>.</p>`}
  <//>`;
}

function Link({ event }) {
  const isOpen = useSignal(false);
  return html`<div><details open=${isOpen.value} onToggle=${(it) => (isOpen.value = it.currentTarget.open)}>
    <summary><time datetime=${event.timestamp}>${time(event.timestamp)}</time> <strong>${event.type}</strong> <span class="dim">${gist(event.data, 90)}</span>
      ${!event.holds && html`<${Badge} tone="bad">does not name the one before<//>`}</summary>
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
