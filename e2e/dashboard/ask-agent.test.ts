import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, startDashboard, waitForFocus, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let ada: OpenPage;
const path = 'ask.mdx';
const lines = ['The widget is fast.', 'The widget is small.', 'A widget is free.'];
const content = (text: readonly string[]): string => `---\ntitle: Ask\n---\n\n${text.join('\n\n')}\n`;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  const { service } = dashboard;
  const body = { message: 'Add a page', files: [{ path, content: content(lines) }] };
  const committed = await service.request('POST', '/v1/repositories/example-docs/commits', { body });
  assert.equal(committed.status, 201, committed.text);
  ada = await openAtLiveSite(dashboard);
});
after(() => dashboard?.stop());

const editorUrl = (): string =>
  `${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}?view=source`;
const textOf = (page: Page) => page.getByRole('textbox', { name: `Text of ${path}` });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
const cards = (page: Page) => panelOf(page).getByRole('listitem', { name: 'Suggestion by Docwright agent' });
const diffOfDraft = async (): Promise<string> =>
  (await dashboard.service.request('GET', `/v1/projects/${dashboard.service.projectId}/drafts/main/diff`)).json.patch;

test('a user selects text, sends a request by keyboard, and publishes only the accepted suggestion', async () => {
  const { page, faults } = ada;
  await page.setViewportSize({ width: 1500, height: 900 });
  await page.goto(editorUrl());
  await textOf(page)
    .getByText(lines[2] ?? '')
    .waitFor();
  await textOf(page).focus();
  // The first two lines of the text, without the last one.
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 4; line++) await page.keyboard.press('ArrowDown');
  for (let line = 0; line < 2; line++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await page.getByRole('button', { name: 'Ask agent' }).first().waitFor();
  await page.keyboard.press('Control+Alt+a');
  const form = panelOf(page).getByRole('region', { name: 'Ask the agent' });
  const prompt = form.getByRole('textbox', { name: 'What should the agent suggest?' });
  await waitForFocus(prompt);
  await form.getByText(lines[1] ?? '').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.type('Replace "widget" with "gadget"');
  await page.keyboard.press('Control+Enter');
  await panelOf(page).getByText('2 suggestions', { exact: true }).waitFor({ timeout: 60_000 });
  await cards(page).nth(1).waitFor();
  assert.equal(await cards(page).count(), 2);
  await panelOf(page).getByText('1 change not suggested').click();
  await panelOf(page).getByText('1 change outside the part that you chose').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.equal(await diffOfDraft(), '', 'nothing is saved before a suggestion is accepted');
  await cards(page).first().getByText('for Ada Lindqvist').waitFor();
  await cards(page).first().getByRole('button', { name: 'Accept' }).press('Enter');
  await textOf(page).getByText('The gadget is fast.').waitFor();
  const other = panelOf(page).getByRole('listitem').filter({ hasText: 'The gadget is small.' });
  await other.getByRole('button', { name: 'Reject' }).press('Enter');
  await other.getByRole('button', { name: 'Reject' }).press('Enter');
  await other.waitFor({ state: 'detached' });
  await panelOf(page).getByRole('button', { name: 'Dismiss the agent’s answer' }).press('Enter');
  await panelOf(page).getByText('2 suggestions', { exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^The draft introduces/).waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText(/^Commit [0-9a-f]{7}$/).waitFor({ timeout: 60_000 });
  const published = await dashboard.service.request(
    'GET',
    `/v1/projects/${dashboard.service.projectId}/drafts/main/files/${path}`,
  );
  assert.equal(published.json.content, content(['The gadget is fast.', ...lines.slice(1)]));
  assert.deepEqual(faults, []);
});

test('a request that the rules can’t process ends with the reason, and its job accepts no follow-ups', async () => {
  const { page, faults } = ada;
  await page.goto(editorUrl());
  await page.getByRole('button', { name: 'Comments' }).click();
  await panelOf(page).getByRole('button', { name: 'Ask agent' }).click();
  const form = panelOf(page).getByRole('region', { name: 'Ask the agent' });
  await form.getByRole('button', { name: 'All files' }).click();
  await form.getByRole('textbox').fill('Make it nicer somehow');
  await form.getByRole('button', { name: 'Ask', exact: true }).click();
  await panelOf(page).getByText('The built-in rules can’t do this').waitFor({ timeout: 60_000 });
  await page.reload();
  await panelOf(page).getByText('The built-in rules can’t do this').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await panelOf(page).getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('complementary', { name: 'Job details' });
  await details.getByText('Draft', { exact: true }).waitFor();
  assert.equal(await page.getByRole('textbox').count(), 0, 'it accepts no follow-ups');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});

test('on a phone, the request and its answer are in the dialog', async () => {
  const { page, faults } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(editorUrl());
  await page.getByRole('button', { name: /^Comments/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Comments' });
  await dialog.getByRole('button', { name: 'Dismiss the agent’s answer' }).click();
  await dialog.getByRole('button', { name: 'Ask agent' }).click();
  await dialog.getByRole('textbox', { name: 'What should the agent suggest?' }).fill('Replace "free" with "open"');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await dialog.getByText('1 suggestion', { exact: true }).waitFor({ timeout: 60_000 });
  await dialog.getByRole('listitem', { name: 'Suggestion by Docwright agent' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(faults, []);
});
