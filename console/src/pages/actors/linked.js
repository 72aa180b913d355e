// Whether each event of a chain holds on to the one before it. A pure function.

/** The newest first, each marked by whether it names the one before it. */
export function linked(events) {
  return events.map((event, index) => {
    const before = events[index - 1];
    const holds = !before || event.previous_id === undefined || event.previous_id === before.event_id;
    return { ...event, holds };
  }).reverse();
}
