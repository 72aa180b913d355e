// One job: where it stands, what it cost, what its agent prints, and how to stop it or try it again.

import { useEffect } from 'preact/hooks';
import { html } from '../../html.js';
import { Badge, Card, Facts, Wrong } from '../../parts/basics.js';
import { firstLine, time } from '../../parts/format.js';
import { useAction, useLoad } from '../../parts/load.js';
import { useNews } from '../../parts/news.js';
import { go, href } from '../../state/route.js';
import { client } from '../../state/session.js';
import { Log } from './log.js';

const ENDPOINT = '/mcp/orchestrator';
const TONES = { done: 'good', failed: 'bad', canceled: 'plain', running: 'accent', waiting_approval: 'warn' };

/** The card of a job. */
export function Job({ id, turn }) {
  const spoke = useNews('orchestrator', (event) => event.data?.job_id === id);
  const read = useLoad(() => client.call(ENDPOINT, 'get_job', { job_id: id }), [id, turn]);
  const cancel = useAction(() => client.call(ENDPOINT, 'cancel_job', { job_id: id, reason: 'canceled in the console' }));
  const retry = useAction(async ({ session_id, instruction }) => {
    const again = await client.call(ENDPOINT, 'run_instruction', { session_id, instruction });
    go('jobs', again.job.job_id);
  });
  const job = read.value?.job;
  // Whoever queued it stood further down the page.
  useEffect(() => scrollTo(0, 0), [id]);
  const aside = job && html`<${Badge} tone=${TONES[job.status] ?? 'plain'}>${job.status.replace('_', ' ')}<//>
    ${!job.finished_at && html`<button type="button" class="danger" disabled=${cancel.busy} onClick=${cancel.run}>Cancel</button>`}
    ${job.finished_at && html`<button type="button" disabled=${retry.busy} onClick=${() => retry.run(job)}>Retry</button>`}
    <a href=${href('jobs')}>Close</a>`;
  return html`<${Card} title=${job ? firstLine(job.instruction) : 'Job'} aside=${aside} class="job">
    <${Wrong} error=${read.error ?? cancel.error ?? retry.error} />
    ${job && html`<${Facts} rows=${[
      ['Session', html`<a href=${href('jobs', 'session', job.session_id)}>${job.session_id}</a> of ${job.project_id}`],
      ['Waits for', job.status === 'waiting_approval' && html`<a href=${href('approvals')}>your answer: ${job.approval_scope}</a>`],
      ['Place in line', job.position > 0 && job.position],
      ['Began', job.started_at && time(job.started_at)],
      ['Ended', job.finished_at && time(job.finished_at)],
      ['Cost', cost(job.cost_usd, read.value.budget_left_usd)],
      ['Result', job.result_summary],
      ['Error', job.error],
      ['Files', job.files_changed?.length > 0 && html`<ul>${job.files_changed.map((file) => html`<li key=${file}><code>${file}</code></li>`)}</ul>`],
    ]} />
    ${job.instruction !== firstLine(job.instruction) && html`<details class="more"><summary>The whole instruction</summary><p class="pre">${job.instruction}</p></details>`}`}
    <${Log} id=${id} turn=${`${turn} ${spoke}`} />
  <//>`;
}

/** What it cost, and what is left where something limits it. */
function cost(spent, left) {
  const dollars = (amount) => `$${amount.toFixed(2)}`;
  if (left === null || left === undefined) return `${dollars(spent)}, no budget is set`;
  return `${dollars(spent)}, ${dollars(left)} of the budget left`;
}
