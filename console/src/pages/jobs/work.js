// What a session changed so far, and with whom it would collide.

import { html } from '../../html.js';
import { Card, Notice, Wrong } from '../../parts/basics.js';
import { Diff } from '../../parts/diff.js';
import { many } from '../../parts/format.js';
import { useLoad } from '../../parts/load.js';
import { href } from '../../state/route.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';

const ENDPOINT = '/mcp/orchestrator';

/** The card of a session's work. */
export function Work({ id, turn }) {
  const aside = html`<a href=${href('jobs')}>Close</a>`;
  return html`<${Card} title=${`Work of session ${id}`} aside=${aside} class="job">
    <${Forecast} id=${id} turn=${turn} />
    <${SessionDiff} id=${id} turn=${turn} />
  <//>`;
}

/** What the session changed, committed or not. */
export function SessionDiff({ id, turn }) {
  const diff = useLoad(() => client.call(ENDPOINT, 'get_session_diff', { session_id: id }), [id, turn]);
  if (!hasTool('orchestrator', 'get_session_diff')) return null;
  return html`<${Wrong} error=${diff.error} />
    ${diff.value && html`<h3>${many(diff.value.files_changed.length, 'file')} changed</h3>
      <${Diff} patch=${diff.value.diff} truncated=${diff.value.truncated} />`}`;
}

function Forecast({ id, turn }) {
  const forecast = useLoad(() => client.call(ENDPOINT, 'forecast_conflicts', { session_id: id }), [id, turn]);
  if (!hasTool('orchestrator', 'forecast_conflicts')) return null;
  return html`<${Wrong} error=${forecast.error} />
    ${forecast.value && html`<${Conflicts} list=${forecast.value.conflicts} />`}`;
}

/** The sessions a merge would stop at, with the files. */
export function Conflicts({ list }) {
  if (!list.length) return html`<${Notice} tone="good">A merge with any other open session would go through.<//>`;
  return html`<${Notice} tone="warn" title="It would collide">
    <ul>${list.map((it) => html`<li key=${it.session_id}>with <a href=${href('jobs', 'session', it.session_id)}>${it.session_id}</a>${' '}
      on <code>${it.branch}</code> in ${it.files.map((file) => html`<code key=${file}>${file}</code> `)}</li>`)}</ul>
  <//>`;
}
