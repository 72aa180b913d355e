// A patch as files with their lines, as `git diff` writes it. Pure functions.

/** The files of a patch: name, how much came and went, and the lines. */
export function filesOf(patch) {
  const files = [];
  let file = null;
  let inside = false;
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = { name: nameOf(line), added: 0, removed: 0, lines: [] };
      files.push(file);
      inside = false;
    } else if (file) {
      if (line.startsWith('@@')) inside = true;
      // The name is said already, and nobody reads blob numbers.
      if (!inside && /^(index|---|\+\+\+) /.test(line)) continue;
      const kind = kindOf(line, inside);
      if (kind === 'added' || kind === 'removed') file[kind] += 1;
      if (line || inside) file.lines.push({ kind, text: line });
    }
  }
  for (const it of files) while (it.lines.at(-1)?.text === '') it.lines.pop();
  return files;
}

/** The name after the change; git quotes names that are not plain. */
function nameOf(line) {
  const names = line.slice('diff --git '.length);
  const quoted = / "b\/(.*)"$/.exec(names);
  if (quoted) return quoted[1];
  const at = names.lastIndexOf(' b/');
  return at < 0 ? names : names.slice(at + 3);
}

function kindOf(line, inside) {
  if (line.startsWith('@@')) return 'place';
  if (!inside) return 'about';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('\\') ? 'about' : 'same';
}
