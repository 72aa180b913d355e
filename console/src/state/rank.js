// How well a name fits what was typed. Plain logic, forgiving: every letter must be there in order.

/** The items that fit, the best first. */
export function best(items, words, most) {
  const wanted = words.toLowerCase();
  const scored = items.map((item, place) => ({ item, place, score: fit(item, wanted) })).filter((it) => it.score > 0);
  scored.sort((a, b) => b.score - a.score || a.place - b.place);
  return scored.slice(0, most).map((it) => it.item);
}

function fit(item, wanted) {
  if (!wanted) return item.kind === 'tool' ? 0 : 1;
  const title = score(item.title.toLowerCase(), wanted);
  const more = score((item.more ?? '').toLowerCase(), wanted) * 0.4;
  const kind = item.kind === 'page' ? 1.1 : item.kind === 'tool' ? 0.8 : 1;
  return Math.max(title, more) * kind;
}

/** One for the whole name, less for a start, a word, a part, or the letters apart. */
export function score(name, wanted) {
  if (!name) return 0;
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 0.9;
  const at = name.indexOf(wanted);
  if (at > 0) return /[\s_\-./#]/.test(name[at - 1]) ? 0.8 : 0.6;
  return wanted.length > 2 && isInside(name, wanted) ? 0.3 : 0;
}

function isInside(name, wanted) {
  let at = 0;
  for (const letter of wanted) {
    at = name.indexOf(letter, at) + 1;
    if (!at) return false;
  }
  return true;
}
