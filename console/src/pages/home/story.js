// The journal as a story: one sentence for what belongs together, with names instead of numbers.
// Plain logic. A kind of event without a sentence of its own is told by its own words.

import { firstLine, gist, many } from '../../parts/format.js';

/** Kinds that say how something goes on inside, and nothing a person would tell. */
const QUIET = new Set(['call.made', 'job.progress', 'job.log', 'job.attached', 'session.state_changed', 'command.allowed', 'state.committed', 'thing.owned', 'network.connected']);

/** What looks like an id or a hash. */
const NUMBER = /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}/;

/** What a person would say: who it is about, what happened, and where to look. */
const TOLD = {
  'house.started': () => ({ who: 'The house', text: 'started', to: ['setup'] }),
  'house.stopped': () => ({ who: 'The house', text: 'stopped', to: ['setup'] }),
  'token.made': (data) => ({ who: data.name, text: 'is a new token', to: ['setup'] }),
  'token.revoked': (data) => ({ who: data.name, text: 'is no longer a token', to: ['setup'] }),
  'actor.started': (data) => actor(data, 'started'),
  'actor.stopped': (data) => actor(data, 'stopped'),
  'actor.restarted': (data) => actor(data, 'was started again'),
  'actor.failed': (data) => ({ ...actor(data, `failed: ${data.failure ?? 'no reason was given'}`), tone: 'bad' }),
  'actor.advanced': (data, first) => actor(data, steps(data, first)),
  'project.registered': (data) => ({ who: data.project_id, text: 'is a project now', to: ['jobs'] }),
  'backlog.synced': (data) => ({ who: data.project_id, text: `has ${many(data.synced, 'task')} in its backlog`, to: ['jobs'] }),
  'task.claimed': (data) => ({ who: session(data), text: `took up ${data.task_id}`, to: ['jobs'] }),
  'task.status_changed': (data) => ({ who: data.title ?? data.task_id, text: `is ${words(data.status)}`, to: ['jobs'] }),
  'session.created': (data) => data.branch
    ? { who: session(data), text: `began in ${data.project_id}`, to: ['jobs'] }
    : { who: data.sessionId, text: 'is a new session of the reasoner', to: ['reasoning', data.sessionId] },
  'session.closed': (data) => ({ who: session(data), text: 'was closed', to: ['jobs'] }),
  'session.reopened': (data) => ({ who: session(data), text: 'was brought back', to: ['jobs'] }),
  'session.deleted': (data) => ({ who: data.sessionId, text: 'was deleted', to: ['reasoning'] }),
  'job.queued': (data) => job(data, `was asked: ${firstLine(data.instruction)}`),
  'job.started': (data) => job(data, data.resumed ? 'went on' : 'set to work'),
  'job.completed': (data) => job(data, `is done: ${finished(data)}`, 'good'),
  'job.failed': (data) => job(data, `failed: ${firstLine(data.error) || 'no reason was given'}`, 'bad'),
  'job.canceled': (data) => job(data, 'was canceled'),
  'job.approval_needed': (data) => ({ who: session(data), text: `asks to run ${firstLine(data.command)}`, to: ['approvals'], tone: 'warn' }),
  'job.approved': (data) => job(data, 'was given its approval', 'good'),
  'job.denied': (data) => job(data, `was denied${data.reason ? `: ${data.reason}` : ''}`),
  'push.made': (data) => ({ who: session(data), text: 'had its push made by the house', to: ['jobs'], tone: 'good' }),
  'push.refused': (data) => ({ who: session(data), text: 'had its push refused', to: ['jobs'] }),
  'kb.updated': (data) => ({ who: data.sessionId, text: learned(data), to: ['reasoning', data.sessionId] }),
  'avatar.created': (data) => ({ who: avatar(data), text: 'is a new avatar', to: ['avatars', data.avatar] }),
  'avatar.added': (data) => ({ who: avatar(data), text: 'was given more to read', to: ['avatars', data.avatar] }),
  'avatar.asked': (data) => ({ who: avatar(data), text: 'was asked a question', to: ['avatars', data.avatar] }),
};

/** The newest things that happened, each told once, newest first. */
export function story(events, most = 12) {
  const told = new Map();
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (QUIET.has(event.kind)) continue;
    const key = keyOf(event);
    const known = told.get(key);
    if (known) {
      known.times += 1;
      known.first = event;
    } else if (told.size < most) {
      told.set(key, { key, event, first: event, times: 1 });
    }
  }
  return [...told.values()].map(({ key, event, first, times }) => {
    const sentence = TOLD[event.kind]?.(event.data ?? {}, first.data ?? {}) ?? plainly(event);
    return { key, at: event.at, seq: event.seq, service: event.service, ...sentence, text: often(sentence.text, event, times) };
  });
}

/** What needs a person now, from what the journal says last of each thing. */
export function troubles(events) {
  const last = new Map();
  for (const event of events) {
    if (event.kind.startsWith('actor.') && event.kind !== 'actor.advanced') last.set(event.stream, event);
    if (/^job\.(failed|started|completed|queued|canceled)$/.test(event.kind)) last.set(event.stream, event);
  }
  const failed = [...last.values()].filter((event) => event.kind.endsWith('.failed'));
  return failed.map((event) => ({ key: event.stream, seq: event.seq, at: event.at, ...TOLD[event.kind](event.data ?? {}) })).reverse();
}

/** How often, where the sentence itself does not say it. */
function often(text, event, times) {
  return times > 1 && event.kind !== 'actor.advanced' ? `${text}, ${many(times, 'time')}` : text;
}

function keyOf(event) {
  const group = event.kind === 'actor.advanced' || event.kind === 'kb.updated' || event.kind === 'avatar.asked';
  return group ? `${event.kind} ${event.stream}` : String(event.seq);
}

function actor(data, text) {
  return { who: data.name || 'an actor', text, to: ['actors', data.actor_id] };
}

function steps(data, first) {
  const made = Math.max(1, (data.events ?? 0) - (first.events ?? 0));
  return `went on by ${many(made, 'event')}`;
}

function job(data, text, tone) {
  return { who: session(data), text, tone, to: data.job_id ? ['jobs', data.job_id] : ['jobs'] };
}

function session(data) {
  return data.branch ? `${data.session_id} on ${data.branch}` : data.session_id ?? 'a session';
}

function avatar(data) {
  return data.name || data.avatar || 'an avatar';
}

function finished(data) {
  const files = data.files_changed?.length ?? 0;
  return firstLine(data.result_summary) || (files ? `${many(files, 'file')} changed` : 'nothing more was said');
}

function learned(data) {
  const some = data.newFacts?.length ?? 0;
  if (some) return `learned ${many(some, 'statement')}`;
  return data.action ? `changed by ${words(data.action)}` : 'changed';
}

/** An event by its own words; ids and hashes say nothing to a person. */
function plainly(event) {
  const said = Object.entries(event.data ?? {}).filter(([, value]) => typeof value !== 'string' || !NUMBER.test(value));
  return { who: words(event.kind), text: gist(Object.fromEntries(said), 100), to: ['journal', event.seq] };
}

function words(text) {
  return String(text ?? '').replace(/[._]/g, ' ');
}
