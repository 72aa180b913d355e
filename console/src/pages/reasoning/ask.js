// A question, its answer, the statements it rests on, and the proof as a tree.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Wrong } from '../../parts/basics.js';
import { EvidenceButton } from '../../parts/evidence.js';
import { useAction } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { mark } from '../../state/tried.js';
import { Proof } from './proof.js';

const TONES = { yes: 'good', no: 'bad', unknown: 'warn', answers: 'accent' };

/** The card to ask a session. */
export function Ask({ id }) {
  const text = useSignal('');
  const ask = useAction(async (question) => {
    const queryOptions = { trace: true };
    const given = { sessionId: id, naturalLanguageQuestion: question, queryOptions };
    const reply = await client.call('/mcp/reasoner', 'session_query', given);
    mark('reasoning');
    return { question, ...reply };
  });
  const submit = (event) => {
    event.preventDefault();
    if (text.value.trim()) ask.run(text.value.trim());
  };
  return html`<${Card} title="Ask">
    <form class="line" onSubmit=${submit}>
      <label class="hidden" for="question">Question</label>
      <input id="question" autocomplete="off" placeholder="Is Socrates mortal?" value=${text.value}
        onInput=${(event) => (text.value = event.currentTarget.value)} />
      <button class="primary" disabled=${ask.busy}>${ask.busy ? 'Thinking' : 'Ask'}</button>
    </form>
    <${Wrong} error=${ask.error} />
    <div aria-live="polite">${ask.value && html`<${Answer} id=${id} reply=${ask.value} />`}</div>
  <//>`;
}

function Answer({ id, reply }) {
  const proof = reply.debugInfo?.proof ?? [];
  return html`<div class="answer">
    <p class="answer-text"><${Badge} tone=${TONES[reply.verdict] ?? 'plain'}>${reply.verdict}<//> ${reply.answer}</p>
    ${reply.evidence?.length > 0 && html`<h3>It rests on</h3>
      <ol class="evidence">${reply.evidence.map((it, index) => html`<li key=${index}><${Source} source=${it} /></li>`)}</ol>`}
    ${reply.missing?.length > 0 && html`<h3>It would be so if any of these were known</h3>
      <ul class="evidence">${reply.missing.map((set, index) => html`<li key=${index}>${set.join(' and ')}</li>`)}</ul>`}
    ${reply.conflict?.length > 0 && html`<h3>These cannot hold together</h3>
      <ul class="evidence">${reply.conflict.map((it) => html`<li key=${it}>${it}</li>`)}</ul>`}
    ${proof.length > 0 && html`<h3>The proof</h3><${Proof} nodes=${proof} />`}
    ${reply.explanation && !proof.length && html`<h3>Step by step</h3><p class="pre">${reply.explanation}</p>`}
    ${reply.debugInfo?.prologQuery && html`<p class="hint">Asked as <code>${reply.debugInfo.prologQuery}</code>${reply.decidedBy && `, decided by ${reply.decidedBy}`}</p>`}
    <${EvidenceButton} kind="proof" id=${id} question=${reply.question} />
  </div>`;
}

/** A statement with its number and author. */
export function Source({ source }) {
  const from = source.label !== undefined && source.label !== null
    ? `statement ${source.label}${source.author ? ` of ${source.author}` : ''}`
    : source.ontology && `ontology ${source.ontology}`;
  return html`<q>${source.statement}</q> ${from && html`<span class="dim">${from}</span>`}`;
}
