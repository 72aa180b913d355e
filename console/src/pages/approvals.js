// Approvals: what an agent wants to do, to the letter, and the three answers to it.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Code, Empty, Facts, Field, Head, Notice, Wrong } from '../parts/basics.js';
import { ago, short, time } from '../parts/format.js';
import { useAction } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { loadPending, pending, trouble } from '../state/approvals.js';
import { href } from '../state/route.js';
import { client } from '../state/session.js';
import { Conflicts, SessionDiff } from './jobs/work.js';

const ENDPOINT = '/mcp/orchestrator';
const TOOLS = ['list_pending_approvals', 'approve_job', 'deny_job'];
const TONES = { deploy: 'bad', push: 'bad', shell: 'warn', write: 'accent' };

/** How many wait, for the navigation and the title. */
export function Tally() {
  const many = pending.value.length;
  return many > 0 && html`<span class="tally">${many}<span class="hidden"> waiting</span></span>`;
}
Tally.count = () => pending.value.length;

/** The page. */
export function Approvals() {
  return html`<${Need} title="Approvals" name="orchestrator" tools=${TOOLS}><${Page} /><//>`;
}

function Page() {
  const said = useSignal('');
  const list = pending.value;
  return html`<${Head} title="Approvals">An agent waits until a person answers; the answer is for this exact command.<//>
    <div aria-live="polite">${said.value && html`<${Notice} tone="good">${said.value}<//>`}</div>
    <${Wrong} error=${trouble.value} />
    ${!list.length && html`<${Card}><${Empty} title="Nothing waits for you" /><//>`}
    <div class="stack">${list.map((it) => html`<${Question} key=${it.approval_id ?? it.job_id} asked=${it} say=${(text) => (said.value = text)} />`)}</div>`;
}

function Question({ asked, say }) {
  const reason = useSignal('');
  const answer = useAction(async (tool, more) => {
    const { message } = await client.call(ENDPOINT, tool, { job_id: asked.job_id, ...more });
    say(message);
    await loadPending();
  });
  const seen = asked.approval_id ? { approval_id: asked.approval_id } : {};
  const scopes = asked.scopes ?? [asked.approval_scope];
  return html`<${Card} class="question" title=${asked.instruction}
      aside=${scopes.map((scope) => html`<${Badge} key=${scope} tone=${TONES[scope] ?? 'warn'}>${scope}<//>`)}>
    ${asked.command && html`<${Code} label="The exact command" text=${asked.command} />`}
    <${Facts} rows=${[
      ['Job', html`<a href=${href('jobs', asked.job_id)}>${short(asked.job_id, 18)}</a>`],
      ['Session', `${asked.session_id} of ${asked.project_id}`],
      ['Tool', asked.tool],
      ['Asked', html`<time datetime=${asked.created_at}>${ago(asked.created_at)}</time>`],
      ['Expires', asked.expires_at && html`<time datetime=${asked.expires_at}>${time(asked.expires_at)}</time>`],
      ['Digest', asked.digest && html`<code>${short(asked.digest, 24)}</code>`],
      ['Approved by', asked.approvers?.length ? asked.approvers.join(', ') : ''],
    ]} />
    ${asked.conflicts?.length > 0 && html`<${Conflicts} list=${asked.conflicts} />`}
    <${Changes} id=${asked.session_id} />
    <${Wrong} error=${answer.error} />
    <${Field} label="Reason, if you deny it" id=${`reason-${asked.job_id}`}>
      <input id=${`reason-${asked.job_id}`} value=${reason.value} onInput=${(event) => (reason.value = event.currentTarget.value)} />
    <//>
    <div class="actions">
      <button type="button" class="primary" disabled=${answer.busy} onClick=${() => answer.run('approve_job', seen)}>Approve</button>
      <button type="button" disabled=${answer.busy} onClick=${() => answer.run('approve_job', { ...seen, scope: 'job' })}>Allow for this job</button>
      <button type="button" class="danger" disabled=${answer.busy}
        onClick=${() => answer.run('deny_job', reason.value.trim() ? { reason: reason.value.trim() } : {})}>Deny</button>
    </div>
  <//>`;
}

/** What the session changed so far, for those who look before they answer. */
function Changes({ id }) {
  const isOpen = useSignal(false);
  return html`<details class="changes-of" onToggle=${(event) => (isOpen.value = event.currentTarget.open)}>
    <summary>What the session changed so far</summary>
    ${isOpen.value && html`<${SessionDiff} id=${id} />`}
  </details>`;
}
