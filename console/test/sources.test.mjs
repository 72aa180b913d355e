// The sources' own rules: every file says first what it is for, and none grows long.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

test('every file opens with what it is for and stays short', () => {
  const files = [...sources('src'), ...sources('test'), join(root, 'build.mjs')];
  assert.ok(files.length > 30);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^(\/\/|\/\*) [A-Z]/, `${file} does not say what it is for`);
    assert.ok(text.split('\n').length <= 300, `${file} is longer than 300 lines`);
  }
});

test('nothing makes markup from text', () => {
  for (const file of sources('src')) {
    const text = readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/, file);
  }
});
