// What this server serves: each service with its own endpoint and tools.

import { computed, signal } from '@preact/signals';
import { client, note } from './session.js';
import { Lost } from '../mcp/errors.js';

/** Every service: name, readiness, endpoint, tools. */
export const services = signal([]);
/** Whether the list was read at least once. */
export const known = signal(false);

/** Reads the list; the names come from the page that operators read. */
export async function loadServices() {
  const ready = await plain('/readyz').then((text) => JSON.parse(text));
  const names = Object.keys(ready.services ?? {});
  names.sort((a, b) => order(a) - order(b) || a.localeCompare(b));
  services.value = await Promise.all(names.map((name) => describe(name, ready.services[name])));
  known.value = true;
}

async function describe(name, state) {
  const endpoint = `/mcp/${name}`;
  // Resources are not listed here: every actor is one.
  const [found, tools] = await Promise.all([
    client.request(endpoint, 'server/discover'),
    client.list(endpoint, 'tools/list', 'tools'),
  ]);
  const about = found._meta?.['io.modelcontextprotocol/serverInfo'] ?? {};
  return { name, endpoint, ...state, about, tools };
}

/** A page without a token, such as the metrics. */
export async function plain(path) {
  try {
    const response = await fetch(path, { cache: 'no-store' });
    return await response.text();
  } catch {
    const lost = new Lost();
    note(lost);
    throw lost;
  }
}

function order(name) {
  const place = ['house', 'orchestrator', 'theater', 'reasoner', 'avatar'].indexOf(name);
  return place < 0 ? 99 : place;
}

/** The service of that name, once it is known and served. */
export function service(name) {
  return services.value.find((it) => it.name === name);
}

/** Whether a service has a tool of that name. */
export function hasTool(name, tool) {
  return service(name)?.tools.some((it) => it.name === tool) ?? false;
}

/** Every tool with the service it belongs to. */
export const tools = computed(() =>
  services.value.flatMap((service) => service.tools.map((tool) => ({ service, tool }))),
);
