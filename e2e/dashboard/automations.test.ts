/** Tests a project's automation pages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findBarriers } from './find-barriers.ts';
import { signInOwner, startDashboard, toggleAtOnce, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
let list = '';

before(async () => {
  dashboard = await startDashboard();
  const storageState = await signInOwner(dashboard);
  opened = await dashboard.open({ storageState });
  list = `${dashboard.url}/projects/${dashboard.service.projectId}/automations`;
});
after(() => dashboard.stop());

const wide = async (): Promise<number> =>
  opened.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('an automation is created, disabled, run, and shown with its run’s outcome', async () => {
  const { page, faults } = opened;
  await page.goto(list);
  await page.getByText('No automations yet').waitFor();
  await page.getByRole('button', { name: 'Create automation' }).first().click();
  await page.getByLabel('Name').fill('Weekly link check');
  await page.getByLabel('Instructions').fill('replace "no such words anywhere" with "others"');
  await page.getByLabel('Times').fill('0 9 * * 9');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create automation' }).click();
  await dialog.getByText('is not a valid schedule').first().waitFor();
  await page.getByLabel('Times').fill('0 9 * * 1');
  await dialog.getByRole('button', { name: 'Create automation' }).click();
  const toggle = page.getByLabel('Enable Weekly link check');
  await toggle.waitFor();
  assert.equal(await toggleAtOnce(toggle), false, 'a checkbox shows the new state while it is being saved');
  await page.getByRole('link', { name: 'Weekly link check' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  const runs = page.getByRole('table', { name: 'Runs' });
  await runs.getByText(/No changes|Failed/).waitFor();
  await runs.getByText(/no such words anywhere/).waitFor();
  assert.deepEqual(faults, []);
});

test('the list and the page of an automation are accessible, and fit on a phone', async () => {
  const { page } = opened;
  const one = page.url();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      for (const [name, address] of [
        ['list', list],
        ['one', one],
      ] as const) {
        await page.goto(address);
        await page.getByRole('link', { name: 'Weekly link check' }).or(page.getByRole('table')).first().waitFor();
        assert.deepEqual(await findBarriers(page), [], `${name} ${width} ${colorScheme}`);
        assert.ok((await wide()) <= 0, `${name} is ${await wide()} px too wide for ${width}`);
      }
    }
});

test('an automation for events shows its secret after it was created', async () => {
  const { page, faults } = opened;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(list);
  await page.getByRole('button', { name: 'Create automation' }).first().click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Name').fill('Tickets');
  await page.getByLabel('Instructions').fill('fix broken links');
  await page.getByLabel('Starts').selectOption('event');
  await dialog.getByRole('button', { name: 'Create automation' }).click();
  await dialog.getByText(/whsec_/).waitFor();
  await dialog.getByRole('button', { name: /copied/ }).click();
  await page.getByRole('link', { name: 'Tickets' }).waitFor();
  assert.deepEqual(faults, []);
});

test('a translation lists its languages, and entering a language’s name suggests its tag', async () => {
  const { page, faults } = opened;
  await page.goto(list);
  await page.getByRole('button', { name: 'Create automation' }).first().click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Name').fill('Translations');
  assert.equal(await dialog.getByLabel('Languages').count(), 0);
  await page.getByLabel('Task').selectOption('translate');
  await dialog.getByLabel('Languages').fill('pt-BR, German');
  await dialog.getByRole('button', { name: 'Create automation' }).click();
  await dialog.getByText('“German” is a name. Enter the language’s tag: de.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByLabel('Languages').fill('pt-BR, de');
  await dialog.getByRole('button', { name: 'Create automation' }).click();
  await page.getByRole('link', { name: 'Translations' }).click();
  await page.getByText('pt-BR, de').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  assert.equal(await dialog.getByLabel('Languages').inputValue(), 'pt-BR, de');
  assert.deepEqual(faults, []);
});
