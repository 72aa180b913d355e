// What can be found by its name, and where it is. Each source is asked once a search, none waits for
// another, and one that does not answer costs only its own part.

import { offered } from '../pages.js';
import { firstLine } from '../parts/format.js';
import { best } from './rank.js';
import { hasTool, tools } from './services.js';
import { client } from './session.js';

const MOST = 30;

/** What a search goes through: whether it is served, and how to read it. */
const SOURCES = [
  { needs: ['theater', 'start_actor'], read: actors },
  { needs: ['orchestrator', 'list_jobs'], read: work },
  { needs: ['reasoner', 'session_query'], read: sessions },
  { needs: ['avatar', 'generate_response'], read: avatars },
];

/** Tells `hear` what fits so far, the best first, each time a source has answered. */
export async function find(text, hear) {
  const words = text.trim();
  let all = [...pages(), ...named(), ...numbered(words)];
  const tell = () => hear(best(all, words, MOST));
  tell();
  const asked = SOURCES.filter((source) => hasTool(...source.needs));
  await Promise.all(asked.map(async ({ read }) => {
    const more = await read(words).catch(() => []);
    all = [...all, ...more];
    tell();
  }));
}

function pages() {
  return offered().map((page) => ({ kind: 'page', title: page.title, more: '', to: [page.name] }));
}

function named() {
  return tools.value.map(({ service, tool }) => ({
    kind: 'tool', title: tool.name, more: firstLine(tool.description), to: ['playground', service.name, tool.name],
  }));
}

function numbered(words) {
  const number = /^#?(\d+)$/.exec(words)?.[1];
  return number ? [{ kind: 'event', title: `#${number}`, more: 'in the journal', to: ['journal', number] }] : [];
}

async function actors(words) {
  const name = words ? `&name=${encodeURIComponent(words)}` : '';
  const page = await client.read('/mcp/theater', `theater://actors?after=0&limit=20${name}`);
  return page.actors.map((it) => ({ kind: 'actor', title: it.name || it.id, more: it.status ?? '', to: ['actors', it.id] }));
}

async function work() {
  const [{ projects }, { sessions: open }, { jobs }] = await Promise.all([
    client.read('/mcp/orchestrator', 'projects://list'),
    client.read('/mcp/orchestrator', 'sessions://active'),
    client.call('/mcp/orchestrator', 'list_jobs', { limit: 100 }),
  ]);
  return [
    ...projects.map((it) => ({ kind: 'project', title: it.name ?? it.project_id, more: it.path ?? '', to: ['jobs'] })),
    ...open.map((it) => ({ kind: 'session', title: `${it.session_id} ${it.display_name ?? it.branch ?? ''}`, more: it.project_id, to: ['jobs', 'session', it.session_id] })),
    ...jobs.map((it) => ({ kind: 'job', title: firstLine(it.instruction), more: `${it.session_id} ${it.status}`, to: ['jobs', it.job_id] })),
  ];
}

async function sessions() {
  const list = await client.read('/mcp/reasoner', 'reasoner://sessions');
  return list.map((it) => {
    const id = it.id ?? it.sessionId ?? it;
    return { kind: 'reasoning', title: String(id), more: '', to: ['reasoning', String(id)] };
  });
}

async function avatars() {
  const resources = await client.list('/mcp/avatar', 'resources/list', 'resources');
  return resources.flatMap((it) => {
    const id = /^avatar:\/\/([^/]+)$/.exec(it.uri)?.[1];
    return id ? [{ kind: 'avatar', title: it.title ?? it.name ?? decodeURIComponent(id), more: decodeURIComponent(id), to: ['avatars', decodeURIComponent(id)] }] : [];
  });
}
