// The last proof that the journal is whole, shared by the pages that show it.

import { effect, signal } from '@preact/signals';
import { head } from './journal.js';
import { hasTool } from './services.js';
import { client, link } from './session.js';

// Up to here a check takes a moment, so the first one is made without being asked for.
const SHORT = 50_000;

/** `{ busy, done, total, result, error, at }` of the newest check. */
export const verification = signal({ busy: false });

/** Asks the server to check every link. */
export async function verify() {
  if (verification.value.busy) return;
  verification.value = { busy: true };
  try {
    const progress = ({ progress: done, total }) => (verification.value = { busy: true, done, total });
    const params = { name: 'verify_audit', arguments: {}, _meta: { progressToken: 'verify' } };
    const result = await client.request('/mcp/house', 'tools/call', params, { progress });
    if (result.isError) throw new Error(result.content?.[0]?.text ?? 'the check failed');
    verification.value = { busy: false, result: result.structuredContent, at: new Date().toISOString() };
  } catch (error) {
    verification.value = { busy: false, error };
  }
}

const stop = effect(() => {
  if (link.value !== 'live' || !head.value || !hasTool('house', 'verify_audit')) return;
  queueMicrotask(() => stop());
  if (head.peek() <= SHORT) verify();
});
