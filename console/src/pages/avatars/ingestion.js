// How far the adding of writings has come. Another process does it, so the page looks every moment
// while somebody looks at the page.

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card, Notice } from '../../parts/basics.js';
import { ago, count, many } from '../../parts/format.js';
import { client, link } from '../../state/session.js';
import { howFar } from './progress.js';

const EVERY = 1500;

/** What is being added to an avatar now; `ended` is called when it is done. */
export function useIngestion(id, ended) {
  const state = useSignal(null);
  useEffect(() => {
    if (!id) return undefined;
    let timer = null;
    let isGone = false;
    const look = async () => {
      if (document.visibilityState === 'visible' && link.peek() === 'live') {
        const before = state.peek();
        const now = await client.read('/mcp/avatar', `avatar://${encodeURIComponent(id)}/ingestion`).catch(() => null);
        if (isGone) return;
        if (JSON.stringify(now) !== JSON.stringify(before)) state.value = now;
        if (before?.running && !now?.running) ended();
      }
      timer = setTimeout(look, EVERY);
    };
    look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, link.value === 'live']);
  return state.value;
}

/** The card; nothing while nothing is added. */
export function Ingestion({ state }) {
  if (!state?.step) return null;
  if (!state.running) {
    return html`<${Notice} tone="warn" title="Adding writings was cut off">
      It had come to ${state.number} of ${state.of}. Run <code>ensemble avatar add</code> again: it goes on where it stopped.
    <//>`;
  }
  const words = state.step === 'reading' ? 'Reading' : 'Putting into the index';
  const [done, all] = state.passages ?? [];
  return html`<${Card} title="Adding writings" aside=${html`<span class="dim">began ${ago(state.started_at)}</span>`}>
    <label class="bar" for="ingestion">${words} ${state.number} of ${state.of}</label>
    <progress id="ingestion" max=${state.of} value=${howFar(state)}></progress>
    ${state.file && html`<p class="hint"><code>${state.file}</code></p>`}
    ${all && html`<p class="hint">${count(done)} of its ${many(all, 'passage')} done</p>`}
  <//>`;
}
