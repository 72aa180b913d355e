// Overview: what runs, where it listens, who is connected, how fast it answers, what just happened.

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import * as metrics from '../metrics.js';
import { Badge, Card, Copy, Empty, Facts, Head } from '../parts/basics.js';
import { Chart } from '../parts/chart.js';
import { EventLine } from '../parts/event_line.js';
import { ago, bytes, count, many, short, span, took } from '../parts/format.js';
import { useLoad } from '../parts/load.js';
import { Verdict, VerifyButton } from '../parts/proof.js';
import { head, tail, unserved } from '../state/journal.js';
import { href } from '../state/route.js';
import { plain, services } from '../state/services.js';
import { client, link } from '../state/session.js';

const EVERY = 5000;
const SAMPLES = 60;

/** The page. */
export function Overview() {
  const status = useLoad(() => client.read('/mcp/house', 'ensemble://status'), [head.value]);
  const about = status.value;
  const version = about && html`Version ${about.version}, up for ${span(about.uptime_seconds)}, process ${about.pid}.`;
  return html`<${Head} title="Overview">${version || 'What runs here, and what it did last.'}<//>
    <div class="grid">
      <${Services} />
      <${Calls} />
      <${Clients} />
      <${JournalHead} journal=${about?.journal} />
      <${Listeners} listeners=${about?.listeners} />
      <${Recent} />
    </div>`;
}

function Services() {
  return html`<${Card} title="Services" class="wide">
    <ul class="services">
      ${services.value.map((service) => html`<li key=${service.name}>
        <div><span class=${`service ${service.name}`}>${service.name}</span> <span class="dim">${service.about.description}</span></div>
        <div class="services-state">
          ${service.tools.length
            ? html`<a href=${href('playground', service.name)}>${many(service.tools.length, 'tool')}</a>`
            : html`<span class="dim">no tools</span>`}
          <${Badge} tone=${service.ready ? 'good' : 'bad'}>${service.ready ? 'ready' : 'not ready'}<//>
        </div>
        ${service.reason && html`<div class="hint">${service.reason}</div>`}
      </li>`)}
    </ul>
  <//>`;
}

function Calls() {
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

function Clients() {
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

function Listeners({ listeners }) {
  return html`<${Card} title="Listens on">
    <${Facts} rows=${[
      ['HTTP', listeners?.http && html`<code>${listeners.http}</code>`],
      ['WebSocket', listeners?.http && html`<code>${`ws://${listeners.http}/mcp`}</code>`],
      ['TCP', listeners?.tcp && html`<code>${listeners.tcp}</code>`],
      ['Unix socket', listeners?.unix && html`<code>${listeners.unix}</code>`],
      ['Standard input', listeners?.stdio && 'yes'],
    ]} />
    <p><a href=${href('setup')}>Connect a client</a></p>
  <//>`;
}

function JournalHead({ journal }) {
  return html`<${Card} title="Journal" aside=${html`<${VerifyButton} />`}>
    <p class="figure"><strong>${count(head.value)}</strong> <span class="dim">${head.value === 1 ? 'event' : 'events'}</span></p>
    <${Verdict} />
    ${journal && html`<${Facts} rows=${[
      ['Head', html`<span class="hash"><code title=${journal.hash}>${short(journal.hash, 16)}…</code><${Copy} text=${journal.hash} /></span>`],
      ['On disk', bytes(journal.file_bytes)],
      ['Archived up to', journal.archived_up_to ? `#${count(journal.archived_up_to)}` : ''],
      ['Failed commits', journal.failed_commits || ''],
    ]} />`}
  <//>`;
}

function Recent() {
  const newest = tail.value.slice(-12).reverse();
  return html`<${Card} title="Just now" class="wide" aside=${html`<a href=${href('journal')}>The whole journal</a>`}>
    ${unserved.value && html`<${Empty} title="This server keeps no journal for us">It runs without the house's own service.<//>`}
    ${!unserved.value && !newest.length && html`<${Empty} title="Nothing has happened yet" />`}
    <ol class="recent">
      ${newest.map((event) => html`<li key=${event.seq}>
        <a href=${href('journal', event.seq)}><${EventLine} event=${event} /></a>
      </li>`)}
    </ol>
  <//>`;
}
