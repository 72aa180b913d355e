// The journal as it grows: one subscription, and a read from the last known number whenever there
// is news. A lost connection goes on from that number, so nothing is missed or seen twice.

import { effect, signal } from '@preact/signals';
import { client, link, token } from './session.js';
import { loadServices, services } from './services.js';

const ENDPOINT = '/mcp/house';
const EVENTS = 'ensemble://events';
const PAGE = 500;
const KEPT = 20_000;
const FIRST = 200;

/** The newest events without a gap, oldest first. */
export const tail = signal([]);
/** The number of the newest event. */
export const head = signal(0);
/** Events up to this number left the journal for an archive. */
export const sealed = signal(0);
/** Set when this server keeps no journal for us to read. */
export const unserved = signal(false);

const hearers = new Set();

/** Calls `hear` with each batch of new events; gives a function that ends it. */
export function onEvents(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Events after a number, oldest first, without filter: the resource, which is not journaled. */
export async function eventsAfter(after, limit = PAGE) {
  return client.read(ENDPOINT, `${EVENTS}?after=${after}&limit=${limit}`);
}

let known = null;

/** Follows the journal for as long as the page lives. */
export async function follow() {
  let wait = 500;
  for (;;) {
    const started = Date.now();
    const mine = token.peek();
    try {
      await loadServices();
      if (!services.value.some((service) => service.name === 'house')) {
        unserved.value = true;
        link.value = 'live';
        await untilChanged(30_000);
        continue;
      }
      await hearNews();
      link.value = 'lost';
    } catch {
      if (token.peek() !== mine) continue;
      if (link.value === 'opening' || link.value === 'live') link.value = 'lost';
    }
    wait = Date.now() - started > 10_000 ? 500 : Math.min(wait * 1.6, 5_000);
    // A refused token stays refused: only another one is worth a try.
    await untilChanged(link.value === 'refused' ? null : wait);
  }
}

async function hearNews() {
  const stop = new AbortController();
  // A phone that slept may hold a dead stream: ask again when it wakes.
  const wake = () => document.visibilityState === 'visible' && catchUp().catch(() => stop.abort());
  document.addEventListener('visibilitychange', wake);
  // A stream opened with a token that no longer counts is not ours to keep.
  const mine = token.peek();
  const unwatch = effect(() => {
    if (token.value !== mine || link.value === 'refused') stop.abort();
  });
  try {
    await client.listen(
      ENDPOINT,
      { resourceSubscriptions: [EVENTS], toolsListChanged: true },
      {
        signal: stop.signal,
        opened: () => catchUp().then(() => (link.value = 'live'), () => stop.abort()),
        news: (method, params) => {
          if (params.uri === EVENTS) catchUp().catch(() => stop.abort());
          if (method === 'notifications/tools/list_changed') loadServices().catch(() => {});
        },
      },
    );
  } finally {
    unwatch();
    document.removeEventListener('visibilitychange', wake);
  }
}

let running = null;
let again = false;

/** Reads on from the last known number; calls that come meanwhile are answered by one more read. */
function catchUp() {
  if (running) {
    again = true;
    return running;
  }
  running = (async () => {
    try {
      do {
        again = false;
        await readOn();
      } while (again);
    } finally {
      running = null;
    }
  })();
  return running;
}

async function readOn() {
  if (known === null) await begin();
  for (;;) {
    const page = await eventsAfter(known);
    if (page.head < known) {
      // Another data folder stands behind the same address now.
      tail.value = [];
      await begin();
      continue;
    }
    if (page.events.length) add(page.events);
    known = page.next_after;
    head.value = page.head;
    if (known >= page.head) return;
  }
}

async function begin() {
  const { journal } = await client.read(ENDPOINT, 'ensemble://status');
  sealed.value = journal.archived_up_to;
  known = Math.max(sealed.value, journal.head - FIRST);
  head.value = journal.head;
}

function add(events) {
  tail.value = [...tail.value, ...events].slice(-KEPT);
  for (const hear of hearers) hear(events);
}

/** Waits, for ever without a time, but not past a new token or the network coming back. */
function untilChanged(time) {
  return new Promise((resolve) => {
    const before = token.value;
    const timer = time === null ? null : setTimeout(done, time);
    const look = setInterval(() => token.value !== before && done(), 100);
    addEventListener('online', done, { once: true });
    function done() {
      clearTimeout(timer);
      clearInterval(look);
      removeEventListener('online', done);
      resolve();
    }
  });
}
