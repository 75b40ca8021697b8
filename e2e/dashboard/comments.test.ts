import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startMailbox, type Mailbox } from '../accounts/start-mailbox.ts';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import {
  openAtLiveSite,
  openMember,
  owner,
  startDashboard,
  waitForFocus,
  type OpenPage,
  type TestDashboard,
} from './open-dashboard.ts';
import { readChangedLines, readRepository } from './read-repository.ts';

let mailbox: Mailbox;
let dashboard: TestDashboard;
/** The owner, and a viewer. */
let ada: OpenPage;
let vera: OpenPage;

before(async () => {
  mailbox = await startMailbox();
  dashboard = await startDashboard({ smtpUrl: `smtp://${mailbox.host}`, deploymentConcurrency: '1' });
  ada = await openAtLiveSite(dashboard);
  await dashboard.service.api.platform.database.pool.query('update users set email_verified = true');
  vera = await openMember(dashboard, { name: 'Vera Viewer', email: 'vera@example.com', role: 'viewer' });
});
after(async () => {
  await dashboard?.stop();
  await mailbox?.close();
});

const path = 'guides/react.mdx';
const editorUrl = (search = ''): string =>
  `${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}${search}`;
const draftPath = (rest = ''): string => `/v1/projects/${dashboard.service.projectId}/drafts/main${rest}`;
const textOf = (page: Page) => page.getByRole('textbox', { name: `Text of ${path}` });
const readContent = async (): Promise<string> =>
  (await dashboard.service.request('GET', draftPath(`/files/${encodeURIComponent(path)}`))).json.content;
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Comments' });

const findLink = (text: string): string | undefined => /http\S+\/comments\/cmt_\w+\S*/.exec(text)?.[0];

/** Selects the last line that contains text, using the keyboard. */
async function selectLastLine(page: Page): Promise<void> {
  await textOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: 'Comment', exact: true }).waitFor();
}

/** Returns the message and the changed lines of the newest commit on the deployment branch. */
async function readLastCommit(): Promise<{ readonly message: string; readonly lines: readonly string[] }> {
  return readRepository(dashboard.service, async (git) => ({
    message: await git('log', '-1', '--format=%an <%ae>%n%B'),
    lines: readChangedLines(await git('diff', 'HEAD~', 'HEAD')),
  }));
}

test('a viewer suggests a change, and the owner, mentioned and notified by email, accepts and publishes it', async () => {
  const { page, faults } = vera;
  await page.setViewportSize({ width: 1500, height: 900 });
  await page.goto(editorUrl('?view=source'));
  await page.getByText(/^Select text to comment on it/).waitFor();
  await selectLastLine(page);
  await page.keyboard.press('Control+Alt+m');
  const form = panelOf(page).getByRole('region', { name: 'New comment' });
  await form.getByRole('button', { name: 'Suggest a change' }).click();
  const lines = form.getByRole('textbox', { name: 'Suggested lines' });
  const before = await lines.inputValue();
  const after = before.replace('</Tip>', ' Suggested by Vera.</Tip>');
  await lines.fill(after);
  const why = form.getByRole('textbox', { name: 'Why? (optional)' });
  await why.fill('Clearer, ');
  await why.press('End');
  await page.keyboard.type('@ada');
  await form.getByRole('option', { name: /Ada Lindqvist/ }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Enter');
  assert.equal(await why.inputValue(), 'Clearer, @Ada Lindqvist ');
  await page.keyboard.press('Control+Enter');
  const card = panelOf(page).getByRole('listitem', { name: 'Suggestion by Vera Viewer' });
  await waitForFocus(card);
  assert.equal(await card.getByRole('button', { name: 'Accept' }).count(), 0, 'viewers can’t accept');
  await page.getByRole('navigation', { name: 'Files' }).getByText('1 open comment').waitFor({ state: 'attached' });
  assert.deepEqual(await findBarriers(page), []);

  const link = await until(
    () =>
      Promise.resolve(mailbox.received.map(({ to, text }) => (to.includes(owner.email) ? findLink(text) : undefined))),
    (links) => links.some((each) => each !== undefined),
  );
  const second = ada.page;
  await second.setViewportSize({ width: 1500, height: 900 });
  await second.goto(link.find((each) => each !== undefined) ?? assert.fail('no email'));
  await second.waitForURL(/\/editor\/main\/guides(?:%2F|\/)react\.mdx\?.*thread=/);
  const shown = panelOf(second).getByRole('listitem', { name: 'Suggestion by Vera Viewer' });
  await shown.getByText('Clearer, @Ada Lindqvist').waitFor();
  assert.deepEqual(await findBarriers(second), []);
  await shown.getByRole('button', { name: 'Accept' }).press('Enter');
  await panelOf(second)
    .getByText(/^No open comments on this file/)
    .waitFor();
  await waitForFocus(panelOf(second).getByRole('button', { name: 'Open', pressed: true }));
  await textOf(second).getByText('Suggested by Vera.').waitFor({ state: 'attached' });
  await second.getByRole('button', { name: 'Publish' }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByText(/^The draft introduces/).waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText(/^Commit [0-9a-f]{7}$/).waitFor({ timeout: 60_000 });
  const commit = await readLastCommit();
  assert.deepEqual(commit.lines, [`-${before}`, `+${after}`]);
  assert.match(commit.message, /^Ada Lindqvist <ada@example\.com>$/m);
  assert.match(commit.message, /^Co-authored-by: Vera Viewer <vera@example\.com>$/m);
  assert.deepEqual([...faults, ...ada.faults], []);
});

test('a thread is highlighted in both modes, follows typing, and is resolved and reopened', async () => {
  const { page, faults } = ada;
  await page.goto(editorUrl('?view=source'));
  await selectLastLine(page);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = panelOf(page).getByRole('region', { name: 'New comment' });
  await form.getByRole('textbox', { name: /^Comment/ }).fill('See https://example.com/a, <b>not</b> **bold**');
  await form.getByRole('button', { name: 'Comment', exact: true }).last().click();
  const card = panelOf(page).getByRole('listitem', { name: 'Comment by Ada Lindqvist' });
  await card.getByRole('link', { name: 'https://example.com/a', exact: true }).waitFor();
  await card.getByText('<b>not</b> **bold**').waitFor();
  const mark = page.locator('.cm-comment');
  await mark.first().waitFor();
  const readMark = async () => (await mark.allInnerTexts()).join('');
  const marked = await readMark();
  await textOf(page).focus();
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 8; line++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(' Typed above.');
  assert.equal(await readMark(), marked, 'the highlight follows the text');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Visual' }).click();
  await page.getByRole('toolbar').waitFor();
  await mark.first().waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await card.getByRole('button', { name: 'Resolve' }).click();
  await panelOf(page)
    .getByText(/^No open comments on this file/)
    .waitFor();
  await waitForFocus(panelOf(page).getByRole('button', { name: 'Open', pressed: true }));
  await mark.first().waitFor({ state: 'detached' });
  await panelOf(page).getByRole('button', { name: 'Closed' }).click();
  await card.getByText(/^Resolved by Ada Lindqvist/).waitFor();
  await card.getByRole('button', { name: 'Reopen' }).click();
  await panelOf(page).getByRole('button', { name: 'Open (1)' }).click();
  await card.waitFor();
  await page.getByRole('button', { name: 'Close the comments' }).click();
  await panelOf(page).waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('on a phone, the comments are a dialog over the text', async () => {
  const { page, faults } = vera;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(editorUrl('?view=source'));
  await page.getByRole('button', { name: /^Comments/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Comments' });
  await dialog.getByRole('listitem', { name: 'Comment by Ada Lindqvist' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await dialog.getByRole('textbox', { name: /^Reply/ }).fill('Thanks');
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await dialog.getByText('Thanks', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await readContent()).includes('Thanks'), false);
  assert.deepEqual(faults, []);
});
