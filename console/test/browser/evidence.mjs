// A page of evidence, made by the program and checked by its own button, without a network.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { accessible, openTab, signIn } from './browser.mjs';

const { ENSEMBLE } = process.env;

async function verdict(browser, file) {
  const page = await browser.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.click('#check');
  await page.waitForFunction(() => document.documentElement.dataset.checked !== undefined);
  const found = await page.evaluate(() => ({
    checked: document.documentElement.dataset.checked,
    lines: [...document.querySelectorAll('#result li')].map((line) => line.textContent),
    shown: document.querySelector('main').textContent,
  }));
  assert.deepEqual(asked.filter((url) => !url.startsWith('file:')), []);
  await page.close();
  return found;
}

export function evidenceTests(world) {
  test('what the console shows is saved as a page that proves itself', async () => {
    const tab = await openTab(world.browser, world.demo);
    const { page } = tab;
    await signIn(tab, world.demo, '/reasoning/tea-house');
    await page.getByLabel('Question').fill('Is Ada awake?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as evidence' }).click(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'ensemble-evidence-'));
    try {
      const file = join(folder, download.suggestedFilename());
      assert.match(file, /evidence-proof-\d+\.html$/);
      await download.saveAs(file);
      const { checked, lines, shown } = await verdict(world.browser, file);
      assert.equal(checked, 'yes', lines.join('\n'));
      assert.match(shown, /Is Ada awake\?/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await page.getByText('Saved. The page checks itself').waitFor();
    await accessible(tab);
    await tab.close();
  });

  test('a page of evidence is proven by its own button, and a forged one is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ensemble-evidence-'));
    try {
      const run = (...words) => execFileSync(ENSEMBLE, ['--data', join(folder, 'data'), ...words], {
        cwd: folder, env: { HOME: folder, PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'],
      });
      run('call', 'session_create', '{"sessionId":"greece"}');
      for (const naturalLanguageText of ['Socrates is a man.', 'Every man is mortal.']) {
        run('call', 'session_assert', JSON.stringify({ sessionId: 'greece', naturalLanguageText }));
      }
      const file = join(folder, 'page.html');
      run('evidence', 'proof', 'greece', '--question', 'Is Socrates mortal?', '-o', file);
      const whole = await verdict(world.browser, file);
      assert.equal(whole.checked, 'yes', whole.lines.join('\n'));
      assert.match(whole.shown, /Yes/);

      const text = readFileSync(file, 'utf8');
      const forgeries = {
        statement: text.replaceAll('Yes', 'No'),
        event: text.replace('"kind":"kb.updated"', '"kind":"kb.removed"'),
        signature: text.replace(/"signature":"(.)/g, (_, letter) => `"signature":"${letter === 'A' ? 'B' : 'A'}`),
      };
      for (const [what, forged] of Object.entries(forgeries)) {
        assert.notEqual(forged, text, what);
        writeFileSync(file, forged);
        assert.equal((await verdict(world.browser, file)).checked, 'no', what);
      }
      // Only what people see is changed: the button puts back what was proven.
      writeFileSync(file, text.replace('<p>Yes', '<p>No'));
      const restored = await verdict(world.browser, file);
      assert.equal(restored.checked, 'yes');
      assert.match(restored.shown, /Yes/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
