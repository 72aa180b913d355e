// What a person does with a session: tell, ask, see why, see why not, go another way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, openTab, picture, signIn } from './browser.mjs';

export function reasoningTests(world) {
  test('a session is told in English and answers with what it rests on', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/reasoning');
    await page.getByLabel('New session').fill('philosophy');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByLabel('Tell it').fill('Every man is mortal. Socrates is a man.');
    await page.getByRole('button', { name: 'Tell it' }).click();
    await page.locator('.statements').getByText('Socrates is a man.').waitFor();
    await page.getByLabel('Clauses').filter({ hasText: 'mortal' }).waitFor({ state: 'attached' });
    await page.getByLabel('Question').fill('Is Socrates mortal?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.answer .badge').getByText('yes').waitFor();
    await page.locator('.evidence').getByText('Every man is mortal').waitFor();
    await page.locator('.proof').getByText('because').first().waitFor();
    await accessible(tab);
    await picture(tab, 'reasoning-fresh');
    await page.getByLabel('Question').fill('Is Plato mortal?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.answer .badge').getByText('unknown').waitFor();
    await page.getByText('It would be so if any of these were known').waitFor();
    await page.getByRole('button', { name: 'Fork here, at version 1' }).click();
    await page.waitForFunction(() => !location.hash.endsWith('/philosophy'));
    await page.locator('.statements').getByText('Socrates is a man.').waitFor();
    await tab.close();
  });

  test('what another client tells a session is seen at once', async () => {
    const { server, browser } = world;
    await server.call('session_create', { sessionId: 'garden' });
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/reasoning/garden');
    await tab.page.getByRole('heading', { name: 'What it knows' }).waitFor();
    await server.call('session_assert', { sessionId: 'garden', naturalLanguageText: 'Every rose is a flower.' });
    await tab.page.locator('.statements').getByText('Every rose is a flower.').waitFor();
    await tab.close();
  });

  test('a proof of more than ten thousand steps opens step by step', async () => {
    const { server, browser } = world;
    const rules = "t(0). t(N) :- N > 0, M is N - 1, t(M), t(M). note('<b>bold</b>').";
    await server.call('session_create', { sessionId: 'deep' });
    await server.call('session_assert_rules', { sessionId: 'deep', rules });
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/reasoning/deep');
    await page.getByRole('button', { name: /^note\/1/ }).click();
    await page.locator('.evidence').getByText("note('<b>bold</b>').").waitFor();
    assert.equal(await page.locator('main b').count(), 0, 'markup in clauses is text');
    await page.getByLabel('Question').fill('t(12).');
    await page.getByRole('button', { name: 'Ask' }).click();
    const words = await page.locator('.proof > .hint').textContent();
    assert.ok(Number(words.replace(/\D/g, '')) > 10_000, words);
    const drawn = () => page.locator('.proof li').count();
    const before = await drawn();
    assert.ok(before < 100, `${before} steps are drawn`);
    await page.locator('.proof details:not([open]) > summary').first().click();
    await page.waitForFunction((few) => document.querySelectorAll('.proof li').length > few, before);
    assert.ok((await drawn()) < 200);
    await tab.close();
  });
}
