// The list of events as pages of the journal, newest first, loaded backwards as far as somebody
// looks. Plain logic: where the pages come from is handed in.

const FIRST_WINDOW = 500;
const LARGEST_WINDOW = 1 << 20;

/** Which of the filter's fields an event must match. */
export function matches(filter, event) {
  return ['service', 'kind', 'stream', 'principal'].every(
    (field) => !filter[field] || filter[field] === event[field],
  );
}

/**
 * A backwards reader. `fetchPage(after, limit)` gives the matching events after a number, oldest
 * first. Nothing is read twice and nothing between two pages is left out: each window of numbers
 * is read to its end before the next older one is opened.
 */
export function backwards(fetchPage, before, { limit = 1000, floor = 0 } = {}) {
  let low = before;
  let size = FIRST_WINDOW;

  async function window(from, to) {
    const found = [];
    let after = from;
    while (after < to - 1) {
      const page = await fetchPage(after, limit);
      const inside = page.filter((event) => event.seq < to);
      found.push(...inside);
      if (page.length < limit || inside.length < page.length) break;
      after = page.at(-1).seq;
    }
    return found;
  }

  return {
    /** Whether the first event has been reached. */
    get done() {
      return low <= floor + 1;
    },
    /** The lowest number looked at so far. */
    get low() {
      return low;
    },
    /** The next older events, newest first; an empty answer means there are none left. */
    async older() {
      while (low > floor + 1) {
        const from = Math.max(floor, low - 1 - size);
        const found = await window(from, low);
        low = from + 1;
        size = found.length < limit / 2 ? Math.min(size * 4, LARGEST_WINDOW) : FIRST_WINDOW;
        if (found.length) return found.reverse();
      }
      return [];
    },
  };
}
