// The plain logic behind pictures of knowledge, patches and pasts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf, valueOf } from '../src/pages/actors/states.js';
import { clausesOf, cut, goalOf, graphOf, placed } from '../src/pages/reasoning/clauses.js';
import { filesOf } from '../src/parts/patch.js';

test('clauses are cut at full stops outside of quotes and comments', () => {
  const text = "a(1.5).\nb('x. y') :- a(Z). % c. d.\n\"p. q\".";
  assert.deepEqual(clausesOf(text), ['a(1.5)', "b('x. y') :- a(Z)", '% c. d.\n"p. q"']);
  assert.deepEqual(cut("f(a, b), 'c, d', [e, f]", ','), ['f(a, b)', "'c, d'", '[e, f]']);
});

test('a goal is its name and arity, and denied where it says so', () => {
  assert.deepEqual(goalOf('mortal(X)'), { name: 'mortal/1', denied: false });
  assert.deepEqual(goalOf('\\+ likes(X, f(Y, Z))'), { name: 'likes/2', denied: true });
  assert.deepEqual(goalOf('\\+ (rain)'), { name: 'rain/0', denied: true });
  assert.deepEqual(goalOf('nothing(X)'), { name: 'nothing/1', denied: false });
  assert.equal(goalOf('X > 1'), null);
});

test('what rests on others stands right of them, circles included', () => {
  const graph = graphOf('mortal(X) :- human(X).\nhuman(X) :- greek(X), \\+ god(X).\ngreek(ada).\nA :- b.\np(X) :- q(X).\nq(X) :- p(X).');
  assert.equal(graph.left, 1);
  assert.deepEqual(graph.edges.find((edge) => edge.denied), { from: 'god/1', to: 'human/1', denied: true });
  const column = Object.fromEntries(placed(graph).map((node) => [node.name, node.column]));
  assert.ok(column['greek/1'] < column['human/1'] && column['human/1'] < column['mortal/1'], JSON.stringify(column));
  assert.equal(graph.nodes.find((node) => node.name === 'greek/1').facts, 1);
  const places = new Set(placed(graph).map((node) => `${node.column} ${node.row}`));
  assert.equal(places.size, graph.nodes.length, 'no two stand in one place');
});

test('a knowledge base of any size gives a picture of bounded size', () => {
  const text = Array.from({ length: 5000 }, (_, index) => `p${index}(X) :- p${index + 1}(X).`).join('\n');
  const graph = graphOf(text, 300);
  assert.equal(graph.nodes.length, 300);
  assert.equal(placed(graph).length, 300);
});

test('a patch is files with lines that came and went', () => {
  const patch = [
    'diff --git a/menu.md b/menu.md', 'index 1..2 100644', '--- a/menu.md', '+++ b/menu.md',
    '@@ -1,2 +1,2 @@', ' # Menu', '-- old', '+- new <b>', '\\ No newline at end of file',
    'diff --git "a/\\303\\244.txt" "b/\\303\\244.txt"', 'new file mode 100644', '@@ -0,0 +1 @@', '+++ b', '',
  ].join('\n');
  const files = filesOf(patch);
  assert.deepEqual(files.map(({ name, added, removed }) => [name, added, removed]), [['menu.md', 1, 1], ['\\303\\244.txt', 1, 0]]);
  assert.deepEqual(files[0].lines.map((line) => line.kind), ['place', 'same', 'removed', 'added', 'about']);
  assert.deepEqual(filesOf(''), []);
});

test('the state at an event is the last one set before it', () => {
  const events = ['ActorStarted', 'WasmCall', 'StateChanged', 'WasmCall', 'WasmResult'].map((type) => ({ type }));
  assert.deepEqual([0, 1, 2, 4].map((at) => sourceOf(events, at)), [0, 0, 2, 2]);
  assert.equal(sourceOf([{ type: 'WasmCall' }], 0), -1);
  assert.deepEqual([valueOf('{"a":1}'), valueOf('5'), valueOf('plain'), valueOf(undefined)], [{ a: 1 }, 5, 'plain', null]);
});
