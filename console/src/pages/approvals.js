// Approvals: what an agent wants to do, to the letter, what that means, and the three answers to it.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Code, Empty, Facts, Field, Head, Notice, Words, Wrong } from '../parts/basics.js';
import { Ago } from '../parts/ago.js';
import { EvidenceButton } from '../parts/evidence.js';
import { firstLine, short, time } from '../parts/format.js';
import { useAction } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { loadPending, pending, trouble } from '../state/approvals.js';
import { href } from '../state/route.js';
import { client } from '../state/session.js';
import { mark } from '../state/tried.js';
import { Conflicts, SessionDiff } from './jobs/work.js';

const ENDPOINT = '/mcp/orchestrator';
const TOOLS = ['list_pending_approvals', 'approve_job', 'deny_job'];
const TONES = { deploy: 'bad', push: 'bad', force_push: 'bad', delete: 'bad', shell: 'warn', network: 'warn', write: 'accent' };
const WISHES = {
  push: 'wants to push', force_push: 'wants to overwrite a remote branch', deploy: 'wants to deploy',
  delete: 'wants to delete', network: 'wants to reach the network', shell: 'wants to run a command', write: 'wants to write',
};

/** What an agent wants, in words that follow its name. */
export function wish(asked) {
  return WISHES[asked.approval_scope] ?? 'asks';
}

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
    ${!list.length && html`<${Card}><${Empty} title="Nothing waits for you">What an agent may not do by itself will stand here.<//><//>`}
    <div class="stack">${list.map((it) => html`<${Question} key=${it.approval_id ?? it.job_id} asked=${it} say=${(text) => (said.value = text)} />`)}</div>`;
}

function Question({ asked, say }) {
  const scopes = asked.scopes ?? [asked.approval_scope];
  const title = `${asked.session_id} of ${asked.project_id} ${wish(asked)}`;
  const pushes = scopes.some((scope) => scope.includes('push'));
  return html`<${Card} class="question" title=${title}
      aside=${scopes.map((scope) => html`<${Badge} key=${scope} tone=${TONES[scope] ?? 'warn'}>${scope.replace('_', ' ')}<//>`)}>
    ${asked.command && html`<${Code} label="The exact command" text=${asked.command} />`}
    ${asked.sandbox === 'none' && html`<${Notice} tone="warn" title="This agent is not confined">It runs without a sandbox, so a yes covers whatever it does as you.<//>`}
    <${Meaning} asked=${asked} />
    <${Commits} push=${asked.push} />
    ${asked.conflicts?.length > 0 && html`<${Conflicts} list=${asked.conflicts} />`}
    <${Changes} id=${asked.session_id} pushes=${pushes} />
    <${Facts} rows=${[
      ['Job', html`<a href=${href('jobs', asked.job_id)}>${firstLine(asked.instruction)}</a>`],
      ['Asked', html`<${Ago} at=${asked.created_at} />${asked.tool && `, by the tool ${asked.tool}`}`],
      ['Expires', asked.expires_at && html`<time datetime=${asked.expires_at}>${time(asked.expires_at)}</time>`],
      ['Digest', asked.digest && html`<code title=${asked.digest}>${short(asked.digest, 24)}</code>`],
      ['Approved by', asked.approvers?.length ? asked.approvers.join(', ') : ''],
    ]} />
    ${asked.approval_id && html`<${EvidenceButton} kind="approval" id=${asked.approval_id} />`}
    <${Answers} asked=${asked} say=${say} />
  <//>`;
}

/** What each part of the command does, as the policy reads it. */
function Meaning({ asked }) {
  const parts = asked.meaning ?? [];
  return html`${asked.unclear && html`<${Notice} tone="warn" title="Nobody can tell what it does"><${Words} text=${asked.unclear} /><//>`}
    ${parts.length > 0 && html`<h3>What it means</h3>
      <ul class="evidence">${parts.map((part, index) => html`<li key=${index}>
        <${Words} text=${part.does.join(', ')} />${parts.length > 1 && html` <code>${part.command}</code>`}</li>`)}</ul>`}`;
}

/** The commits a push would bring to each ref of the remote. */
function Commits({ push }) {
  const refs = (push?.refs ?? []).filter((ref) => ref.commits?.length);
  return refs.map((ref) => html`<h3 key=${ref.name}>Commits for <code>${ref.name}</code></h3>
    <ul class="evidence">${ref.commits.map((commit) => html`<li key=${commit.id}>
      ${commit.subject} <span class="dim">${commit.author}, <code title=${commit.id}>${short(commit.id)}</code></span></li>`)}
      ${ref.count > ref.commits.length && html`<li class="dim">and ${ref.count - ref.commits.length} more</li>`}</ul>`);
}

/** What the session changed so far: opened for a push, for others where somebody looks. */
function Changes({ id, pushes }) {
  const isOpen = useSignal(pushes);
  return html`<details class="more" open=${isOpen.value} onToggle=${(event) => (isOpen.value = event.currentTarget.open)}>
    <summary>${pushes ? 'What it would push' : 'What the session changed so far'}</summary>
    ${isOpen.value && html`<${SessionDiff} id=${id} />`}
  </details>`;
}

function Answers({ asked, say }) {
  const reason = useSignal('');
  const answer = useAction(async (tool, more) => {
    const { message } = await client.call(ENDPOINT, tool, { job_id: asked.job_id, ...more });
    say(message);
    if (tool === 'approve_job') mark('approvals');
    await loadPending();
  });
  const seen = asked.approval_id ? { approval_id: asked.approval_id } : {};
  const why = reason.value.trim() ? { reason: reason.value.trim() } : {};
  return html`<${Wrong} error=${answer.error} />
    <${Field} label="Reason, if you deny it" id=${`reason-${asked.job_id}`}>
      <input id=${`reason-${asked.job_id}`} value=${reason.value} onInput=${(event) => (reason.value = event.currentTarget.value)} />
    <//>
    <div class="actions answers">
      <button type="button" class="primary" disabled=${answer.busy} onClick=${() => answer.run('approve_job', seen)}>Approve</button>
      <button type="button" disabled=${answer.busy} onClick=${() => answer.run('approve_job', { ...seen, scope: 'job' })}>Allow for this job</button>
      <button type="button" class="danger" disabled=${answer.busy} onClick=${() => answer.run('deny_job', { ...seen, ...why })}>Deny</button>
    </div>`;
}
