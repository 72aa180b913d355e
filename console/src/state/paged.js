// A long list of which only the pages somebody looks at are read. Plain logic: where the pages come
// from is handed in.

const PAGE = 200;
const KEPT = 40;

/** A list; `fetchPage(from, limit)` gives `{ total, items }`, `changed` hears of every answer. */
export function createPaged(fetchPage, changed, page = PAGE) {
  const pages = new Map();
  const asked = new Set();
  let total = null;

  async function load(number) {
    if (asked.has(number)) return;
    asked.add(number);
    try {
      const answer = await fetchPage(number * page, page);
      total = answer.total;
      pages.delete(number);
      pages.set(number, answer.items);
      // Those read longest ago go first; they are read again when somebody comes back.
      while (pages.size > KEPT) pages.delete(pages.keys().next().value);
      changed(null);
    } catch (error) {
      changed(error);
    } finally {
      asked.delete(number);
    }
  }

  const around = (first, last) => {
    const numbers = [];
    for (let number = Math.floor(first / page); number * page < Math.max(last, 1); number += 1) numbers.push(number);
    return numbers;
  };

  return {
    /** How long the whole list is, once it is known. */
    get total() {
      return total;
    },
    /** The item at an index, if its page was read. */
    at: (index) => pages.get(Math.floor(index / page))?.[index % page],
    /** Where an item stands, among the pages that were read. */
    find(fits) {
      for (const [number, items] of pages) {
        const at = items.findIndex(fits);
        if (at >= 0) return number * page + at;
      }
      return -1;
    },
    /** Reads what is missing between two indices. */
    need: (first, last) => Promise.all(around(first, last).filter((number) => !pages.has(number)).map(load)),
    /** Reads what is in sight again, and forgets the rest, which may be old by now. */
    async refresh(first, last) {
      const numbers = around(first, last);
      for (const number of [...pages.keys()]) if (!numbers.includes(number)) pages.delete(number);
      await Promise.all(numbers.map(load));
    },
  };
}
