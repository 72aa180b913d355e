// What goes wrong: a lost server, a token that no longer counts, markup in data, no JavaScript.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, openTab, picture, signIn } from './browser.mjs';

export function troubleTests(world) {
  test('a lost server is said, and it comes back without a gap', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server, { expect: /Failed to load resource|ERR_/ });
    await signIn(tab, server, '/journal');
    await tab.page.locator('.row').first().waitFor();
    await server.stop();
    await tab.page.getByText('The server does not answer.').waitFor();
    await picture(tab, 'lost');
    await server.start();
    // These happen before the page has found the server again, or after: it must show them all.
    await server.call('list_events', { limit: 1 });
    await tab.page.locator('.link-state.live').waitFor({ state: 'attached' });
    const { head } = await server.call('list_events', { limit: 1, kind: 'house.stopped' });
    await tab.page.waitForFunction((head) => {
      const numbers = [...document.querySelectorAll('.row .seq')].map((it) => Number(it.textContent.slice(1)));
      return numbers[0] >= head && numbers.every((seq, index) => index === 0 || seq === numbers[index - 1] - 1);
    }, head);
    await tab.close();
  });

  test('a revoked token leads to the way in, and another one opens it', async () => {
    const { server, browser } = world;
    const made = JSON.parse(await server.cli('--json', 'token', 'new', 'guest', '--scope', 'read')).data;
    const tab = await openTab(browser, server, { expect: /Failed to load resource.*401/ });
    await tab.page.goto(`${server.origin()}/#token=${made.secret ?? made.token}`);
    await tab.page.locator('.link-state.live').waitFor({ state: 'attached' });
    await server.cli('token', 'revoke', 'guest');
    const refused = tab.page.getByRole('heading', { level: 1, name: 'Sign in' });
    // The server reads its token file again within a moment; asking is what shows it.
    for (let tries = 0; tries < 100 && !(await refused.isVisible()); tries += 1) {
      await tab.page.getByRole('link', { name: tries % 2 ? 'Home' : 'Journal', exact: true }).first().click().catch(() => {});
      await tab.page.getByRole('button', { name: 'Verify now' }).click({ timeout: 1000 }).catch(() => {});
      await tab.page.waitForTimeout(100);
    }
    await refused.waitFor();
    await tab.page.getByText('unknown, revoked or expired').waitFor();
    await accessible(tab);
    await picture(tab, 'signed-out');
    await tab.page.getByLabel('Or paste a token').fill(server.token());
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.locator('.link-state.live').waitFor({ state: 'attached' });
    await tab.close();
  });

  test('an expired token leads to the way in', async () => {
    const { server, browser } = world;
    const expires = new Date(Date.now() + 1000).toISOString();
    const made = JSON.parse(await server.cli('--json', 'token', 'new', 'brief', '--scope', 'read', '--expires', expires)).data;
    const expired = async () => JSON.parse(await server.cli('--json', 'token', 'list')).data.tokens
      .some((token) => token.name === 'brief' && token.expired);
    while (!(await expired())) await new Promise((resolve) => setTimeout(resolve, 100));
    const tab = await openTab(browser, server, { expect: /Failed to load resource.*401/ });
    await tab.page.goto(`${server.origin()}/#token=${made.secret ?? made.token}&/jobs`);
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await tab.page.getByText('unknown, revoked or expired').waitFor();
    await tab.close();
  });

  test('markup in data is text', async () => {
    const { server, browser } = world;
    const bad = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';
    await server.call('list_events', { kind: bad });
    const tab = await openTab(browser, server);
    await signIn(tab, server, '/journal');
    await tab.page.locator('.row').filter({ hasText: 'onerror' }).first().click();
    await tab.page.locator('.detail').getByText(bad).waitFor();
    assert.equal(await tab.page.evaluate(() => window.broken), undefined);
    assert.equal(await tab.page.locator('main img, main script').count(), 0);
    await tab.close();
  });

  test('without JavaScript the page says what to do', async () => {
    const { server, browser } = world;
    const tab = await openTab(browser, server, { javaScriptEnabled: false });
    await tab.page.goto(`${server.origin()}/`);
    const words = await tab.page.locator('noscript').innerText();
    assert.match(words, /needs JavaScript[^]*ensemble audit tail --follow/);
    await picture(tab, 'no-javascript');
    await tab.close();
  });

  test('a foreign host name gets no page', async () => {
    const { server } = world;
    const headers = { host: 'evil.example' };
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${server.origin()}/`, { headers }, (response) => resolve(response.statusCode));
      asked.on('error', reject).end();
    });
    assert.equal(status, 403);
  });
}
