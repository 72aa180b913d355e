// One job: where it stands, what its agent prints, and how to stop it or try it again.

import { useEffect, useRef } from 'preact/hooks';
import { html } from '../../html.js';
import { Badge, Card, Facts, Wrong } from '../../parts/basics.js';
import { time } from '../../parts/format.js';
import { useAction, useLoad } from '../../parts/load.js';
import { useNews } from '../../parts/news.js';
import { go, href } from '../../state/route.js';
import { client } from '../../state/session.js';

const ENDPOINT = '/mcp/orchestrator';
const LINES = 500;
const TONES = { done: 'good', failed: 'bad', canceled: 'plain', running: 'accent', waiting_approval: 'warn' };

/** The card of a job. */
export function Job({ id, turn }) {
  const spoke = useNews('orchestrator', (event) => event.data?.job_id === id);
  const job = useLoad(async () => (await client.call(ENDPOINT, 'get_job', { job_id: id })).job, [id, turn]);
  const log = useLoad(() => client.call(ENDPOINT, 'get_job_logs', { job_id: id, tail: LINES }), [id, turn, spoke]);
  const cancel = useAction(() => client.call(ENDPOINT, 'cancel_job', { job_id: id, reason: 'canceled in the console' }));
  const retry = useAction(async ({ session_id, instruction }) => {
    const again = await client.call(ENDPOINT, 'run_instruction', { session_id, instruction });
    go('jobs', again.job.job_id);
  });
  const shown = job.value;
  // Whoever queued it stood further down the page.
  useEffect(() => scrollTo(0, 0), [id]);
  const active = shown && !shown.finished_at;
  const aside = shown && html`<${Badge} tone=${TONES[shown.status] ?? 'plain'}>${shown.status.replace('_', ' ')}<//>
    ${active && html`<button type="button" class="danger" disabled=${cancel.busy} onClick=${cancel.run}>Cancel</button>`}
    ${shown.finished_at && html`<button type="button" disabled=${retry.busy} onClick=${() => retry.run(shown)}>Retry</button>`}
    <a href=${href('jobs')}>Close</a>`;
  return html`<${Card} title=${shown?.instruction ?? 'Job'} aside=${aside} class="job">
    <${Wrong} error=${job.error ?? cancel.error ?? retry.error} />
    ${shown && html`<${Facts} rows=${[
      ['Session', html`<a href=${href('jobs', 'session', shown.session_id)}>${shown.session_id}</a> of ${shown.project_id}`],
      ['Waits for', shown.status === 'waiting_approval' && html`<a href=${href('approvals')}>your answer: ${shown.approval_scope}</a>`],
      ['Began', shown.started_at && time(shown.started_at)],
      ['Ended', shown.finished_at && time(shown.finished_at)],
      ['Cost', shown.cost_usd > 0 && `$${shown.cost_usd.toFixed(2)}`],
      ['Result', shown.result_summary],
      ['Error', shown.error],
      ['Files', shown.files_changed?.length > 0 && html`<ul>${shown.files_changed.map((file) => html`<li key=${file}><code>${file}</code></li>`)}</ul>`],
    ]} />`}
    <h3>What it printed${log.value?.truncated ? `, the last ${LINES} lines` : ''}</h3>
    <${Log} text=${log.value?.content ?? ''} error=${log.error} />
  <//>`;
}

/** Follows the end unless somebody scrolled away from it. */
function Log({ text, error }) {
  const box = useRef(null);
  const atEnd = useRef(true);
  const scrolled = ({ currentTarget: it }) => (atEnd.current = it.scrollTop + it.clientHeight > it.scrollHeight - 20);
  useEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (error) return html`<${Wrong} error=${error} />`;
  return html`<pre class="log" ref=${box} onScroll=${scrolled} tabindex="0" aria-label="Log">${text || 'Nothing yet.'}</pre>`;
}
