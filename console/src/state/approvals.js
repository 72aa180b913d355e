// What waits for a person, known on every page so that the badge and the title can count it.

import { effect, signal } from '@preact/signals';
import { onEvents } from './journal.js';
import { hasTool, services } from './services.js';
import { client, link } from './session.js';

const ENDPOINT = '/mcp/orchestrator';

/** The open questions, oldest first. */
export const pending = signal([]);
/** Why they could not be read. */
export const trouble = signal(null);

/** Reads them again; through the resource, because looking is not worth a line in the journal. */
export async function loadPending() {
  if (!hasTool('orchestrator', 'list_pending_approvals')) return;
  try {
    pending.value = (await client.read(ENDPOINT, 'approvals://pending')).pending;
    trouble.value = null;
  } catch (error) {
    trouble.value = error;
  }
}

const KINDS = /^(job|approval|session)\./;

onEvents((events) => {
  const fits = events.some((event) => event.service === 'orchestrator' && KINDS.test(event.kind) && event.kind !== 'job.progress');
  if (fits) loadPending();
});

effect(() => {
  if (link.value === 'live' && services.value.length) loadPending();
});
