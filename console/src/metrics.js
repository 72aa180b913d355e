// The server's counters, read from the text that monitoring systems read. Pure functions.

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Every sample of the text. */
export function parse(text) {
  const samples = [];
  for (const line of text.split('\n')) {
    if (!line || line.startsWith('#')) continue;
    const match = LINE.exec(line);
    if (!match) continue;
    const labels = Object.fromEntries([...(match[2] ?? '').matchAll(LABEL)].map(([, key, value]) => [key, value]));
    samples.push({ name: match[1], labels, value: Number(match[3]) });
  }
  return samples;
}

const DURATION = 'mcp_server_operation_duration_seconds';

/** How many tool calls there were, how many failed, and in which time they were answered. */
export function calls(samples) {
  const ours = samples.filter((sample) => sample.labels.mcp_method_name === 'tools/call');
  const counts = ours.filter((sample) => sample.name === `${DURATION}_count`);
  const buckets = new Map();
  for (const sample of ours.filter((sample) => sample.name === `${DURATION}_bucket`)) {
    const bound = sample.labels.le === '+Inf' ? Infinity : Number(sample.labels.le);
    buckets.set(bound, (buckets.get(bound) ?? 0) + sample.value);
  }
  const sum = (list) => list.reduce((total, sample) => total + sample.value, 0);
  return {
    total: sum(counts),
    failed: sum(counts.filter((sample) => sample.labels.error_type)),
    buckets: [...buckets].sort(([a], [b]) => a - b),
  };
}

/** What came into the buckets between two readings. */
export function since(now, before) {
  const counted = new Map(before);
  return now.map(([bound, count]) => [bound, Math.max(0, count - (counted.get(bound) ?? 0))]);
}

/** The bound under which a share of the calls stayed; the last finite bound if it lies beyond. */
export function quantile(buckets, share) {
  const total = buckets.at(-1)?.[1] ?? 0;
  if (!total) return NaN;
  const found = buckets.find(([, count]) => count >= share * total);
  if (found[0] !== Infinity) return found[0];
  return buckets.at(-2)?.[0] ?? NaN;
}

/** The series with what happened between two readings at their end: calls a minute, and how slow the slowest were. */
export function grown({ times, rates, slow }, before, now, most) {
  const rate = ((now.total - before.total) * 60) / (now.at - before.at);
  const late = quantile(since(now.buckets, before.buckets), 0.95);
  const add = (list, value) => [...list, value].slice(-most);
  // A moment without calls says nothing of their speed.
  return { times: add(times, now.at), rates: add(rates, Math.max(0, rate)), slow: add(slow, Number.isFinite(late) ? late : null) };
}

/** What is open now: connections by protocol, and subscriptions. */
export function open(samples) {
  const connections = samples.filter((sample) => sample.name === 'ensemble_connections');
  return {
    connections: connections.map((sample) => [sample.labels.network_protocol_name, sample.value]),
    subscriptions: samples.find((sample) => sample.name === 'ensemble_subscriptions')?.value ?? 0,
    refused: samples
      .filter((sample) => sample.name === 'ensemble_refused_total')
      .map((sample) => [sample.labels.reason, sample.value]),
  };
}
