// Journal: every event of every service, newest first, filtered, checked and exported.

import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Copy, Empty, Facts, Head, Wrong } from '../parts/basics.js';
import { EventLine } from '../parts/event_line.js';
import { EvidenceButton } from '../parts/evidence.js';
import { count, many } from '../parts/format.js';
import { Json } from '../parts/json.js';
import { useAction, useLoad } from '../parts/load.js';
import { Verdict, VerifyButton } from '../parts/proof.js';
import { Rows, listOf } from '../parts/rows.js';
import { createReel, exportEvents } from '../state/reel.js';
import { eventsAfter, head, tail, unserved } from '../state/journal.js';
import { go, query, route, setQuery } from '../state/route.js';
import { services } from '../state/services.js';

const FIELDS = ['service', 'kind', 'stream', 'principal'];

/** The page. */
export function Journal() {
  const filter = useSignal(asked());
  const reel = useReel(filter.value);
  const chosen = Number(route.value[1]) || null;
  const choose = (seq) => {
    go('journal', seq);
    setQuery(filter.peek());
  };
  useEffect(() => setQuery(filter.value), [filter.value]);
  const save = useAction(() => exportEvents(filter.value));
  if (unserved.value) {
    return html`<${Head} title="Journal" /><${Empty} title="Not served by this server">It runs without the house's own service.<//>`;
  }
  const actions = html`<${VerifyButton} />
    <button type="button" onClick=${save.run} disabled=${save.busy}>${save.busy ? 'Exporting' : 'Export'}</button>`;
  return html`<${Head} title="Journal" actions=${actions}>
      Everything that happened, hash-chained. <span class="nowrap">${many(head.value, 'event')}.</span>
    <//>
    <${Verdict} />
    <${Wrong} error=${save.error ?? reel.error.value} />
    <${Filters} filter=${filter} />
    <div class="split">
      <${List} reel=${reel} chosen=${chosen} choose=${choose} />
      <${Detail} reel=${reel} seq=${chosen} />
    </div>`;
}

/** The filter that the address names. */
function asked() {
  const named = query();
  return Object.fromEntries(FIELDS.map((field) => [field, named.get(field) ?? '']));
}

/** The events of one filter, for as long as it is the filter. */
function useReel(filter) {
  const key = JSON.stringify(filter);
  const reel = useMemo(() => createReel(filter), [key]);
  useEffect(() => reel.start(), [reel]);
  return reel;
}

function Filters({ filter }) {
  const change = (field) => (event) => {
    const value = event.currentTarget.value.trim();
    if (value !== filter.value[field]) filter.value = { ...filter.value, [field]: value };
  };
  const names = services.value.map((service) => service.name);
  const text = (field, label) => html`<label>${label}
    <input type="search" value=${filter.value[field]} onChange=${change(field)} data-search=${field === 'kind'} list=${`known-${field}`} spellcheck="false" />
    <datalist id=${`known-${field}`}>${known(field).map((value) => html`<option key=${value} value=${value} />`)}</datalist></label>`;
  return html`<form class="filters" role="search" aria-label="Filter events" onSubmit=${(event) => event.preventDefault()}>
    <label>Service
      <select value=${filter.value.service} onChange=${change('service')}>
        <option value="">all</option>
        ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select>
    </label>
    ${text('kind', 'Kind')}${text('stream', 'Stream')}${text('principal', 'Person')}
  </form>`;
}

/** What the newest events have in a field, to choose from. */
function known(field) {
  return [...new Set(tail.value.map((event) => event[field]))].filter(Boolean).sort().slice(0, 200);
}

const seqOf = (event) => event.seq;

function List({ reel, chosen, choose }) {
  const rows = reel.rows.value;
  if (!rows.length && reel.done.value) {
    return html`<${Card} class="list"><${Empty} title="No event matches">Take a filter away to see more.<//><//>`;
  }
  const foot = reel.done.value
    ? `${many(rows.length, 'event')}, all there are`
    : `${many(rows.length, 'event')}, back to #${count(reel.low.value)}`;
  return html`<${Card} class="list">
    <${Rows} id="event" label="Events, newest first" list=${listOf(rows, seqOf)} keyOf=${seqOf}
      chosen=${chosen} choose=${choose} onEnd=${reel.more} render=${(event) => html`<${EventLine} event=${event} />`} />
    <p class="list-foot"><span>${foot}</span>
      ${!reel.done.value && html`<button type="button" class="link" onClick=${reel.more} disabled=${reel.busy.value}>Look further back</button>`}
    </p>
  <//>`;
}

function Detail({ reel, seq }) {
  const listed = seq && reel.find(seq);
  const looked = useLoad(() => (seq && !listed ? eventsAfter(seq - 1, 1) : null), [seq]);
  const event = listed || looked.value?.events.find((event) => event.seq === seq);
  if (!event) {
    return html`<${Card} class="detail"><${Empty} title="Choose an event">It shows what exactly was recorded, and its link in the chain.<//><//>`;
  }
  return html`<${Card} class="detail" title=${`#${count(event.seq)} ${event.kind}`} aside=${html`<${Copy} label="Copy JSON" text=${() => JSON.stringify(event, null, 2)} />`}>
    <${Facts} rows=${[
      ['When', html`<time datetime=${event.at}>${event.at}</time>`],
      ['Service', event.service],
      ['Stream', html`<code>${event.stream}</code>`],
      ['Person', event.principal],
      ['Hash', html`<code class="wrap">${event.hash}</code>`],
      ['Touches', event.touches?.length ? event.touches.map((uri) => html`<${Badge} key=${uri}>${uri}<//>`) : ''],
    ]} />
    <h3>What happened</h3>
    <${Json} value=${event.data} open=${3} />
    <${EvidenceButton} key=${event.seq} kind="event" id=${String(event.seq)} />
  <//>`;
}
