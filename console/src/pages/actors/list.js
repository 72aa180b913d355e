// Every actor that is not stopped, however many there are: found by name, each with what it did.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Empty, Wrong } from '../../parts/basics.js';
import { count } from '../../parts/format.js';
import { Rows } from '../../parts/rows.js';
import { Lost } from '../../mcp/errors.js';
import { createPaged } from '../../state/paged.js';
import { go } from '../../state/route.js';
import { client, link } from '../../state/session.js';

const TONES = { RUNNING: 'good', FAILED: 'bad', STOPPED: 'plain' };

/** The colour of a status. */
export function toneOf(status) {
  return TONES[status] ?? 'warn';
}

/** The card of all actors. */
export function List({ current, turn }) {
  const wanted = useSignal('');
  const { list, error } = usePaged(wanted.value.trim());
  const sight = useRef([0, 1]);
  const seen = (first, last) => {
    sight.current = [first, last];
    list.need(first, last);
  };
  useEffect(() => {
    if (link.value === 'live') list.refresh(...sight.current);
  }, [list, turn, link.value === 'live']);
  const total = list.total ?? 0;
  const rows = { total, at: list.at, find: (key) => list.find((it) => it.id === key) };
  return html`<${Card} class="list">
    <label class="search inside"><span class="hidden">Find an actor by name</span>
      <input type="search" placeholder="Find an actor" data-search spellcheck="false" value=${wanted.value}
        onInput=${(event) => (wanted.value = event.currentTarget.value)} /></label>
    <${Wrong} error=${error} />
    ${list.total === 0 && html`<${Empty} title=${wanted.value ? 'No actor of that name' : 'No actor runs'} />`}
    ${total > 0 && html`<${Rows} id="actor" label="Actors" list=${rows} height=${44} chosen=${current} keyOf=${(it) => it.id}
        choose=${(it) => go('actors', it)} onSight=${seen} render=${(it) => html`<${Line} actor=${it} />`} />
      <p class="list-foot">${count(total)} in all</p>`}
  <//>`;
}

/** The pages of one search, read again by `need` and `refresh`. */
function usePaged(name) {
  const drawn = useSignal(0);
  const error = useSignal(null);
  const list = useMemo(() => {
    const fetchPage = async (after, limit) => {
      const filter = name ? `&name=${encodeURIComponent(name)}` : '';
      const page = await client.read('/mcp/theater', `theater://actors?after=${after}&limit=${limit}${filter}`);
      return { total: page.total, items: page.actors };
    };
    return createPaged(fetchPage, (wrong) => {
      if (!(wrong instanceof Lost)) error.value = wrong;
      drawn.value += 1;
    });
  }, [name]);
  // Reading the number is what draws the list again when a page has come.
  return { list, error: error.value, drawn: drawn.value };
}

function Line({ actor }) {
  return html`<span class="actor-line"><strong>${actor.name}</strong>
    ${actor.operations > 0 && html`<span class="dim">${count(actor.operations)}</span>`}
    <${Badge} tone=${toneOf(actor.status)}>${actor.status.toLowerCase()}<//></span>`;
}
