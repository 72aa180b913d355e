// What a person does with an actor: build one, start it, talk to it, look at its life, stop it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessible, openTab, picture, signIn } from './browser.mjs';

export function actorTests(world) {
  test('an actor is started, answers, and its life is a chain', async () => {
    const { server, browser } = world;
    const folder = join(server.data, 'theater/actors');
    mkdirSync(folder, { recursive: true });
    await server.cliIn(folder, 'theater', 'new', 'tally');
    await server.cliIn(folder, 'theater', 'build', 'tally');
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/actors');
    await page.getByText('No actor runs').waitFor();
    await page.getByLabel('Manifest').fill(join(folder, 'tally/manifest.toml'));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.row').getByText('running').waitFor();
    await page.getByLabel('Message').fill('5');
    await page.getByRole('button', { name: 'Request an answer' }).click();
    await page.locator('.notice').getByText('5', { exact: true }).waitFor();
    await page.locator('.timeline').getByText('StateChanged').first().waitFor();
    await page.locator('.json').getByText('5', { exact: true }).first().waitFor();
    await page.getByText('every link verified', { exact: true }).waitFor();
    await accessible(tab);
    await picture(tab, 'actors-fresh');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('No actor runs').waitFor();
    // The list and the chain are read again side by side.
    await page.locator('.timeline > li').first().getByText('ActorStopped').waitFor();
    await tab.close();
  });
}
