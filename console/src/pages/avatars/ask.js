// A question to an avatar; the answer's quotations lead to the pages they stand on.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Badge, Card, Wrong } from '../../parts/basics.js';
import { EvidenceButton } from '../../parts/evidence.js';
import { useAction } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { mark } from '../../state/tried.js';
import { pageLink, remember } from './page.js';

const TONES = { high: 'good', medium: 'accent', low: 'warn' };

/** The card to ask. */
export function AskAvatar({ id }) {
  const text = useSignal('');
  const ask = useAction(async (question) => {
    const answer = await client.call('/mcp/avatar', 'generate_response', { avatar: id, question });
    mark('avatars');
    return { question, ...answer };
  });
  const submit = (event) => {
    event.preventDefault();
    if (text.value.trim()) ask.run(text.value.trim());
  };
  return html`<${Card} title="Ask">
    <form class="line" onSubmit=${submit}>
      <label class="hidden" for="avatar-question">Question</label>
      <input id="avatar-question" data-search autocomplete="off" value=${text.value}
        onInput=${(event) => (text.value = event.currentTarget.value)} />
      <button class="primary" disabled=${ask.busy}>${ask.busy ? 'Reading' : 'Ask'}</button>
    </form>
    <${Wrong} error=${ask.error} />
    <div aria-live="polite">${ask.value && html`<${Answer} id=${id} answer=${ask.value} />`}</div>
  <//>`;
}

function Answer({ id, answer }) {
  return html`<div class="answer">
    <p class="answer-text pre">${answer.response}</p>
    <p><${Badge} tone=${TONES[answer.confidence] ?? 'plain'}>confidence ${answer.confidence}<//>
      ${answer.citations.length === 0 && html` <span class="dim">no quotation, so no claim</span>`}</p>
    ${answer.citations.length > 0 && html`<h3>Quotations</h3>
      <ol class="evidence">${answer.citations.map((cited, index) => html`<li key=${index}>
        <q>${cited.quote}</q> <${Place} id=${id} cited=${cited} quote=${cited.quote} />
      </li>`)}</ol>`}
    <${EvidenceButton} kind="answer" id=${id} question=${answer.question} />
  </div>`;
}

/** Where a piece of text stands, as a way there. */
export function Place({ id, cited, quote }) {
  const where = `${cited.source}${cited.page ? `, page ${cited.page}` : ''}`;
  const link = pageLink(id, cited._meta);
  if (!link) return html`<cite>${where}</cite>`;
  return html`<a href=${link} onClick=${() => remember(quote)}><cite>${where}</cite></a>`;
}
