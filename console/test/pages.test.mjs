// The pages' plain logic: windows of rows, quotations, proofs, chains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from '../src/pages/actors/bytes.js';
import { joined, linked } from '../src/pages/actors/linked.js';
import { howFar } from '../src/pages/avatars/progress.js';
import { around } from '../src/pages/avatars/quote.js';
import { story, troubles } from '../src/pages/home/story.js';
import { spoken } from '../src/pages/jobs/spoken.js';
import { steps } from '../src/pages/reasoning/steps.js';
import { inSight, moved } from '../src/parts/window.js';
import { createPaged } from '../src/state/paged.js';
import { best, score } from '../src/state/rank.js';

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
  const forged = [{ event_id: 'a', previous_id: null, verified: true }, { event_id: 'b', previous_id: 'a', verified: false }];
  assert.deepEqual(linked(forged).map((event) => event.holds), [false, true]);
});

test('messages travel as base64 and come back as text', () => {
  for (const text of ['', 'hello', 'grüße ✓']) assert.equal(decode(encode(text)), text);
  assert.equal(decode('/w=='), '/w==', 'what is no text stays as it is');
});

test('pages of a chain are one chain, and what is missing in between is not passed over', () => {
  const event = (sequence) => ({ sequence });
  const numbers = (events) => events.map((it) => it.sequence);
  assert.deepEqual(numbers(joined([event(1), event(2)], [event(2), event(3)])), [1, 2, 3]);
  assert.deepEqual(numbers(joined([event(1), event(2)], [event(4), event(5)])), [4, 5]);
  assert.deepEqual(joined([], []), []);
});

test('of a hundred thousand things only those in sight are read', async () => {
  const all = Array.from({ length: 100_000 }, (_, index) => ({ id: `a${index}` }));
  const asked = [];
  let answers = 0;
  const list = createPaged(async (from, limit) => {
    asked.push(from);
    return { total: all.length, items: all.slice(from, from + limit) };
  }, () => (answers += 1));
  await list.need(0, 20);
  await list.need(50_190, 50_210);
  assert.deepEqual(asked, [0, 50_000, 50_200]);
  assert.equal(answers, 3);
  assert.equal(list.total, 100_000);
  assert.equal(list.at(50_205).id, 'a50205');
  assert.equal(list.at(70_000), undefined);
  assert.equal(list.find((it) => it.id === 'a50205'), 50_205);
  assert.equal(list.find((it) => it.id === 'a9999'), -1);
  all.shift();
  await list.refresh(0, 20);
  assert.equal(list.at(0).id, 'a1');
  assert.equal(list.at(50_205), undefined, 'what nobody looks at may be old');
});

test('a page that cannot be read is told and asked for again', async () => {
  let broken = true;
  const told = [];
  const list = createPaged(async () => {
    if (broken) throw new Error('gone');
    return { total: 1, items: [{ id: 'a' }] };
  }, (error) => told.push(error?.message ?? 'fine'));
  await list.need(0, 10);
  broken = false;
  await list.need(0, 10);
  assert.deepEqual(told, ['gone', 'fine']);
});

test('an agent\'s messages read as words, and what is none of them stays', () => {
  const log = [
    '{"type":"system","subtype":"init"}',
    'plain <b>text</b>',
    '{"type":"assistant","message":{"content":[{"type":"text","text":"I push"},{"type":"tool_use","name":"Bash","input":{"command":"git push"}}]}}',
    '{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"no\\nway"}]}}',
    '{"odd": 1}',
    '{broken',
    '{"type":"result","is_error":false,"result":"done"}',
    '',
  ].join('\n');
  assert.equal(spoken(log), ['plain <b>text</b>', 'I push', '› Bash git push', '✗ no', '✗ way', '{"odd": 1}', '{broken', 'It ended: done', ''].join('\n'));
});

test('the bar moves with the passages of a document', () => {
  assert.equal(howFar({ number: 2, passages: [250, 1000] }), 1.25);
  assert.equal(howFar({ number: 2 }), 2);
  assert.equal(howFar({ number: 1, passages: [0, 0] }), 1);
});

const happened = (seq, kind, stream, data, service = 'theater') => ({ seq, kind, stream, data, service, at: '2026-11-16T12:00:00Z' });

test('what happened is told in sentences, and what goes on and on is told once', () => {
  const id = '34c534d9-a811-4533-96cb-6df71ee008b8';
  const advanced = (seq, events) => happened(seq, 'actor.advanced', `actor/${id}`, { actor_id: id, name: 'waiter', events });
  const told = story([
    happened(1, 'house.started', 'house', {}, 'house'),
    advanced(2, 4),
    happened(3, 'job.progress', 'session/S1', { line: 'x' }, 'orchestrator'),
    advanced(4, 42),
    happened(5, 'job.completed', 'session/S2', { session_id: 'S2', branch: 'winter-tea', files_changed: ['a'], result_summary: 'Done\nmore' }, 'orchestrator'),
    happened(6, 'odd.new_kind', 'x', { some: 'thing' }, 'house'),
  ]);
  assert.deepEqual(told.map((it) => `${it.who} ${it.text}`), [
    'odd new kind some thing',
    'S2 on winter-tea is done: Done',
    'waiter went on by 38 events',
    'The house started',
  ]);
  assert.deepEqual(told[2].to, ['actors', id]);
});

test('what failed needs a person until it goes on', () => {
  const failed = (seq, stream) => happened(seq, 'actor.failed', stream, { name: stream, failure: 'trap' });
  const list = [failed(1, 'a'), failed(2, 'b'), happened(3, 'actor.restarted', 'a', { name: 'a' })];
  assert.deepEqual(troubles(list).map((it) => it.who), ['b']);
});

test('names are found by their start, a word, a part or their letters', () => {
  assert.ok(score('winter-tea', 'winter-tea') > score('winter-tea', 'winter'));
  assert.ok(score('winter-tea', 'winter') > score('winter-tea', 'tea'));
  assert.ok(score('winter-tea', 'tea') > score('steam', 'tea'));
  assert.ok(score('winter-tea', 'wtea') > 0);
  assert.equal(score('winter-tea', 'xyz'), 0);
  const items = [{ kind: 'tool', title: 'list_jobs' }, { kind: 'page', title: 'Jobs' }];
  assert.deepEqual(best(items, 'jobs', 5).map((it) => it.title), ['Jobs', 'list_jobs']);
  assert.deepEqual(best(items, '', 5).map((it) => it.title), ['Jobs'], 'tools are many: only when asked for');
});
