// The pages' plain logic: windows of rows, quotations, proofs, chains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from '../src/pages/actors/bytes.js';
import { linked } from '../src/pages/actors/linked.js';
import { around } from '../src/pages/avatars/quote.js';
import { steps } from '../src/pages/reasoning/steps.js';
import { inSight, moved } from '../src/parts/window.js';

test('only rows in sight are drawn, however many there are', () => {
  const { first, last } = inSight({ top: 3_600_000, view: 600, height: 36, total: 1_000_000 });
  assert.ok(first <= 100_000 && last >= 100_017 && last - first < 40, `${first} to ${last}`);
  assert.deepEqual(inSight({ top: 0, view: 600, height: 36, total: 0 }), { first: 0, last: 0 });
  const short = inSight({ top: 9999, view: 600, height: 36, total: 3 });
  assert.ok(short.first <= 2 && short.last === 3);
});

test('keys move within the list', () => {
  const list = { page: 10, total: 25 };
  assert.equal(moved('ArrowDown', -1, list), 0);
  assert.equal(moved('ArrowUp', 0, list), 0);
  assert.equal(moved('PageDown', 20, list), 24);
  assert.equal(moved('End', 3, list), 24);
  assert.equal(moved('Home', 3, list), 0);
  assert.equal(moved('x', 3, list), null);
  assert.equal(moved('ArrowDown', 0, { page: 10, total: 0 }), null);
});

test('a quotation is found across line breaks and never as a pattern', () => {
  assert.deepEqual(around('a b\n  c d', 'b c'), ['a ', 'b\n  c', ' d']);
  assert.deepEqual(around('what? (yes)', '(yes)'), ['what? ', '(yes)', '']);
  assert.deepEqual(around('text', 'other'), ['text', '', '']);
  assert.deepEqual(around('text', ''), ['text', '', '']);
});

test('a proof of any depth is counted', () => {
  let node = { goal: 'leaf', children: [] };
  for (let depth = 0; depth < 20_000; depth += 1) node = { goal: `g${depth}`, children: [node] };
  assert.equal(steps([node]), 20_001);
  assert.equal(steps([node], 50), 50);
  assert.equal(steps([]), 0);
});

test('a chain whose link names another event is marked', () => {
  const events = [
    { event_id: 'a', previous_id: null },
    { event_id: 'b', previous_id: 'a' },
    { event_id: 'd', previous_id: 'c' },
  ];
  assert.deepEqual(linked(events).map((event) => event.holds), [false, true, true]);
});

test('messages travel as base64 and come back as text', () => {
  for (const text of ['', 'hello', 'grüße ✓']) assert.equal(decode(encode(text)), text);
  assert.equal(decode('/w=='), '/w==', 'what is no text stays as it is');
});
