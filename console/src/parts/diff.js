// A patch as people read it: a file under another, what came and what went in words and colour. A
// long one opens step by step.

import { useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { many } from './format.js';
import { filesOf } from './patch.js';

const STEP = 400;
const FEW_FILES = 6;

/** The whole patch. */
export function Diff({ patch, truncated }) {
  const files = useMemo(() => filesOf(patch), [patch]);
  const most = useSignal(50);
  if (!files.length) return html`<p class="dim">Nothing changed.</p>`;
  return html`<div class="diff">
    ${files.slice(0, most.value).map((file) => html`<${File} key=${file.name} file=${file} open=${files.length <= FEW_FILES} />`)}
    ${files.length > most.value && html`<button type="button" class="link" onClick=${() => (most.value += 50)}>${many(files.length - most.value, 'more file')}</button>`}
    ${truncated && html`<p class="hint">The patch is longer than the server sends; the rest is in the worktree.</p>`}
  </div>`;
}

function File({ file, open }) {
  const isOpen = useSignal(open && file.lines.length <= STEP);
  const most = useSignal(STEP);
  return html`<details open=${isOpen.value} onToggle=${(event) => (isOpen.value = event.currentTarget.open)}>
    <summary><code>${file.name}</code> <span class="added">${file.added}</span> <span class="removed">${file.removed}</span></summary>
    ${isOpen.value && html`<pre tabindex="0" aria-label=${`Changes of ${file.name}`}>${file.lines.slice(0, most.value).map((line, index) => html`<span key=${index} class=${`patch ${line.kind}`}>${line.text}${'\n'}</span>`)}</pre>
      ${file.lines.length > most.value && html`<button type="button" class="link" onClick=${() => (most.value += STEP)}>${many(file.lines.length - most.value, 'more line')}</button>`}`}
  </details>`;
}
