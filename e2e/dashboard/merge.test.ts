import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { waitForFocus, openAtLiveSite, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
});
after(() => dashboard.stop());

/** Creates a job with an open pull request; returns its API path. */
async function publish(prompt: string): Promise<string> {
  const { service } = dashboard;
  const path = `/v2/agent/${service.projectId}/job`;
  const { id } = (await service.request('POST', path, { body: { prompt } })).json;
  await until(
    async () => (await service.request('GET', `${path}/${id}`)).json,
    ({ status }) => status !== 'active',
  );
  return `${path}/${id}`;
}

const show = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${dashboard.url}/jobs/${dashboard.service.projectId}/${path.split('/').at(-1) ?? ''}`);
  await page.getByRole('link', { name: /^Pull request #\d+$/ }).waitFor();
};
const stateOf = async (path: string): Promise<string> =>
  (await dashboard.service.request('GET', path)).json.pullRequest.state;

test('a pull request is commented on and merged from its job, and the page links to the live site', async () => {
  const { page, faults } = opened;
  const path = await publish('append section "Merged here" to quickstart: "Without leaving the dashboard."');
  await show(page, path);
  await page.getByRole('button', { name: 'Comment' }).click();
  await page.getByLabel('Comment').fill('Looks good, @docwright.');
  await page.getByRole('button', { name: 'Comment' }).last().click();
  await page.getByText('Comment added to the pull request').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  assert.equal((await dashboard.service.request('GET', path)).json.turns, 1, 'a comment is not a follow-up');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Merges commit [0-9a-f]{7} into its base branch/).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await stateOf(path), 'open');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Merged', { exact: true }).first().waitFor();
  await page
    .getByRole('status')
    .getByText(/^Pull request #\d+ is merged\.$/)
    .waitFor({ state: 'attached' });
  await page.locator('section:focus', { hasText: 'Merged' }).waitFor();
  assert.equal(await stateOf(path), 'merged');
  await page.getByRole('link', { name: 'Deployment of the merge' }).waitFor();
  await page.getByRole('link', { name: 'Open the live site' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

test('comments on diff lines survive a reload, are sent to the agent as one follow-up, and can be written with the keyboard', async () => {
  const { page, faults } = opened;
  const path = await publish(
    'append section "Reviewed here" to quickstart: "Somebody reads this."\nappend section "Reviewed there" to guides/react: "So is this."',
  );
  await show(page, path);
  await page.getByRole('tab', { name: 'Diff' }).click();
  const diff = page.getByRole('table', { name: 'Diff of quickstart.mdx' });
  const tree = page.getByRole('navigation', { name: 'Changed files' });
  await tree.getByRole('button', { name: /^quickstart\.mdx/ }).click();
  assert.match((await page.locator(':focus').textContent()) ?? '', /^quickstart\.mdx/);
  await page.getByRole('region', { name: 'guides/react.mdx' }).getByLabel('Viewed').check();
  await page.getByRole('table', { name: 'Diff of guides/react.mdx' }).waitFor({ state: 'detached' });
  // Syntax colors appear after the text.
  await diff.locator('span', { hasText: '## Reviewed here' }).waitFor();
  const title = diff.getByRole('row').filter({ hasText: 'title: "Quickstart"' });
  assert.equal(await title.count(), 0, 'the diff omits most of the file');
  const step = diff.getByRole('button', { name: /^Show 20 lines before line \d+$/ });
  const name = (await step.getAttribute('aria-label')) ?? '';
  await step.press('Enter');
  await diff.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  await diff.getByRole('button', { name: /^Show all \d+ lines$/ }).press('Enter');
  await title.waitFor();
  assert.equal(await diff.getByRole('button', { name: /^Show / }).count(), 0, 'no line is hidden anymore');
  // The keyboard focus isn't lost when the button disappears.
  await waitForFocus(diff);
  const first = diff.getByRole('button', { name: /^Comment on line/ }).first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Comment on line \d+$/ }).waitFor();
  await page.getByLabel('Starts at').selectOption({ index: 0 });
  await page.getByRole('textbox', { name: /^Comment on lines \d+–\d+$/ }).fill('Say it shorter.');
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 comment, not sent yet').waitFor();
  const below = diff.getByRole('list', { name: 'Comments on line 2' });
  await below.getByText('Say it shorter.').waitFor();
  await below.getByText('Your comment on lines 1–2, not sent yet').waitFor();
  assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', / \(has a comment\)$/);
  await diff.getByRole('row', { name: 'Somebody reads this.' }).getByRole('button').click();
  await page.getByRole('textbox', { name: /^Comment on line \d+$/ }).fill('Who?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.reload();
  const panel = page.getByRole('region', { name: 'Comments on lines' });
  await panel.getByText('2 comments, not sent yet').waitFor();
  // The other comment is on a line that the diff omits until it is requested.
  assert.equal(await diff.getByText('Who?').count(), 1);
  assert.equal(await diff.getByText('Say it shorter.').count(), 0);
  await diff.getByRole('button', { name: /^Show all \d+ lines$/ }).click();
  await below.getByText('Say it shorter.').waitFor();
  assert.equal(await panel.getByText('outdated').count(), 0);
  await tree.getByRole('button', { name: /^react\.mdx viewed/ }).waitFor();
  assert.equal(await page.getByRole('table').count(), 1, 'viewed files are collapsed');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await findBarriers(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  await panel.getByRole('button', { name: 'Send to the agent' }).click();
  await panel.waitFor({ state: 'detached' });
  assert.equal(await page.getByText('not sent yet').count(), 0);
  const job = await until(
    async () => (await dashboard.service.request('GET', path)).json,
    ({ status }) => status !== 'active',
  );
  assert.equal(job.turns, 2, 'both are one follow-up');
  assert.equal(job.result, 'needs_model', 'the built-in rules don’t treat quoted text as an instruction');
  await page.getByRole('tab', { name: 'Activity' }).click();
  const sent = page.getByRole('list', { name: 'Job activity' }).getByRole('listitem').filter({ hasText: '2 comments' });
  await sent.getByText('Say it shorter.').waitFor();
  await sent.getByText('Somebody reads this.').waitFor();
  await page.getByText('The built-in rules can’t do this').waitFor();
  assert.equal((await page.content()).includes('quoted-lines'), false, 'the text for the model is never shown');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('tab', { name: 'Diff' }).click();
  await diff
    .getByRole('list', { name: /^Comments on line \d+$/ })
    .getByText('Who?')
    .waitFor();
  await page.getByRole('region', { name: 'Sent comments' }).getByText('Say it shorter.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.equal((await page.content()).includes('quoted-lines'), false, 'the text for the model is never shown');
  assert.deepEqual(faults, []);
});

test('commits pushed in the meantime are not merged, and the page reports them; closing requires a confirmation', async () => {
  const { page } = opened;
  const path = await publish('append section "Closed here" to quickstart: "It was closed."');
  await show(page, path);
  const { service } = dashboard;
  const { id } = (await service.request('GET', path)).json;
  // An outdated head commit.
  await service.api.platform.database.pool.query('update agent_jobs set pushed_sha = $1 where id = $2', [
    'e'.repeat(40),
    id,
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog.getByText(/now has the head [0-9a-f]{40}/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await stateOf(path), 'open');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close pull request' }).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  assert.equal(await stateOf(path), 'closed');
  assert.equal(await page.getByRole('button', { name: 'Merge', exact: true }).count(), 0);
});
