// The projects with their open sessions; closing one, and taking that back.

import { html } from '../../html.js';
import { Ago } from '../../parts/ago.js';
import { Badge, Card, Empty, Notice, Wrong } from '../../parts/basics.js';
import { useAction } from '../../parts/load.js';
import { href } from '../../state/route.js';
import { client } from '../../state/session.js';

const TONES = { running: 'accent', blocked: 'warn', idle: 'plain' };

/** The card of all projects. */
export function Sessions({ projects, sessions }) {
  const close = useAction(async (tool, session_id) => ({ tool, session_id, ...(await client.call('/mcp/orchestrator', tool, { session_id })) }));
  const closed = close.value?.tool === 'close_session' && close.value.session_id;
  return html`<${Card} title="Projects and sessions">
    <${Wrong} error=${close.error} />
    <div aria-live="polite">${close.value && html`<${Notice} tone="good">${close.value.message}
      ${closed && html` <button type="button" disabled=${close.busy} onClick=${() => close.run('undo_close', closed)}>Undo</button>`}<//>`}</div>
    ${!projects.length && html`<${Empty} title="No project yet">Register a repository to begin.<//>`}
    ${projects.map((project) => html`<div key=${project.project_id} class="project">
      <h3>${project.name} <code>${project.path}</code></h3>
      <ul>${sessions.filter((it) => it.project_id === project.project_id).map((session) => html`<li key=${session.session_id}>
        <div><a href=${href('jobs', 'session', session.session_id)} aria-label=${`Work of session ${session.session_id}`}><strong>${session.session_id}</strong></a> ${session.display_name} <code>${session.branch}</code>
          <div class="hint">${session.blocked_reason ?? session.last_summary ?? ''} <${Ago} at=${session.last_activity_at} /></div></div>
        <div class="actions"><${Badge} tone=${TONES[session.state] ?? 'plain'}>${session.state}<//>
          <button type="button" class="quiet" disabled=${close.busy} aria-label=${`Close session ${session.session_id}`}
            onClick=${() => close.run('close_session', session.session_id)}>Close session</button></div>
      </li>`)}</ul>
    </div>`)}
  <//>`;
}
