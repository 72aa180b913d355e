// Which part of a long list is in sight, and where keys move in it. Pure functions.

const SPARE = 8;

/** Which rows are in sight. */
export function inSight({ top, view, height, total }) {
  const first = Math.max(0, Math.floor(top / height) - SPARE);
  const last = Math.min(total, Math.ceil((top + view) / height) + SPARE);
  return { first: Math.min(first, Math.max(0, total - 1)), last };
}

/** Where a key moves the choice. */
export function moved(key, at, { page, total }) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total, End: total };
  if (!(key in steps) || !total) return null;
  const from = at < 0 ? (steps[key] > 0 ? -1 : 0) : at;
  return Math.max(0, Math.min(total - 1, from + steps[key]));
}
