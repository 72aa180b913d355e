// A job's log, one page of it at a time: the newest as it grows, or any older one. A log of any size
// costs no more than a page.

import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Wrong } from '../../parts/basics.js';
import { count } from '../../parts/format.js';
import { useLoad } from '../../parts/load.js';
import { client } from '../../state/session.js';
import { spoken } from './spoken.js';

const LINES = 500;

/** The log; `turn` changes when the job said something. */
export function Log({ id, turn }) {
  // Where the page ends: nothing for the newest one, and the way back to it for older ones.
  const ends = useSignal([]);
  const isRaw = useSignal(false);
  const end = ends.value.at(-1);
  const page = useLoad(() => {
    const place = end === undefined ? {} : { before: end };
    return client.call('/mcp/orchestrator', 'get_job_logs', { job_id: id, tail: LINES, ...place });
  }, [id, end, end === undefined ? turn : 0]);
  const { content = '', from = 0, size = 0, gap = false } = page.value ?? {};
  const isWhole = from === 0 && ends.value.length === 0;
  // A page on its way does not lock the buttons: it may come again whenever the job says something.
  const older = () => from !== end && (ends.value = [...ends.value, from]);
  const newer = () => (ends.value = ends.value.slice(0, -1));
  const readable = spoken(content);
  return html`<div class="log-head"><h3>What it printed</h3>
      ${(readable !== content || isRaw.value) && html`<button type="button" class="quiet" aria-pressed=${isRaw.value} onClick=${() => (isRaw.value = !isRaw.value)}>To the letter</button>`}
    </div>
    <${Wrong} error=${page.error} />
    <${Text} text=${isRaw.value ? content : readable} follow=${end === undefined} />
    ${!isWhole && html`<div class="actions below">
      <button type="button" disabled=${from === 0} onClick=${older}>Earlier</button>
      <button type="button" disabled=${end === undefined} onClick=${newer}>Later</button>
      <button type="button" disabled=${end === undefined} onClick=${() => (ends.value = [])}>Newest</button>
      <span class="dim log-place">from byte ${count(from)} of ${count(size)}</span>
    </div>`}
    ${gap && html`<p class="hint">It grew past its limit: what it printed between its beginning and its end was left out.</p>`}`;
}

/** Follows the end unless somebody scrolled away from it. */
function Text({ text, follow }) {
  const box = useRef(null);
  const atEnd = useRef(true);
  const scrolled = ({ currentTarget: it }) => (atEnd.current = it.scrollTop + it.clientHeight > it.scrollHeight - 20);
  useEffect(() => {
    if (follow && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, follow]);
  return html`<pre class="log" ref=${box} onScroll=${scrolled} tabindex="0" aria-label="Log">${text || 'Nothing yet.'}</pre>`;
}
