// Passages of an avatar's writings, with their scores.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card, Empty, Wrong } from '../../parts/basics.js';
import { useAction } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { Place } from './ask.js';

/** The card to search. */
export function Search({ id }) {
  const text = useSignal('');
  const find = useAction((query) =>
    client.call('/mcp/avatar', 'query_corpus', { avatar: id, query, limit: 10, threshold: 0 }));
  const submit = (event) => {
    event.preventDefault();
    if (text.value.trim()) find.run(text.value.trim());
  };
  return html`<${Card} title="Search">
    <form class="line" onSubmit=${submit}>
      <label class="hidden" for="avatar-search">Words</label>
      <input id="avatar-search" type="search" value=${text.value} onInput=${(event) => (text.value = event.currentTarget.value)} />
      <button disabled=${find.busy}>Search</button>
    </form>
    <${Wrong} error=${find.error} />
    <div aria-live="polite">
      ${find.value?.passages.length === 0 && html`<${Empty} title="No passage fits" />`}
      <ol class="passages">${find.value?.passages.map((passage, index) => html`<li key=${index}>
        <meter min="0" max="1" value=${passage.score} aria-label=${`score ${passage.score}`}></meter>
        <span class="dim">${passage.score.toFixed(2)}</span>
        <${Place} id=${id} cited=${passage} quote=${passage.content} />
        <p class="clamp">${passage.content}</p>
      </li>`)}</ol>
    </div>
  <//>`;
}
