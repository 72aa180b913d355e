// What a session was told, beside the clauses it became; telling it more, and taking things back.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Code, Empty, Notice, Wrong } from '../../parts/basics.js';
import { ago, many } from '../../parts/format.js';
import { useAction } from '../../parts/load.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';

const ENDPOINT = '/mcp/reasoner';

/** The card of a session's knowledge. */
export function Knowledge({ session }) {
  return html`<${Card} title="What it knows" aside=${html`<span class="dim">version ${session.version ?? 0}</span>`}>
    <${Tell} id=${session.id} />
    <${Statements} session=${session} />
    ${session.facts && html`<details class="more"><summary>All of it as clauses</summary><${Code} label="Clauses" text=${session.facts} /></details>`}
  <//>`;
}

function Tell({ id }) {
  const text = useSignal('');
  const tell = useAction(async (said) => {
    const told = await client.call(ENDPOINT, 'session_assert', { sessionId: id, naturalLanguageText: said });
    text.value = '';
    return told;
  });
  const submit = (event) => {
    event.preventDefault();
    if (text.value.trim()) tell.run(text.value);
  };
  const keys = (event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && submit(event);
  return html`<form class="line" onSubmit=${submit} onKeyDown=${keys}>
      <label class="hidden" for="tell">Tell it</label>
      <textarea id="tell" rows="1" placeholder="Every man is mortal. Socrates is a man." value=${text.value}
        onInput=${(event) => (text.value = event.currentTarget.value)}></textarea>
      <button disabled=${tell.busy}>${tell.busy ? 'Reading' : 'Tell it'}</button>
    </form>
    <${Wrong} error=${tell.error} />
    <div aria-live="polite">${tell.value && html`<${Told} told=${tell.value} />`}</div>`;
}

function Told({ told }) {
  const added = told.addedFacts ?? [];
  return html`<${Notice} tone=${told.success ? 'good' : 'warn'} title=${told.message}>
    ${added.length > 0 && html`<ul>${added.map((fact) => html`<li key=${fact}><code>${fact}</code></li>`)}</ul>`}
    ${told.contradictions?.length > 0 && html`<p>${many(told.contradictions.length, 'contradiction')} with what was known.</p>`}
  <//>`;
}

function Statements({ session }) {
  const retract = useAction((label) =>
    client.call(ENDPOINT, 'session_retract', { sessionId: session.id, labels: [label] }));
  const list = session.statements ?? [];
  if (!list.length) return html`<${Empty} title="Nothing yet">Tell it something above.<//>`;
  return html`<${Wrong} error=${retract.error} />
    <div class="statements-head"><h3>As it was told</h3><h3>What it became</h3></div>
    <ol class="statements">${list.map((it) => html`<li key=${it.label}>
      <${Badge}>${it.label}<//>
      <div><div>${it.text}</div><div class="hint">${it.author}, ${ago(it.at)}</div></div>
      <div class="became">${it.clauses?.map((clause, index) => html`<code key=${index}>${clause}</code>`)}</div>
      ${hasTool('reasoner', 'session_retract') && html`<button type="button" class="quiet" disabled=${retract.busy}
        aria-label=${`Take back statement ${it.label}`} onClick=${() => retract.run(it.label)}>Take back</button>`}
    </li>`)}</ol>`;
}
