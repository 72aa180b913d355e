// The last proof that the journal is whole, shared by the pages that show it.

import { signal } from '@preact/signals';
import { client } from './session.js';

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
