// The button that makes a page of evidence: one file to read, mail and check without this server.

import { html } from '../html.js';
import { hasTool } from '../state/services.js';
import { client } from '../state/session.js';
import { Wrong } from './basics.js';
import { save } from './download.js';
import { useAction } from './load.js';

/** Makes the page about `kind` `id` and hands it to the browser as a file. */
export function EvidenceButton({ kind, id, question }) {
  const make = useAction(async () => {
    const asked = question ? { kind, id, question } : { kind, id };
    const page = await client.call('/mcp/house', 'make_evidence', asked);
    save(page.html, `evidence-${kind}-${page.event}.html`, 'text/html');
    return page;
  });
  if (!hasTool('house', 'make_evidence')) return null;
  return html`<span class="evidence-button">
    <button type="button" class="quiet" disabled=${make.busy} onClick=${() => make.run()}
      title="One page with its proof inside, to keep or to send">${make.busy ? 'Making it' : 'Save as evidence'}</button>
    <span class="hint" aria-live="polite">${make.value && 'Saved. The page checks itself, and so does ensemble audit check.'}</span>
    <${Wrong} error=${make.error} />
  </span>`;
}
