// An actor's past: any event of its chain, the state it had then, going back to it, and replay.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card, Notice, Wrong } from '../../parts/basics.js';
import { count, many, time } from '../../parts/format.js';
import { Json } from '../../parts/json.js';
import { useAction } from '../../parts/load.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';
import { sourceOf, valueOf } from './states.js';
import { Tree } from './tree.js';
import { kindOf } from './words.js';

const ENDPOINT = '/mcp/theater';

/** The card; `events` oldest first, `older` reads more. It follows the newest until somebody chooses one. */
export function Past({ id, events, older }) {
  const chosen = useSignal(null);
  const restore = useAction((event) => client.call(ENDPOINT, 'restore_actor', { actor_id: id, event_id: event.event_id }));
  const replay = useAction(() => client.call(ENDPOINT, 'replay_actor', { actor_id: id }));
  if (!events.length) return null;
  const found = events.findIndex((event) => event.event_id === chosen.value);
  const at = found < 0 ? events.length - 1 : found;
  const event = events[at];
  const move = (to) => (chosen.value = events[Math.max(0, Math.min(events.length - 1, to))].event_id);
  const aside = hasTool('theater', 'replay_actor') && html`<button type="button" disabled=${replay.busy} onClick=${replay.run}>${replay.busy ? 'Replaying' : 'Replay'}</button>`;
  return html`<${Card} title="Its past" aside=${aside}>
    <div aria-live="polite">${replay.value && html`<${Replayed} report=${replay.value} />`}</div>
    <${Wrong} error=${replay.error ?? restore.error} />
    <div class="step">
      <button type="button" disabled=${at === 0} onClick=${() => move(at - 1)}>Earlier</button>
      <label class="hidden" for="past">Event</label>
      <input id="past" type="range" min="0" max=${events.length - 1} value=${at}
        aria-valuetext=${`event ${event.sequence}, ${kindOf(event)}`} onInput=${(input) => move(Number(input.currentTarget.value))} />
      <button type="button" disabled=${at === events.length - 1} onClick=${() => move(at + 1)}>Later</button>
    </div>
    <p>Event ${count(event.sequence)}, <strong>${kindOf(event)}</strong> <span class="dim">${time(event.timestamp)}</span></p>
    <h3>Its state then</h3>
    <${StateThen} events=${events} at=${at} />
    <div class="actions below">
      ${found < 0 && html`<button type="button" onClick=${() => move(at)}>What led to it</button>`}
      ${at < events.length - 1 && hasTool('theater', 'restore_actor') && html`<button type="button" class="danger" disabled=${restore.busy}
        onClick=${() => restore.run(event)}>Go back to this state</button>`}
      ${found >= 0 && html`<button type="button" onClick=${() => (chosen.value = null)}>To the newest</button>`}
      ${at === 0 && older}
    </div>
    ${found >= 0 && html`<h3>What led to it, and what followed, across actors</h3>
      <${Tree} key=${event.event_id} event=${event} />`}
  <//>`;
}

function StateThen({ events, at }) {
  const source = sourceOf(events, at);
  if (source < 0) return html`<p class="dim">It was set before the events shown here.</p>`;
  return html`<div class="state-then"><${Json} value=${valueOf(events[source].data?.state)} open=${2} /></div>`;
}

function Replayed({ report }) {
  if (report.equal) {
    return html`<${Notice} tone="good">Run again from its chain: ${many(report.events, 'event')} equal, ${many(report.calls, 'call')} made again.<//>`;
  }
  return html`<${Notice} tone="bad" title=${`Event ${count(report.difference?.sequence)} came out otherwise`}>
    <p>Recorded: <code>${report.difference?.recorded}</code></p><p>Replayed: <code>${report.difference?.replayed}</code></p>
  <//>`;
}
