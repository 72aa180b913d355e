// Jobs: projects, their sessions, and the jobs in them by state; one job with its live log, or the
// work of one session.

import { html } from '../html.js';
import { Badge, Card, Empty, Head, Wrong } from '../parts/basics.js';
import { ago, firstLine } from '../parts/format.js';
import { useLoad } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { useNews } from '../parts/news.js';
import { href, route } from '../state/route.js';
import { client } from '../state/session.js';
import { Job } from './jobs/job.js';
import { NewJob, NewProject, NewSession } from './jobs/forms.js';
import { Sessions } from './jobs/sessions.js';
import { Work } from './jobs/work.js';

const ENDPOINT = '/mcp/orchestrator';
const TOOLS = ['list_projects', 'list_sessions', 'list_jobs', 'run_instruction'];
const LANES = [
  ['Queued', ['queued']],
  ['Running', ['running']],
  ['Waiting for you', ['waiting_approval']],
  ['Done', ['done']],
  ['Not done', ['failed', 'canceled']],
];

/** The page. */
export function Jobs() {
  return html`<${Need} title="Jobs" name="orchestrator" tools=${TOOLS}><${Page} /><//>`;
}

function Page() {
  const turn = useNews('orchestrator', (event) => event.kind !== 'job.progress');
  const state = useLoad(async () => {
    const [{ projects }, { sessions }, { jobs }] = await Promise.all([
      client.read(ENDPOINT, 'projects://list'),
      client.read(ENDPOINT, 'sessions://active'),
      client.call(ENDPOINT, 'list_jobs', { limit: 100 }),
    ]);
    return { projects, sessions, jobs };
  }, [turn]);
  const [, first, second] = route.value;
  const session = first === 'session' ? second : null;
  const id = session ? null : first;
  const { projects = [], sessions = [], jobs = [] } = state.value ?? {};
  return html`<${Head} title="Jobs">Coding agents on real repositories, each session in a worktree of its own.<//>
    <${Wrong} error=${state.error} />
    ${id && html`<${Job} key=${id} id=${id} turn=${turn} />`}
    ${session && html`<${Work} key=${session} id=${session} turn=${turn} />`}
    <${Board} jobs=${jobs} current=${id} />
    <div class="grid top">
      <${Sessions} projects=${projects} sessions=${sessions} />
      <div class="stack">
        <${NewJob} sessions=${sessions} />
        <${NewSession} projects=${projects} />
        <${NewProject} />
      </div>
    </div>`;
}

function Board({ jobs, current }) {
  if (!jobs.length) return html`<${Card}><${Empty} title="No job yet">Give a session an instruction below.<//><//>`;
  return html`<div class="board">${LANES.map(([title, states]) => {
    const here = jobs.filter((job) => states.includes(job.status));
    return html`<section key=${title} class=${here.length ? 'lane' : 'lane none'} aria-label=${title}>
      <h2>${title} <span class="dim">${here.length}</span></h2>
      <ul>${here.slice(0, 30).map((job) => html`<li key=${job.job_id}>
        <a href=${href('jobs', job.job_id)} aria-current=${job.job_id === current ? 'true' : undefined}>
          <span class="clamp">${firstLine(job.instruction)}</span>
          <span class="hint">${job.session_id} · ${ago(job.finished_at ?? job.started_at ?? job.created_at)}</span>
          ${job.status === 'failed' && html`<${Badge} tone="bad">failed<//>`}
        </a>
      </li>`)}</ul>
    </section>`;
  })}</div>`;
}
