// A proof as a tree whose leaves are what somebody said. A large one opens step by step, so that
// ten thousand steps cost no more than those in sight.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { many } from '../../parts/format.js';
import { steps } from './steps.js';

const SMALL = 40;
const STEP = 50;

/** The tree. */
export function Proof({ nodes }) {
  const isSmall = steps(nodes, SMALL + 1) <= SMALL;
  return html`<div class="proof">
    <p class="hint">${many(steps(nodes), 'step')}</p>
    <${Level} nodes=${nodes} open=${isSmall ? Infinity : 1} />
  </div>`;
}

function Level({ nodes, open }) {
  const most = useSignal(STEP);
  return html`<ul>
    ${nodes.slice(0, most.value).map((node, index) => html`<li key=${index}><${Step} node=${node} open=${open} /></li>`)}
    ${nodes.length > most.value && html`<li><button type="button" class="link" onClick=${() => (most.value += STEP)}>
      ${nodes.length - most.value} more
    </button></li>`}
  </ul>`;
}

function Step({ node, open }) {
  const isOpen = useSignal(open > 0);
  const line = html`<code>${node.goal}</code> ${node.origin && html`<span class="because">because <q>${node.origin.statement}</q></span>`}`;
  if (!node.children?.length) return html`<div class="leaf">${line}</div>`;
  return html`<details open=${isOpen.value} onToggle=${(event) => (isOpen.value = event.currentTarget.open)}>
    <summary>${line}</summary>
    ${isOpen.value && html`<${Level} nodes=${node.children} open=${open - 1} />`}
  </details>`;
}
