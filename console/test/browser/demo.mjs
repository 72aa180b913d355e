// What a new user does with `ensemble serve --demo`: each page does its job from the demo's data.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PHONE, accessible, openTab, picture, signIn } from './browser.mjs';

const PAGES = ['Home', 'Jobs', 'Approvals', 'Actors', 'Reasoning', 'Avatars', 'Journal', 'Playground', 'Setup'];

export function demoTests(world) {
  test('the demo greets with four things to try and no secret', () => {
    const { greeting } = world.demo;
    for (const page of ['Approvals', 'Actors', 'Reasoning', 'Avatars']) assert.match(greeting, new RegExp(`^ +${page} `, 'm'));
    assert.doesNotMatch(greeting, /#token=/);
  });

  test('the waiting agent is looked at, approved, and what it did is seen', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo);
    const waits = page.getByRole('region', { name: 'Needs you' });
    await waits.getByText('create refs/heads/winter-tea').waitFor();
    await page.locator('.story').getByText('waiter').first().waitFor();
    assert.doesNotMatch(await page.locator('.story').textContent(), /[0-9a-f]{8}-[0-9a-f]{4}-/, 'names, not numbers');
    await accessible(tab);
    await picture(tab, 'home-demo');
    await waits.getByRole('link', { name: 'Look closer' }).click();
    const command = page.getByLabel('The exact command');
    await command.getByText('create refs/heads/winter-tea').waitFor();
    await page.getByText('with 1 commit that the remote does not have').waitFor();
    await page.getByText('Put a winter tea on the menu').first().waitFor();
    await page.getByLabel('Changes of menu.md').getByText('+- Winter tea, cinnamon and orange').waitFor();
    await accessible(tab);
    await picture(tab, 'approvals');
    const pushed = join(demo.data, 'remotes/tea-shop.git/refs/heads/winter-tea');
    assert.ok(!existsSync(pushed), 'nothing is pushed before the answer');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click();
    const done = page.getByRole('region', { name: 'Done', exact: true });
    await done.getByRole('link').filter({ hasText: 'A winter tea' }).click();
    await page.getByLabel('Log').getByText('The winter tea is on the menu').waitFor();
    assert.ok(existsSync(pushed));
    await page.locator('.job .facts').getByRole('link').first().click();
    await page.getByText('It would collide').waitFor();
    await page.locator('.job').getByText('menu.md').first().waitFor();
    await accessible(tab);
    await picture(tab, 'jobs');
    await tab.close();
  });

  test('a session closed by mistake is back with one click', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo, '/jobs');
    await page.getByRole('button', { name: 'Close session S2' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await page.getByRole('link', { name: 'Work of session S2' }).waitFor({ state: 'detached' });
    await undo.click();
    await page.getByRole('link', { name: 'Work of session S2' }).waitFor();
    await accessible(tab);
    await tab.close();
  });

  test('a job that ended is tried again', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo, '/jobs');
    const done = page.getByRole('region', { name: 'Done', exact: true });
    await done.getByRole('link').filter({ hasText: 'An iced tea' }).first().click();
    const first = new URL(page.url()).hash;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.waitForFunction((hash) => location.hash !== hash, first);
    await page.locator('.job .badge').getByText('done').waitFor();
    assert.notEqual(new URL(page.url()).hash, first);
    await tab.close();
  });

  test('actors talk, and their past is stepped through, gone back to and replayed', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo, '/actors');
    await page.locator('.row').getByText('waiter').click();
    await page.getByLabel('Message').fill('5');
    await page.getByRole('button', { name: 'Request an answer' }).click();
    await page.locator('.notice .pre').getByText(/^\d+$/).waitFor();
    await page.locator('.row').getByText('till').click();
    await page.getByRole('heading', { name: 'till' }).waitFor();
    // The waiter's request is the cause of what the till did.
    await page.getByRole('button', { name: 'What led to it' }).click();
    await page.locator('.tree').getByText('waiter').first().waitFor();
    await accessible(tab);
    await picture(tab, 'actors');
    await page.getByRole('slider', { name: 'Event' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('Event 1,').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText('Event 2,').waitFor();
    await page.locator('.state-then').waitFor();
    await page.getByRole('button', { name: 'Go back to this state' }).click();
    await page.locator('.timeline').getByText('ActorRestored').first().waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Run again from its chain').waitFor();
    await tab.close();
  });

  test('the knowledge base answers, is a picture, and is forked', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo, '/reasoning');
    await page.getByRole('link', { name: 'tea-house' }).click();
    await page.getByLabel('Question').fill('Is Ada awake?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.answer .badge').getByText('yes').waitFor();
    await page.locator('.evidence').getByText('Ada drinks Sencha.').waitFor();
    const awake = page.getByRole('button', { name: /^awake\/1/ });
    await awake.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'awake/1' }).waitFor();
    await accessible(tab);
    await picture(tab, 'reasoning');
    await page.getByLabel('Question').fill('Is Ben awake?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('It would be so if any of these were known').waitFor();
    await page.getByRole('button', { name: 'Fork here, at version 1' }).click();
    await page.waitForFunction(() => !location.hash.endsWith('/tea-house'));
    await page.locator('.statements').getByText('Ada drinks Sencha.').waitFor();
    await tab.close();
  });

  test('the guide answers from the handbook, and its quotation opens there', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo);
    const { page } = tab;
    await signIn(tab, demo, '/avatars/ensemble-guide');
    await page.getByLabel('Question').fill('How do I approve a push?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('heading', { name: 'Quotations' }).waitFor();
    const quote = await page.locator('.evidence q').first().textContent();
    await page.locator('.evidence a').first().click();
    const marked = await page.locator('mark').first().textContent();
    assert.equal(marked.replace(/\s+/g, ' '), quote.replace(/\s+/g, ' '));
    await picture(tab, 'avatars');
    await tab.close();
  });

  test('on a phone each of the nine pages shows the demo and fits', async () => {
    const { demo, browser } = world;
    const tab = await openTab(browser, demo, { size: PHONE, scheme: 'dark' });
    const { page } = tab;
    await signIn(tab, demo);
    for (const name of PAGES) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
      await accessible(tab);
      await picture(tab, `phone-${name.toLowerCase()}`);
    }
    await tab.close();
  });
}
