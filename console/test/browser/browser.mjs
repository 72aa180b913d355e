// A real browser, and a page that notices what must not happen: errors, and calls to other hosts.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const modules = createRequire(join(process.env.MODULES, 'package.json'));
const { chromium } = modules('playwright-core');
const axe = readFileSync(modules.resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.PICTURES;
mkdirSync(pictures, { recursive: true });

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Starts the browser with a profile of its own. */
export async function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: FLAGS });
}

/** A tab; `expect` names browser messages that belong to what the test does. */
export async function openTab(browser, server, { size = DESKTOP, scheme = 'light', expect = null, ...more } = {}) {
  const context = await browser.newContext({
    viewport: size, colorScheme: scheme, acceptDownloads: true, reducedMotion: 'reduce', ...more,
  });
  // Nothing here takes this long; a test that waits longer has found a defect.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !expect?.test(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'blob:' && url.host !== server.address) faults.push(`request to ${url.host}`);
  });
  return { page, context, faults, close: () => finish(context, faults) };
}

async function finish(context, faults) {
  await context.close();
  assert.deepEqual(faults, [], 'the page did what it must not do');
}

/** Opens the console as `ensemble console` says. */
export async function signIn(tab, server, path = '/') {
  const link = (await server.cli('console')).trim();
  await tab.page.goto(path === '/' ? link : `${link}&${path}`);
  await tab.page.locator('.link-state.live').waitFor({ state: 'attached' });
}

/** Keeps a picture of what is seen. */
export async function picture(tab, name) {
  await tab.page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** No serious finding of the accessibility checker. */
export async function accessible(tab) {
  await tab.page.evaluate(axe);
  const { violations } = await tab.page.evaluate(() => window.axe.run(document));
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  assert.deepEqual(bad, []);
}
