// The knowledge base as a picture: each predicate once, with lines from what it rests on. The list
// of clauses beside it says the same in words.

import { useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card } from '../../parts/basics.js';
import { many } from '../../parts/format.js';
import { graphOf, placed } from './clauses.js';

const WIDE = 200;
const HIGH = 44;
const BOX = { width: 150, height: 28 };
const MOST = 300;

/** The card of the picture. */
export function Graph({ session }) {
  const chosen = useSignal('');
  const graph = useMemo(() => graphOf(session.facts ?? '', MOST), [session.facts]);
  const nodes = useMemo(() => placed(graph), [graph]);
  if (!nodes.length) return null;
  const at = new Map(nodes.map((node) => [node.name, node]));
  const width = (Math.max(...nodes.map((node) => node.column)) + 1) * WIDE;
  const height = (Math.max(...nodes.map((node) => node.row)) + 1) * HIGH;
  const shown = at.get(chosen.value);
  const aside = html`<span class="dim">${many(nodes.length, 'predicate')}, ${many(graph.edges.length, 'line')}</span>`;
  return html`<${Card} title="What rests on what" aside=${aside}>
    <div class="graph" tabindex="0" role="region" aria-label="Graph of the knowledge base">
      <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-label="Predicates and the lines between them" role="group">
        ${graph.edges.map((edge) => html`<${Line} key=${`${edge.from} ${edge.to} ${edge.denied}`} edge=${edge} at=${at} chosen=${chosen.value} />`)}
        ${nodes.map((node) => html`<${Box} key=${node.name} node=${node} isChosen=${node.name === chosen.value} choose=${() => (chosen.value = node.name)} />`)}
      </svg>
    </div>
    ${graph.left > 0 && html`<p class="hint">${many(graph.left, 'clause')} not in the picture.</p>`}
    <div aria-live="polite">${shown && html`<h3>${shown.name}</h3>
      <ul class="evidence">${shown.clauses.slice(0, 50).map((clause, index) => html`<li key=${index}><code>${clause}</code></li>`)}</ul>
      ${!shown.clauses.length && html`<p class="dim">Nothing is known of it; others rest on it.</p>`}
      ${shown.clauses.length > 50 && html`<p class="hint">${many(shown.clauses.length - 50, 'more clause')} among the clauses above.</p>`}`}</div>
  <//>`;
}

function Box({ node, isChosen, choose }) {
  const [x, y] = [node.column * WIDE + 10, node.row * HIGH + 8];
  const pressed = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choose();
  };
  const label = node.name.length > 20 ? `${node.name.slice(0, 19)}…` : node.name;
  return html`<g class=${`node ${node.clauses.length ? '' : 'unknown'}`} role="button" tabindex="0" aria-pressed=${isChosen}
      aria-label=${`${node.name}, ${many(node.clauses.length, 'clause')}`} onClick=${choose} onKeyDown=${pressed}>
    <rect x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="7" />
    <text x=${x + BOX.width / 2} y=${y + 19} text-anchor="middle">${label}</text>
  </g>`;
}

function Line({ edge, at, chosen }) {
  const [from, to] = [at.get(edge.from), at.get(edge.to)];
  if (!from || !to) return null;
  const [x1, y1] = [from.column * WIDE + 10 + BOX.width, from.row * HIGH + 22];
  const [x2, y2] = [to.column * WIDE + 10, to.row * HIGH + 22];
  const near = chosen && (edge.from === chosen || edge.to === chosen);
  const bend = x2 > x1 ? (x2 - x1) / 2 : 40;
  return html`<path class=${`edge ${edge.denied ? 'denied' : ''} ${near ? 'near' : ''}`} d=${`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />`;
}
