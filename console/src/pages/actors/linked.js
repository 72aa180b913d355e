// Chains of events: whether each holds on to the one before it, and pages put together. Pure functions.

/**
 * The newest first, each marked by whether it holds: its hash was found right by the server, and it
 * names the one before it.
 */
export function linked(events) {
  return events.map((event, index) => {
    const before = events[index - 1];
    const names = !before || event.previous_id === undefined || event.previous_id === before.event_id;
    return { ...event, holds: names && event.verified !== false };
  }).reverse();
}

/** What is known and what was read now, oldest first, as far back from the newest as nothing is missing. */
export function joined(known, fresh) {
  const all = new Map([...known, ...fresh].map((event) => [event.sequence, event]));
  const sorted = [...all.values()].sort((a, b) => a.sequence - b.sequence);
  let from = sorted.length - 1;
  while (from > 0 && sorted[from - 1].sequence === sorted[from].sequence - 1) from -= 1;
  return sorted.slice(Math.max(from, 0));
}
