// Finding a quotation in the text of its page. A pure function.

/** Cuts a text around a quotation; line breaks and double spaces count as one space. */
export function around(text, wanted) {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [text, '', ''];
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const found = new RegExp(pattern, 'u').exec(text);
  if (!found) return [text, '', ''];
  const end = found.index + found[0].length;
  return [text.slice(0, found.index), found[0], text.slice(end)];
}
