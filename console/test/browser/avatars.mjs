// What a person does with an avatar: ask, follow a quotation to its page, be refused, search.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessible, openTab, picture, signIn } from './browser.mjs';

const WRITING = `# On keeping bees

A hive in winter wants quiet above all. Do not open it before the first warm day of March.
Bees do not freeze while they have honey; a colony of ten thousand eats about two pounds a month.

# On wells

A well should be dug in autumn, when the water stands lowest. <b>Line it with stone</b> and cover it.
`;

export function avatarTests(world) {
  test('an avatar answers with a quotation that opens at its page, or refuses', async () => {
    const { server, browser } = world;
    writeFileSync(join(server.data, 'letters.md'), WRITING);
    await server.cli('avatar', 'create', 'keeper', '--name', 'The keeper');
    await server.cli('avatar', 'add', 'keeper', join(server.data, 'letters.md'));
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/avatars/keeper');
    await tab.page.getByRole('navigation').getByRole('link', { name: 'Avatars' }).waitFor();
    await tab.page.getByLabel('Question').fill('When should a well be dug?');
    await tab.page.getByRole('button', { name: 'Ask' }).click();
    await tab.page.getByRole('heading', { name: 'Quotations' }).waitFor();
    const quote = await tab.page.locator('.evidence q').first().textContent();
    assert.match(quote, /dug in autumn/);
    await tab.page.locator('.evidence a').first().click();
    await tab.page.locator('mark').getByText('dug in autumn').waitFor();
    assert.equal(await tab.page.locator('.page-text b').count(), 0, 'markup in writings is text');
    await accessible(tab);
    await picture(tab, 'avatars-fresh');
    await tab.page.getByLabel('Question').fill('Who won the chess championship of 1972?');
    await tab.page.getByRole('button', { name: 'Ask' }).click();
    await tab.page.getByText('no quotation, so no claim').waitFor();
    await tab.page.getByLabel('Words').fill('honey in winter');
    await tab.page.getByRole('button', { name: 'Search' }).click();
    await tab.page.locator('.passages li').first().waitFor();
    await tab.close();
  });
  test('writings that are being added show how far it is', async () => {
    const { server, browser } = world;
    // A file whose end comes when the test says so: adding it waits there.
    const slow = join(server.data, 'slow-letter.md');
    execFileSync('mkfifo', [slow]);
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/avatars/keeper');
    await tab.page.getByRole('heading', { name: 'Works' }).waitFor();
    const added = server.cli('avatar', 'add', 'keeper', join(server.data, 'letters.md'), slow);
    await tab.page.getByText('Reading 2 of 2').waitFor();
    await tab.page.getByText('slow-letter.md').waitFor();
    await accessible(tab);
    await picture(tab, 'avatars-adding');
    writeFileSync(slow, '# On slow letters\n\nA letter that takes its time is read with care.\n');
    await added;
    await tab.page.getByText('Reading 2 of 2').waitFor({ state: 'detached' });
    await tab.page.locator('.works').getByText('slow letters').waitFor();
    await tab.close();
  });
}
