// The console's figures: printed, never asserted, because they are of one machine at one moment.
//
//   bench/console/run [PATH OF ensemble [PART ...]]     parts: paint approvals scrolling log idle actors

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openTab, startBrowser } from './browser.mjs';
import { newRepository } from './repository.mjs';
import { startDemo, startServer } from './server.mjs';

const PAGES = ['home', 'jobs', 'approvals', 'actors', 'reasoning', 'avatars', 'journal', 'playground', 'setup'];
const RUNS = 7;
const EVENTS = 10_000;
const IDLE_SECONDS = 20;

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const ms = (value) => `${value.toFixed(0)} ms`.padStart(8);
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Notes when the page's own heading is there. */
function watchHeading() {
  const look = () => {
    if (!document.querySelector('main h1')) return;
    window.headingAt ??= performance.now();
    watch.disconnect();
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true });
}

/** First paint of each page and its heading, each time with nothing cached. */
async function firstPaint(browser, demo) {
  const link = (await demo.cli('console')).trim();
  console.log('\nnothing cached                        first paint   worst     heading   worst');
  for (const name of PAGES) {
    const [paints, headings] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      const tab = await openTab(browser, demo);
      await tab.page.addInitScript(watchHeading);
      await tab.page.goto(`${link}&/${name}`);
      await tab.page.waitForFunction(() => window.headingAt && performance.getEntriesByName('first-contentful-paint').length);
      const [paint, heading] = await tab.page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime, window.headingAt]);
      paints.push(paint);
      headings.push(heading);
      await tab.context.close();
    }
    const row = [paints, headings].map((times) => `${ms(median(times))}${ms(Math.max(...times))}`).join('    ');
    console.log(`  ${name.padEnd(36)} ${row}`);
  }
}

const ASKING = 'runner:\n  agent: scripted\n  grace_seconds: 2\napproval:\n  require_for_shell: true\n  wait_seconds: 600\n';

/** From the click to the file that the approved command touched. */
async function approvals(browser) {
  const server = await startServer({ desk: ASKING });
  try {
    const { path } = newRepository(server.data);
    await server.call('register_project', { path });
    await server.call('create_session', { project_id: 'api', branch: 'work' });
    const link = (await server.cli('console')).trim();
    const tab = await openTab(browser, server);
    await tab.page.goto(`${link}&/approvals`);
    await tab.page.evaluate(() => addEventListener('click', () => (window.clickedAt = Date.now()), true));
    const times = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { job } = await server.call('run_instruction', { session_id: 'S1', instruction: `run touch done-${run}` });
      await tab.page.getByText(`touch done-${run}`, { exact: true }).waitFor();
      await tab.page.getByRole('button', { name: 'Approve' }).click();
      for (;;) {
        const { job: now } = await server.call('get_job', { job_id: job.job_id });
        if (now.finished_at) break;
        await pause(20);
      }
      const file = join(server.data, `projects/.televibe/workspaces/api/S1/work/done-${run}`);
      times.push(statSync(file).mtimeMs - (await tab.page.evaluate(() => window.clickedAt)));
    }
    await tab.context.close();
    console.log(`\napproval clicked to command executed            ${ms(median(times))}${ms(Math.max(...times))}`);
  } finally {
    await server.remove();
  }
}

/** Frames while the whole journal is scrolled through and read backwards. */
async function scrolling(browser) {
  const server = await startServer();
  try {
    await fillJournal(server);
    const tab = await openTab(browser, server);
    await tab.page.goto(`${(await server.cli('console')).trim()}&/journal`);
    await tab.page.locator('.row').first().waitFor();
    const box = await tab.page.locator('.rows').boundingBox();
    await tab.page.mouse.move(box.x + 100, box.y + 200);
    await tab.page.evaluate(() => {
      window.frames_ = [];
      let last = performance.now();
      const frame = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const whole = () => tab.page.evaluate(() => {
      const it = document.querySelector('.rows');
      return it.scrollTop + it.clientHeight >= it.scrollHeight - 2 && document.querySelector('.list-foot').textContent.includes('all there are');
    });
    for (let step = 0; step < 4000 && !(await whole()); step += 1) await tab.page.mouse.wheel(0, 900);
    const frames = (await tab.page.evaluate(() => window.frames_)).slice(2);
    const shown = await tab.page.locator('.list-foot').textContent();
    await tab.context.close();
    const slow = frames.filter((time) => time > 50).length;
    console.log(`\nscrolled through ${shown.trim()}: ${frames.length} frames`);
    console.log(`  median ${ms(median(frames))}, 99 % within ${ms(sorted(frames)[Math.floor(frames.length * 0.99)])}, worst ${ms(Math.max(...frames))}, ${slow} over 50 ms`);
  } finally {
    await server.remove();
  }
}

/** One tool call over HTTP, again and again; a refusal for haste is waited out. */
function caller(server, endpoint, tool, args) {
  const headers = {
    'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${server.token()}`,
    'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool,
  };
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args, _meta: meta } });
  return async () => {
    for (;;) {
      const answer = await fetch(`${server.origin()}${endpoint}`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.ok) {
        if (/"isError":true/.test(text)) throw new Error(text);
        return;
      }
      await pause(50);
    }
  };
}

async function fillJournal(server) {
  const call = caller(server, '/mcp/house', 'list_events', { limit: 1 });
  for (let made = 0; made < EVENTS; made += 8) await Promise.all(Array.from({ length: 8 }, call));
}

const FLOOD = 'runner:\n  agent: command\n  command: [bash, -c, "yes a line of a log that never seems to end | head -c 50000000"]\napproval:\n  require_for_shell: false\n';

/** A job whose log has 50 MB: its end, and pages of it. */
async function longLog(browser) {
  const server = await startServer({ desk: FLOOD });
  try {
    const { path } = newRepository(server.data);
    await server.call('register_project', { path });
    await server.call('create_session', { project_id: 'api', branch: 'work' });
    const { job } = await server.call('run_instruction', { session_id: 'S1', instruction: 'flood' });
    while (!(await server.call('get_job', { job_id: job.job_id })).job.finished_at) await pause(100);
    const { size } = await server.call('get_job_logs', { job_id: job.job_id, tail: 1 });
    const tab = await openTab(browser, server);
    await tab.page.goto(`${(await server.cli('console')).trim()}&/jobs`);
    await tab.page.locator('.lane a').first().waitFor();
    const [opened, turned] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      opened.push(await timed(tab.page, () => tab.page.locator('.lane a').first().click()));
      turned.push(await timed(tab.page, () => tab.page.getByRole('button', { name: 'Earlier' }).click()));
      await tab.page.locator('.job').getByRole('link', { name: 'Close' }).click();
    }
    await tab.context.close();
    console.log(`\na log of ${(size / 1e6).toFixed(0)} MB: opened                           ${ms(median(opened))}${ms(Math.max(...opened))}`);
    console.log(`  a page back                                   ${ms(median(turned))}${ms(Math.max(...turned))}`);
  } finally {
    await server.remove();
  }
}

/** From an action to another page of a log. */
async function timed(page, act) {
  const before = await page.evaluate(() => document.querySelector('.log-place')?.textContent ?? null);
  const began = performance.now();
  await act();
  await page.waitForFunction((old) => {
    const now = document.querySelector('.log-place')?.textContent;
    return now && now !== old && document.querySelector('.log').textContent.includes('never seems to end');
  }, before, { polling: 'raf' });
  return performance.now() - began;
}

/** A list of very many actors: opened, scrolled to its end, and searched. */
async function manyActors(browser, total) {
  const server = await startServer({ settings: '[limits]\nrate_per_second = 100000\nrate_burst = 100000\n' });
  try {
    const folder = join(server.data, 'theater/actors');
    mkdirSync(folder, { recursive: true });
    await server.cliIn(folder, 'theater', 'new', 'tally');
    await server.cliIn(folder, 'theater', 'build', 'tally');
    const call = caller(server, '/mcp/theater', 'start_actor', { manifest: join(folder, 'tally/manifest.toml') });
    const began = performance.now();
    let made = 0;
    const worker = async () => {
      while (made < total) {
        made += 1;
        await call();
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    const seconds = (performance.now() - began) / 1000;
    const tab = await openTab(browser, server);
    const opening = performance.now();
    await tab.page.goto(`${(await server.cli('console')).trim()}&/actors`);
    await tab.page.locator('.row strong').first().waitFor();
    const opened = performance.now() - opening;
    const jump = performance.now();
    await tab.page.locator('.rows').press('End');
    await tab.page.waitForFunction((last) => [...document.querySelectorAll('.row')].some((row) => row.ariaPosInSet === String(last) && row.querySelector('strong')), total);
    const jumped = performance.now() - jump;
    const drawn = await tab.page.locator('.row').count();
    console.log(`\n${total} actors (started in ${seconds.toFixed(0)} s): page opened ${ms(opened)}, the last one in sight after ${ms(jumped)}, ${drawn} rows drawn`);
    await tab.context.close();
  } finally {
    await server.remove();
  }
}

/** Processor time of a process and its descendants, in seconds. */
function used(pid) {
  const seen = new Map();
  const stat = (id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const walk = (id) => {
    try {
      seen.set(id, stat(id));
      const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim();
      for (const child of children ? children.split(' ') : []) walk(Number(child));
    } catch {
      // It ended meanwhile.
    }
  };
  walk(pid);
  return [...seen.values()].reduce((sum, it) => sum + it, 0);
}

/** What the server and the browser use while nothing happens. */
async function idle(browser) {
  const server = await startServer({ settings: '' });
  try {
    const link = (await server.cli('console')).trim();
    const during = async () => {
      const before = [used(server.child.pid), used(process.pid)];
      await pause(IDLE_SECONDS * 1000);
      const after = [used(server.child.pid), used(process.pid)];
      return after.map((value, index) => (100 * (value - before[index])) / IDLE_SECONDS);
    };
    const [alone] = await during();
    const tabs = [];
    for (const name of PAGES) {
      const tab = await openTab(browser, server);
      await tab.page.goto(`${link}&/${name}`);
      await tab.page.locator('.link-state.live').waitFor({ state: 'attached' });
      tabs.push(tab);
    }
    await pause(3000);
    const [open, all] = await during();
    console.log(`\nidle for ${IDLE_SECONDS} s, in per cent of one core`);
    console.log(`  server alone ${alone.toFixed(2)}, with nine pages open ${open.toFixed(2)}; browser and all, nine tabs in sight ${(all - open).toFixed(2)}`);
    for (const tab of tabs) await tab.context.close();
  } finally {
    await server.remove();
  }
}

const load = () => loadavg().map((it) => it.toFixed(2)).join(' ');
const PARTS = {
  paint: async (browser) => {
    const demo = await startDemo();
    try {
      await firstPaint(browser, demo);
    } finally {
      await demo.remove();
    }
  },
  approvals, scrolling, log: longLog, idle,
  actors: (browser) => manyActors(browser, Number(process.env.ACTORS ?? 100_000)),
};
const wanted = process.argv.slice(2);
console.log(`${cpus().length} cores, load ${load()} at the start`);
const browser = await startBrowser();
for (const [name, measure] of Object.entries(PARTS)) {
  if (!wanted.length || wanted.includes(name)) await measure(browser);
}
await browser.close();
console.log(`\nload ${load()} at the end`);
