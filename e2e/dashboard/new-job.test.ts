import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, startDashboard, waitForFocus, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
});
after(() => dashboard.stop());

test('@ and some letters suggest pages of the live site, and the keyboard inserts one into the prompt', async () => {
  const { page, faults } = opened;
  await page.goto(`${dashboard.url}/jobs/new?project=${dashboard.service.projectId}`);
  const field = page.getByLabel('What should change?');
  await waitForFocus(field);
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

test('a template is put into an empty prompt, and after existing text', async () => {
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
  // The built-in rules understand fixed phrases: templates that need a model aren't offered.
  assert.equal(await page.getByRole('button', { name: 'Write a page' }).count(), 0);
});

test('a job’s steps are described in words', async () => {
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
