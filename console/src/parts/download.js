// Hands a text to the browser as a file.

const KEPT = 10_000;

/** Saves `parts`, a text or a list of them, under a name. */
export function save(parts, name, type) {
  const url = URL.createObjectURL(new Blob([parts].flat(), { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
