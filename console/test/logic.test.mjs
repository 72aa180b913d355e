// The console's plain logic: streams, pages, forms, rows, counters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerText } from '../src/mcp/client.js';
import { split } from '../src/mcp/sse.js';
import * as metrics from '../src/metrics.js';
import { gist, span, took } from '../src/parts/format.js';
import { argumentsOf, fieldsOf, typedOf } from '../src/parts/schema.js';
import { backwards, matches } from '../src/state/pages.js';

test('events of a stream are split wherever the bytes are cut', () => {
  const text = ': hello\n\ndata: {"a":1}\n\ndata: x\ndata: y\r\n\r\ndata: cut';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = split(text.slice(0, cut));
    const second = split(first.rest + text.slice(cut));
    assert.deepEqual([...first.data, ...second.data], ['{"a":1}', 'x\ny'], `cut at ${cut}`);
    assert.equal(second.rest, 'data: cut');
  }
});

/** A journal of `total` events in which every `step`th is of the kind `rare`. */
function journal(total, step) {
  const asked = [];
  const fetchPage = (filter) => async (after, limit) => {
    asked.push(after);
    const found = [];
    for (let seq = after + 1; seq <= total && found.length < limit; seq += 1) {
      const event = { seq, kind: seq % step === 0 ? 'rare' : 'usual' };
      if (matches(filter, event)) found.push(event);
    }
    return found;
  };
  return { asked, fetchPage };
}

async function readAll(reader) {
  const all = [];
  while (!reader.done) all.push(...(await reader.older()));
  return all.map((event) => event.seq);
}

test('reading backwards leaves nothing out and reads nothing twice', async () => {
  for (const total of [0, 1, 499, 500, 501, 1000, 1001, 12_345]) {
    const { fetchPage } = journal(total, 7);
    const seqs = await readAll(backwards(fetchPage({}), total + 1));
    assert.deepEqual(seqs, Array.from({ length: total }, (_, index) => total - index), `${total}`);
  }
});

test('a rare kind in a long journal is found in few reads', async () => {
  const { asked, fetchPage } = journal(1_000_000, 250_000);
  const seqs = await readAll(backwards(fetchPage({ kind: 'rare' }), 1_000_001));
  assert.deepEqual(seqs, [1_000_000, 750_000, 500_000, 250_000]);
  assert.ok(asked.length < 20, `${asked.length} reads`);
});

test('archived events are not asked for', async () => {
  const { asked, fetchPage } = journal(2000, 2);
  const seqs = await readAll(backwards(fetchPage({}), 2001, { floor: 1500 }));
  assert.equal(seqs.at(-1), 1501);
  assert.ok(asked.every((after) => after >= 1500));
});

const SCHEMA = {
  properties: {
    limit: { type: ['integer', 'null'], minimum: 1, description: 'how many' },
    name: { type: 'string' },
    force: { type: 'boolean', default: false },
    state: { $ref: '#/$defs/State' },
    tags: { type: 'array', items: { type: 'string' } },
    rest: { type: 'object' },
    either: { anyOf: [{ $ref: '#/$defs/State' }, { type: 'null' }] },
  },
  required: ['name'],
  $defs: { State: { oneOf: [{ const: 'idle', description: 'waits' }, { const: 'busy' }] } },
};

test('a form is made from a schema and read back', () => {
  const fields = fieldsOf(SCHEMA);
  assert.equal(fields[0].name, 'name');
  const control = Object.fromEntries(fields.map((field) => [field.name, field.control]));
  assert.deepEqual(control, {
    name: 'text', limit: 'number', force: 'choice', state: 'choice', tags: 'lines', rest: 'json', either: 'choice',
  });
  const given = { name: 'x', limit: 3, force: true, state: 'busy', tags: ['a', 'b'], rest: { deep: [1] }, either: 'idle' };
  assert.deepEqual(argumentsOf(fields, typedOf(fields, given)), given);
  assert.deepEqual(argumentsOf(fields, {}), { name: '' });
  assert.throws(() => argumentsOf(fields, { rest: '{' }), /`rest` is not JSON/);
});

test('counters are added up over protocols and tools', () => {
  const text = [
    '# TYPE mcp_server_operation_duration_seconds histogram',
    'mcp_server_operation_duration_seconds_count{mcp_method_name="tools/call",gen_ai_tool_name="a",error_type=""} 8',
    'mcp_server_operation_duration_seconds_count{mcp_method_name="tools/call",gen_ai_tool_name="b",error_type="X"} 2',
    'mcp_server_operation_duration_seconds_bucket{le="0.01",mcp_method_name="tools/call"} 6',
    'mcp_server_operation_duration_seconds_bucket{le="0.1",mcp_method_name="tools/call"} 9',
    'mcp_server_operation_duration_seconds_bucket{le="+Inf",mcp_method_name="tools/call"} 10',
    'mcp_server_operation_duration_seconds_count{mcp_method_name="tools/list"} 99',
    'ensemble_connections{network_protocol_name="unix"} 2',
    '# EOF',
  ].join('\n');
  const samples = metrics.parse(text);
  const { total, failed, buckets } = metrics.calls(samples);
  assert.deepEqual([total, failed], [10, 2]);
  assert.equal(metrics.quantile(buckets, 0.5), 0.01);
  assert.equal(metrics.quantile(buckets, 0.95), 0.1);
  assert.deepEqual(metrics.open(samples).connections, [['unix', 2]]);
  const later = metrics.since([[0.01, 6], [0.1, 19], [Infinity, 20]], buckets);
  assert.deepEqual(later, [[0.01, 0], [0.1, 10], [Infinity, 10]]);
  assert.equal(metrics.quantile(later, 0.95), 0.1);
});

test('readings become series, with a gap where nothing was called', () => {
  const reading = (at, total) => ({ at, total, buckets: [[0.01, total], [Infinity, total]] });
  const one = metrics.grown({ times: [], rates: [], slow: [] }, reading(10, 0), reading(15, 4), 2);
  assert.deepEqual(one, { times: [15], rates: [48], slow: [0.01] });
  const two = metrics.grown(metrics.grown(one, reading(15, 4), reading(20, 4), 2), reading(20, 4), reading(25, 5), 2);
  assert.deepEqual(two, { times: [20, 25], rates: [0, 12], slow: [null, 0.01] });
});

test('words for numbers', () => {
  assert.deepEqual([span(0), span(59), span(3700), span(90_000)], ['0 s', '59 s', '1 h 1 min', '1 d 1 h']);
  assert.deepEqual([took(0.0004), took(0.25), took(3.21), took(NaN)], ['0.4 ms', '250 ms', '3.2 s', '–']);
  assert.equal(gist({ tool: 'x', left: null, inner: { a: 1 } }), 'tool x · inner {"a":1}');
  assert.equal(headerText('list_events'), 'list_events');
  assert.equal(headerText('é'), '=?base64?w6k=?=');
});
