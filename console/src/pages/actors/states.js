// The state an actor had at an event, found in its chain. Pure functions.

const CARRY = new Set(['ActorStarted', 'StateChanged', 'ActorRestored']);

/** The event that gave the state which counted at `index`, events oldest first; -1 if it is older. */
export function sourceOf(events, index) {
  for (let at = Math.min(index, events.length - 1); at >= 0; at -= 1) {
    if (CARRY.has(events[at].type)) return at;
  }
  return -1;
}

/** A state as a value: JSON where it is JSON, else its text, or its bytes in base64. */
export function valueOf(state) {
  if (typeof state !== 'string') return state ?? null;
  try {
    return JSON.parse(state);
  } catch {
    return state;
  }
}
