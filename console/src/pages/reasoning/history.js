// The past of a session: each change, and going another way from there.

import { html } from '../../html.js';
import { Badge, Card, Wrong } from '../../parts/basics.js';
import { time } from '../../parts/format.js';
import { useAction, useLoad } from '../../parts/load.js';
import { go } from '../../state/route.js';
import { hasTool } from '../../state/services.js';
import { client } from '../../state/session.js';

const ENDPOINT = '/mcp/reasoner';
const SHOWN = 200;

/** The card of a session's changes. */
export function History({ session }) {
  const served = hasTool('reasoner', 'session_history');
  const past = useLoad(
    () => (served ? client.call(ENDPOINT, 'session_history', { sessionId: session.id, from: Math.max(0, (session.version ?? 0) - SHOWN), limit: SHOWN }) : null),
    [session.id, session.version],
  );
  const fork = useAction(async (version) => {
    const made = await client.call(ENDPOINT, 'session_fork', { sessionId: session.id, asOf: version });
    go('reasoning', made.data.id);
  });
  if (!served) return null;
  const changes = [...(past.value?.changes ?? [])].reverse();
  return html`<${Card} title="How it came to this">
    <${Wrong} error=${past.error ?? fork.error} />
    ${!changes.length && html`<p class="dim">No change yet.</p>`}
    <ol class="changes">${changes.map((change) => html`<li key=${change.version}>
      <div><${Badge}>${change.version}<//> <strong>${change.action}</strong> <span class="dim">${change.author}, ${time(change.at)}</span></div>
      <ul>
        ${change.added.map((it) => html`<li key=${`a${it.label}`} class="added"><span class="hidden">added</span>${it.text}</li>`)}
        ${change.removed.map((it) => html`<li key=${`r${it.label}`} class="removed"><span class="hidden">taken back</span>${it.text}</li>`)}
      </ul>
      ${hasTool('reasoner', 'session_fork') && html`<button type="button" class="quiet" disabled=${fork.busy}
        aria-label=${`Fork here, at version ${change.version}`} onClick=${() => fork.run(change.version)}>Fork here</button>`}
    </li>`)}</ol>
  <//>`;
}
