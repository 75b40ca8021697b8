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

test('@ and some letters suggest the live site’s pages, which can be inserted into the prompt by keyboard', async () => {
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

test('a template is inserted into an empty prompt, and appended to existing text', async () => {
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
  // The built-in rules understand only fixed phrases, so templates that need a model aren't offered.
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

/** A PNG of 60 × 40 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAO0lEQVR42u3OQQkAAAgEsItkBKMbzRQ+hMECLNP1TqSlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpS8tZH0ipj2DXc0AAAAASUVORK5CYII=',
  'base64',
);

test('images are selected for, dropped on and pasted into a prompt, and shown with it', async () => {
  const { page, faults } = opened;
  await page.goto(`${dashboard.url}/jobs/new?project=${dashboard.service.projectId}`);
  await page.getByLabel('What should change?').fill('fix broken links');
  await page.getByLabel('Images', { exact: true }).setInputFiles([
    { name: 'error.png', mimeType: 'image/png', buffer: png },
    { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);
  const attached = page.getByRole('list', { name: 'Attached images' }).getByRole('listitem');
  await page.getByRole('alert').getByText('“plan.svg” isn’t a PNG').waitFor();
  await page.getByText('The project’s model can’t see images.').waitFor();
  await drop(page, 'paste', 'pasted.png');
  await drop(page, 'drop', 'dropped.png', 'dropped');
  await attached.nth(2).waitFor();
  assert.deepEqual(await attached.locator('bdi').allTextContents(), ['error.png', 'pasted.png', 'dropped.png']);
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Remove pasted.png' }).press('Enter');
  await attached.nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Start job' }).click();
  await page.waitForURL(/\/jobs\/proj_\w+\/aj_\w+/);
  const shown = page.getByRole('list', { name: 'Images' }).getByRole('button');
  await page.getByRole('button', { name: 'Show error.png' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'error.png' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Follow-up').fill('fix spelling');
  await drop(page, 'paste', 'more.png', 'more');
  await attached.waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Show more.png' }).waitFor();
  assert.deepEqual(await shown.locator('bdi').allTextContents(), ['error.png', 'dropped.png', 'more.png']);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

/** Drops or pastes a PNG with events, because browsers have no other way to test this. */
async function drop(page: OpenPage['page'], type: 'drop' | 'paste', name: string, suffix = ''): Promise<void> {
  const bytes = Buffer.concat([png, Buffer.from(suffix)]).toString('base64');
  // A string, because these files have no browser types.
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes}'), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const options = { bubbles: true, cancelable: true };
    document.querySelector('[aria-label="Prompt and images"] textarea').dispatchEvent(${
      type === 'drop'
        ? "new DragEvent('drop', { ...options, dataTransfer: data })"
        : "new ClipboardEvent('paste', { ...options, clipboardData: data })"
    });
  })()`);
}
