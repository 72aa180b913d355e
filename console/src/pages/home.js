// Home: what needs you, what happened, what to try, and whether all is well.

import { html } from '../html.js';
import { Badge, Card, Code, Empty, Head, Wrong } from '../parts/basics.js';
import { Ago } from '../parts/ago.js';
import { count } from '../parts/format.js';
import { useAction } from '../parts/load.js';
import { head, tail, unserved } from '../state/journal.js';
import { loadPending, pending } from '../state/approvals.js';
import { href } from '../state/route.js';
import { hasTool, services } from '../state/services.js';
import { client } from '../state/session.js';
import { mark, tried } from '../state/tried.js';
import { verification } from '../state/verification.js';
import { wish } from './approvals.js';
import { story, troubles } from './home/story.js';

/** The page. */
export function Home() {
  return html`<${Head} title="Home"><${Health} /><//>
    <${NeedsYou} />
    <div class="home">
      <${Happened} />
      <${Tries} />
    </div>`;
}

/** One line that says whether all is well. */
function Health() {
  const broken = services.value.filter((service) => !service.ready);
  const { result, busy } = verification.value;
  if (broken.length) return html`<${Badge} tone="bad">Not ready<//> <a href=${href('setup')}>${broken.map((it) => it.name).join(', ')}</a>`;
  const record = result?.ok ? `the record of ${count(head.value)} events is whole` : busy ? 'the record is being checked' : `${count(head.value)} events are on record`;
  return html`<${Badge} tone="good">All is well<//> ${services.value.length || 'No'} services are ready, and ${record}.`;
}

function NeedsYou() {
  const { result } = verification.value;
  const wrong = troubles(tail.value).slice(0, 5);
  const quiet = !pending.value.length && !wrong.length && result?.ok !== false;
  return html`<section class="needs" aria-labelledby="needs">
    <h2 id="needs">Needs you</h2>
    <div aria-live="polite" class="stack">
      ${result?.ok === false && html`<div class="need bad"><div><strong>The record is damaged</strong>
        <p class="hint">${result.faults[0]}</p></div><a class="button" href=${href('journal')}>See what</a></div>`}
      ${pending.value.map((asked) => html`<${Asked} key=${asked.approval_id ?? asked.job_id} asked=${asked} />`)}
      ${wrong.map((it) => html`<div class="need bad" key=${it.key}>
        <div><strong>${it.who}</strong> ${it.text} <span class="dim"><${Ago} at=${it.at} /></span></div>
        <a class="button" href=${href(...it.to)}>See why</a>
      </div>`)}
      ${quiet && html`<${Empty} title="Nothing waits for you">What an agent may not do by itself, and what fails, will stand here.<//>`}
    </div>
  </section>`;
}

/** A question of an agent, with its answer in place. */
function Asked({ asked }) {
  const answer = useAction(async (tool) => {
    const seen = asked.approval_id ? { approval_id: asked.approval_id } : {};
    await client.call('/mcp/orchestrator', tool, { job_id: asked.job_id, ...seen });
    if (tool === 'approve_job') mark('approvals');
    await loadPending();
  });
  return html`<div class="need">
    <div>
      <strong>${asked.session_id}</strong> of ${asked.project_id} ${wish(asked)} <span class="dim"><${Ago} at=${asked.created_at} /></span>
      ${asked.command && html`<${Code} label="The exact command" text=${asked.command} />`}
      <${Wrong} error=${answer.error} />
    </div>
    <div class="actions">
      <a class="button" href=${href('approvals')}>Look closer</a>
      <button type="button" disabled=${answer.busy} onClick=${() => answer.run('deny_job')}>Deny</button>
      <button type="button" class="primary" disabled=${answer.busy} onClick=${() => answer.run('approve_job')}>Approve</button>
    </div>
  </div>`;
}

function Happened() {
  const told = story(tail.value);
  return html`<${Card} title="What happened" aside=${html`<a href=${href('journal')}>The whole record</a>`}>
    ${unserved.value && html`<${Empty} title="This server keeps no record for us">It runs without the house's own service.<//>`}
    ${!unserved.value && !told.length && html`<${Empty} title="Nothing has happened yet">What agents, actors and people do here is told as it happens.<//>`}
    <ol class="story">
      ${told.map((it) => html`<li key=${it.key} class=${it.tone ?? ''}>
        <a href=${href(...it.to)}><span class=${`service-dot ${it.service}`} title=${it.service}></span>
          <span class="told"><strong>${it.who}</strong> ${it.text}</span>
          <span class="dim when"><${Ago} at=${it.at} /></span></a>
      </li>`)}
    </ol>
  <//>`;
}

const TRIES = [
  { name: 'approvals', needs: ['orchestrator', 'approve_job'], title: 'Answer an agent', text: 'Read the exact command and what it changed, then approve it.', to: ['approvals'] },
  { name: 'actors', needs: ['theater', 'request_message'], title: 'Ask an actor', text: 'Send it a message, then step back through its life.', to: ['actors'] },
  { name: 'reasoning', needs: ['reasoner', 'session_query'], title: 'Ask why', text: 'Tell a session some facts, ask, and open the proof.', to: ['reasoning'] },
  { name: 'avatars', needs: ['avatar', 'generate_response'], title: 'Ask a book', text: 'The guide answers from the handbook, each claim with its page.', to: ['avatars'] },
  { name: 'setup', needs: ['house', 'list_events'], title: 'Connect a client', text: 'One command for the client you use.', to: ['setup'] },
];

function Tries() {
  const offered = TRIES.filter((it) => hasTool(...it.needs));
  const done = offered.filter((it) => tried.value.has(it.name)).length;
  return html`<${Card} title="Things to try" aside=${html`<span class="dim">${done} of ${offered.length}</span>`}>
    <ul class="tries">
      ${offered.map((it) => html`<li key=${it.name} class=${tried.value.has(it.name) ? 'done' : ''}>
        <a href=${href(...it.to)}><span class="tick" aria-hidden="true"></span>
          <span><strong>${it.title}</strong>${tried.value.has(it.name) && html`<span class="hidden"> (done)</span>`}<span class="hint">${it.text}</span></span></a>
      </li>`)}
    </ul>
  <//>`;
}
