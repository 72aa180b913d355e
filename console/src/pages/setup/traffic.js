// Who calls this server, how often, and how fast it answers.

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import * as metrics from '../../metrics.js';
import { Card, Facts } from '../../parts/basics.js';
import { Chart } from '../../parts/chart.js';
import { ago, count, many, took } from '../../parts/format.js';
import { useLoad } from '../../parts/load.js';
import { plain } from '../../state/services.js';
import { client, link } from '../../state/session.js';

const EVERY = 5000;
const SAMPLES = 60;

/** How many calls there are, and how long they take. */
export function Calls() {
  const { now, series } = useMetrics();
  const made = now && metrics.calls(now);
  const opened = now && metrics.open(now);
  const perMinute = series.rates.at(-1) ?? 0;
  const late = series.slow.findLast((value) => value !== null);
  const minutes = Math.round((series.times.length * EVERY) / 60_000);
  return html`<${Card} title="Calls">
    <p class="figure"><strong>${perMinute.toFixed(0)}</strong> <span class="dim">tool calls a minute</span></p>
    ${series.times.length > 1 && html`<${Chart} times=${series.times} values=${series.rates} show=${(rate) => (Number.isInteger(rate) ? count(rate) : rate.toFixed(1))}
      label=${`Tool calls a minute over the last ${minutes} minutes, now ${perMinute.toFixed(0)}`} />`}
    ${late !== undefined && html`<p class="dim">95 % answered within <strong>${took(late)}</strong></p>
      <${Chart} times=${series.times} values=${series.slow} show=${took}
        label=${`The time within which 95 % of the calls were answered, at last ${took(late)}`} />`}
    ${made && html`<${Facts} rows=${[
      ['Since the start', `${count(made.total)}, ${count(made.failed)} failed`],
      ['Half within', took(metrics.quantile(made.buckets, 0.5))],
      ['95 % within', took(metrics.quantile(made.buckets, 0.95))],
      ['Connections', connections(opened.connections)],
      ['Subscriptions', count(opened.subscriptions)],
      ['Turned away', opened.refused.map(([why, many]) => `${count(many)} for ${why}`).join(', ')],
    ]} />`}
  <//>`;
}

function connections(list) {
  const open = list.filter(([, many]) => many > 0);
  return open.length ? open.map(([name, many]) => `${count(many)} ${name}`).join(', ') : 'none held open';
}

/** Which clients were heard. */
export function Clients() {
  const turn = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && (turn.value += 1), EVERY);
    return () => clearInterval(timer);
  }, []);
  const { value, error } = useLoad(() => client.read('/mcp/house', 'ensemble://clients'), [turn.value]);
  const here = value?.clients ?? [];
  return html`<${Card} title="Clients">
    <p class="figure"><strong>${count(here.length)}</strong> <span class="dim">heard in the last ten minutes</span></p>
    ${error && html`<p class="hint">${error.message}</p>`}
    <ul class="clients">
      ${here.map((it) => html`<li key=${`${it.name} ${it.version} ${it.principal} ${it.wire} ${it.revision}`}>
        <div><strong>${it.name || 'not named'}</strong> <span class="dim">${it.version}</span></div>
        <div class="hint">${it.principal} by ${it.wire}${it.revision && `, ${it.revision}`}, ${many(it.requests, 'request')}, ${it.connections ? 'connected' : ago(it.last)}</div>
      </li>`)}
    </ul>
  <//>`;
}

/** Reads the counters while the page is in sight. */
function useMetrics() {
  const state = useSignal({ now: null, last: null, series: { times: [], rates: [], slow: [] } });
  useEffect(() => {
    const sample = async () => {
      if (document.visibilityState !== 'visible' || link.peek() !== 'live') return;
      const now = metrics.parse(await plain('/metrics').catch(() => ''));
      if (!now.length) return;
      const { last, series } = state.peek();
      const reading = { at: Date.now() / 1000, ...metrics.calls(now) };
      state.value = { now, last: reading, series: last ? metrics.grown(series, last, reading, SAMPLES) : series };
    };
    sample();
    const timer = setInterval(sample, EVERY);
    return () => clearInterval(timer);
  }, [link.value === 'live']);
  return state.value;
}
