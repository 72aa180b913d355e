// The events of one filter: the newest come by themselves, the older ones when somebody looks.

import { effect, signal } from '@preact/signals';
import { Lost } from '../mcp/errors.js';
import { save } from '../parts/download.js';
import { eventsAfter, head, onEvents, sealed, tail } from './journal.js';
import { backwards, matches } from './pages.js';
import { client } from './session.js';

const PAGE = 1000;

/** A list of events that match, newest first; `start` gives the function that ends it. */
export function createReel(filter) {
  const rows = signal([]);
  const low = signal(0);
  const done = signal(false);
  const busy = signal(false);
  const error = signal(null);
  let reader = null;
  let newest = 0;

  async function more() {
    if (busy.value || done.value || !reader) return;
    busy.value = true;
    try {
      const found = await reader.older();
      rows.value = [...rows.value, ...found];
      low.value = reader.low;
      done.value = reader.done;
      error.value = null;
    } catch (wrong) {
      if (!(wrong instanceof Lost)) error.value = wrong;
    } finally {
      busy.value = false;
    }
  }

  function begin() {
    const known = tail.peek();
    rows.value = known.filter((event) => matches(filter, event)).reverse();
    const first = known.length ? known[0].seq : head.peek() + 1;
    newest = known.length ? known.at(-1).seq : head.peek();
    const fetchPage = (after, limit) => matching(filter, after, limit);
    reader = backwards(fetchPage, first, { limit: PAGE, floor: sealed.peek() });
    low.value = first;
    done.value = reader.done;
    if (rows.peek().length < 100) more();
  }

  function start() {
    const leave = onEvents((events) => {
      // Those that came before we began are read backwards with the rest.
      const fresh = events.filter((event) => event.seq > newest && matches(filter, event)).reverse();
      newest = Math.max(newest, events.at(-1).seq);
      if (fresh.length) rows.value = [...fresh, ...rows.peek()];
    });
    // The journal may not have been opened yet when the page is the first one seen.
    const wait = effect(() => {
      if (head.value > 0 && !reader) queueMicrotask(() => reader ?? begin());
    });
    return () => {
      leave();
      wait();
    };
  }

  const find = (seq) => rows.value.find((event) => event.seq === seq);
  return { rows, low, done, busy, error, more, start, find };
}

async function matching(filter, after, limit) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  if (!Object.keys(asked).length) return (await eventsAfter(after, limit)).events;
  const page = await client.call('/mcp/house', 'list_events', { ...asked, after, limit });
  return page.events;
}

/** Saves every matching event, one JSON object a line, oldest first. */
export async function exportEvents(filter) {
  const lines = [];
  let after = sealed.peek();
  for (;;) {
    const events = await matching(filter, after, PAGE);
    lines.push(...events.map((event) => `${JSON.stringify(event)}\n`));
    if (events.length < PAGE) break;
    after = events.at(-1).seq;
  }
  save(lines, 'ensemble-journal.jsonl', 'application/x-ndjson');
  return lines.length;
}
