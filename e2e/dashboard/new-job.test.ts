import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { signInOwner, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let dashboard: TestDashboard;
let opened: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  const { service } = dashboard;
  await until(
    async () => (await service.request('GET', `/v1/projects/${service.projectId}/site`)).json,
    ({ live }) => live === true,
  );
  opened = await dashboard.open({ storageState: await signInOwner(dashboard), reducedMotion: 'reduce' });
});
after(() => dashboard.stop());

async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
  const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>('axe.run()');
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

test('@ and some letters offer pages of the live site, and the keyboard puts one into the prompt', async () => {
  const { page, faults } = opened;
  await page.goto(`${dashboard.url}/jobs/new?project=${dashboard.service.projectId}`);
  const field = page.getByLabel('What should change?');
  await field.waitFor();
  await page.keyboard.type('fix spelling in @quick');
  const options = page.getByRole('listbox', { name: 'Pages' }).getByRole('option');
  await options.filter({ hasText: 'quickstart' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'fix spelling in quickstart ');
  await options.first().waitFor({ state: 'detached' });
  await page.keyboard.type('and @quick');
  await options.first().waitFor();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), 'fix spelling in quickstart and @quick');
  assert.deepEqual(faults, []);
});

test('a template is put into an empty prompt, and behind one’s own words', async () => {
  const { page } = opened;
  const field = page.getByLabel('What should change?');
  await field.fill('');
  await page.getByRole('button', { name: 'Fix broken links' }).press('Enter');
  assert.equal(await field.inputValue(), 'fix broken links');
  await page.getByRole('button', { name: 'Fix spelling' }).press('Enter');
  assert.equal(await field.inputValue(), 'fix spelling');
  await field.fill('My own words.');
  await page.getByRole('button', { name: 'Fix spelling' }).press('Enter');
  assert.equal(await field.inputValue(), 'My own words.\nfix spelling');
  // The built-in rules understand fixed phrases: what needs a model is not offered.
  assert.equal(await page.getByRole('button', { name: 'Write a page' }).count(), 0);
});

test('a job’s steps are told in words', async () => {
  const { page } = opened;
  await page.getByLabel('What should change?').fill('move page quickstart to guides/begin');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/jobs\/proj_\w+\/aj_\w+/);
  await page.getByText('Completed').first().waitFor();
  await page.getByText('Move', { exact: true }).first().waitFor();
  await page
    .getByText(/^quickstart\S* → guides\/begin/)
    .first()
    .waitFor();
  assert.deepEqual(await findBarriers(page), []);
});
