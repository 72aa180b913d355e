// What a person does at the desk: register a repository, make a session, queue a job, and answer
// what its agent asks. Real repositories, the real gate, the agent that ships with the orchestrator.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, accessible, openTab, picture, signIn } from './browser.mjs';
import { git, newRepository } from './repository.mjs';

const PUSH = (branch, file) =>
  `write ${file} one\nrun git add -A && git commit -qm ${branch}\nrun git push -q origin ${branch}\nsay pushed <b>it</b>`;

export function jobTests(world) {
  test('a job is queued, asks before it pushes, and is approved to the letter', async () => {
    const { server, browser } = world;
    const { path, remote } = newRepository(server.data);
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/jobs');
    await page.getByLabel('Folder of a git repository').fill(path);
    await page.getByRole('button', { name: 'Register it' }).click();
    await page.locator('.project').getByText('api').first().waitFor();
    await page.getByLabel('Branch').fill('work');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.locator('.project').getByText('S1').waitFor();
    await page.getByLabel('Instruction').fill(PUSH('work', 'a.txt'));
    await page.getByRole('button', { name: 'Queue it' }).click();
    await page.locator('.job .badge').getByText('waiting approval').waitFor();
    await accessible(tab);
    await picture(tab, 'jobs-fresh');
    await page.waitForFunction(() => document.title.startsWith('(1)'));
    await page.getByRole('navigation').getByRole('link', { name: /Approvals/ }).click();
    const command = page.getByLabel('The exact command');
    assert.match(await command.textContent(), /^push to .*\ncreate refs\/heads\/work 0{12}\.\.[0-9a-f]{12}$/);
    assert.equal(git(remote, 'for-each-ref', 'refs/heads/work'), '', 'nothing is pushed yet');
    await page.getByText('with 1 commit that the remote does not have').waitFor();
    await page.getByLabel('Changes of a.txt').getByText('+one').waitFor();
    await accessible(tab);
    await picture(tab, 'approvals-fresh');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Job approved, resuming execution').waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('region', { name: 'Done', exact: true }).getByRole('link').first().click();
    await page.getByLabel('Log').getByText('pushed <b>it</b>').waitFor();
    assert.equal(await page.locator('.log b').count(), 0, 'markup in a log is text');
    assert.notEqual(git(remote, 'for-each-ref', 'refs/heads/work'), '');
    await tab.close();
  });

  test('on a phone a person denies, and the job ends', async () => {
    const { server, browser } = world;
    const { job } = await server.call('run_instruction', { session_id: 'S1', instruction: PUSH('work', 'b.txt') });
    const tab = await openTab(browser, server, { size: PHONE, scheme: 'dark' });
    const { page } = tab;
    await signIn(tab, server, '/approvals');
    await page.getByLabel('Reason, if you deny it').fill('not today');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
    await accessible(tab);
    await picture(tab, 'phone-approvals');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Job denied and canceled').waitFor();
    const ended = await server.call('get_job', { job_id: job.job_id });
    assert.equal(ended.job.status, 'canceled');
    await tab.close();
  });
  test('what is allowed for a job is not asked again, and a long log is read page by page', async () => {
    const { server, browser } = world;
    const print = Array.from({ length: 650 }, (_, index) => `say line ${index + 1}.`).join('\n');
    const pushed = (file) => `write ${file} one\nrun git add -A && git commit -qm ${file}\nrun git push -q origin work`;
    const instruction = [pushed('c.txt'), print, pushed('d.txt')].join('\n');
    const { job } = await server.call('run_instruction', { session_id: 'S1', instruction });
    const tab = await openTab(browser, server);
    const { page } = tab;
    await signIn(tab, server, '/approvals');
    await page.getByRole('button', { name: 'Allow for this job' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    await page.goto(`${server.origin()}/#/jobs/${job.job_id}`);
    await page.locator('.job .badge').getByText('done').waitFor();
    const log = page.getByLabel('Log');
    await log.getByText('line 650.').waitFor();
    assert.doesNotMatch(await log.textContent(), /line 100\./);
    for (let pages = 0; !(await log.textContent()).includes('line 1.'); pages += 1) {
      assert.ok(pages < 20, 'the beginning is a few pages back');
      const before = await log.textContent();
      await page.getByRole('button', { name: 'Earlier' }).click();
      await page.waitForFunction((text) => document.querySelector('.log').textContent !== text, before);
    }
    await page.getByRole('button', { name: 'Newest' }).click();
    await log.getByText('line 650.').waitFor();
    await page.getByText('no budget is set').waitFor();
    await tab.close();
  });
}
