// What a person does on the pages of the house: look, filter, verify, export, try a tool, connect.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { accessible, openTab, picture, signIn } from './browser.mjs';

const run = promisify(execFile);

export function houseTests(world) {
  test('home says what needs a person, what happened and that all is well', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server);
    assert.equal(new URL(page.url()).hash, '#/', 'the token leaves the address bar');
    assert.equal(await page.title(), 'Home · Ensemble');
    await page.getByText('All is well').waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    await page.locator('.story li').filter({ hasText: 'The house started' }).first().waitFor();
    await page.locator('.tries').getByRole('link', { name: /Connect a client/ }).click();
    await page.getByRole('heading', { name: 'Setup' }).waitFor();
    await page.getByRole('button', { name: 'Cursor' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.locator('.tries .done').filter({ hasText: 'Connect a client' }).waitFor();
    await accessible(tab);
    await picture(tab, 'home');
    await tab.close();
  });

  test('anything is found by its name, by keyboard alone', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server);
    await page.getByText('All is well').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('list_events');
    await page.getByRole('option', { name: /list_events/ }).first().waitFor();
    await accessible(tab);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/playground/house/list_events');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('#1');
    await page.getByRole('option', { name: /^#1/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/journal/1');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such thing anywhere');
    await page.getByText('Nothing is called that.').waitFor();
    await page.keyboard.press('Escape');
    await tab.close();
  });

  test('setup shows what runs and proves the journal whole', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/setup');
    await tab.page.getByText('house', { exact: true }).first().waitFor();
    await tab.page.getByRole('button', { name: 'Verify now' }).click();
    await tab.page.getByText('Verified', { exact: true }).waitFor();
    assert.equal(await tab.page.title(), 'Setup · Ensemble');
    const chart = tab.page.getByRole('img', { name: /^Tool calls a minute/ });
    await chart.locator('canvas').waitFor({ timeout: 30_000 });
    await tab.page.locator('.clients li').filter({ hasText: 'ensemble-console' }).getByText('local by http').waitFor();
    await chart.hover();
    await tab.page.locator('figcaption').filter({ hasText: /^\d\d:\d\d:\d\d: \d/ }).first().waitFor();
    await accessible(tab);
    await picture(tab, 'setup-house');
    await tab.close();
  });

  test('the journal is live, filtered, read by keyboard and exported', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/journal');
    const rows = tab.page.locator('.row');
    await rows.first().waitFor();
    const before = Number((await rows.first().locator('.seq').textContent()).slice(1));
    await server.call('list_events', { limit: 3 });
    await tab.page.waitForFunction((seq) => {
      const first = document.querySelector('.row .seq')?.textContent;
      return Number(first?.slice(1)) > seq;
    }, before);
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type('house.started');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForFunction(() => [...document.querySelectorAll('.row .kind')]
      .every((kind) => kind.textContent === 'house.started') && document.querySelector('.list-foot')?.textContent.includes('all there are'));
    assert.ok(tab.page.url().endsWith('?kind=house.started'), 'the filter can be linked');
    await tab.page.reload();
    await rows.first().waitFor();
    assert.equal(await tab.page.getByLabel('Kind').inputValue(), 'house.started');
    await tab.page.getByRole('listbox').focus();
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.getByText('What happened').waitFor();
    await tab.page.getByText('listeners', { exact: true }).waitFor();
    const started = await rows.count();
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').trim().split('\n').map(JSON.parse);
    assert.equal(lines.length, started);
    assert.ok(lines.every((event) => event.kind === 'house.started' && event.hash.length === 64));
    await accessible(tab);
    await picture(tab, 'journal');
    await tab.close();
  });

  test('the playground runs a tool from its schema, and its curl line works', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/playground');
    await tab.page.getByRole('searchbox', { name: 'Find a tool' }).fill('list_ev');
    await tab.page.getByRole('link', { name: 'list_events' }).click();
    await tab.page.getByLabel('limit').fill('2');
    await tab.page.getByRole('button', { name: 'Run' }).click();
    await tab.page.getByText('next_after').waitFor();
    await picture(tab, 'playground');
    const line = await tab.page.getByLabel('curl').textContent();
    const env = { ...process.env, ENSEMBLE_TOKEN: server.token() };
    const { stdout } = await run('bash', ['-c', `${line} --silent`], { env });
    assert.equal(JSON.parse(stdout).result.structuredContent.events.length, 2);
    await tab.page.getByLabel('limit').fill('0');
    await tab.page.keyboard.press('Control+Enter');
    await tab.page.getByRole('alert').getByText('expected 1 to 1000').waitFor();
    await accessible(tab);
    await tab.close();
  });

  test('setup gives each client the entry that install would write', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server, { permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(tab, server, '/setup');
    await tab.page.getByRole('button', { name: 'VS Code' }).click();
    await tab.page.getByLabel('Put the token of this tab in').check();
    const code = tab.page.locator('.code', { has: tab.page.getByLabel('entry for VS Code') });
    await code.getByRole('button').click();
    await code.getByText('Copied').waitFor();
    const copied = JSON.parse(await tab.page.evaluate(() => navigator.clipboard.readText()));
    assert.equal(copied.servers.ensemble.url, `${server.origin()}/mcp`);
    assert.equal(copied.servers.ensemble.headers.Authorization, `Bearer ${server.token()}`);
    await accessible(tab);
    await picture(tab, 'setup');
    await tab.close();
  });

  test('setup makes a token that may do less, takes it back, and shows what the doctor says', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/setup');
    await page.getByLabel('New token').fill('tablet');
    await page.getByRole('button', { name: 'jobs:approve', pressed: true }).click();
    await page.getByRole('button', { name: 'Make it' }).click();
    const secret = await page.getByLabel('secret of tablet').textContent();
    const tablet = await openTab(browser, server, { expect: /Failed to load resource.*401/ });
    await tablet.page.goto(`${server.origin()}/#token=${secret}&/setup`);
    await tablet.page.locator('.link-state.live').waitFor({ state: 'attached' });
    await tablet.page.getByText('Only a token with the scope admin sees the others').waitFor();
    await page.getByRole('button', { name: 'Revoke tablet' }).click();
    await page.locator('.tokens').waitFor({ state: 'detached' });
    await tablet.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await tablet.close();
    await page.getByRole('button', { name: 'Look now' }).click();
    const checks = page.locator('.checks li');
    await checks.filter({ hasText: 'running server' }).getByText('the server answers over').waitFor();
    assert.ok((await checks.count()) > 8);
    const events = await server.call('list_events', { stream: 'house' });
    const kinds = events.events.map((event) => event.kind);
    assert.ok(kinds.includes('token.made') && kinds.includes('token.revoked'), kinds.join(' '));
    assert.ok(!JSON.stringify(events).includes(secret), 'the journal holds no secret');
    await accessible(tab);
    await picture(tab, 'setup-doctor');
    await tab.close();
  });

  test('the keys lead everywhere', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    await signIn(tab, server);
    await tab.page.keyboard.press('?');
    await tab.page.getByRole('dialog').getByRole('heading', { name: 'Keys' }).waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.keyboard.type('gj');
    await tab.page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    const focused = await tab.page.evaluate(() => document.activeElement.textContent);
    assert.equal(focused, 'Journal', 'the heading is read out');
    await tab.close();
  });
}
