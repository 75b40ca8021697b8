/**
 * A user without git changes the example's live site, from *Edit this page* to the merged pull request, including
 * another user's suggestion.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { createLogger, edge } from '@docwright/server';
import { until } from '../api/test-service.ts';
import { findPlace, type SitePlace } from '../live/reader-actions.ts';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, openMember, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';
import { readChangedLines, readRepository } from './read-repository.ts';

let place: SitePlace;
let dashboard: TestDashboard;
let sites: Awaited<ReturnType<typeof edge>>;
/** The owner, who merges. */
let ada: OpenPage;
/** An editor. */
let bob: OpenPage;
/** A viewer, who suggests. */
let vera: OpenPage;

before(async () => {
  place = await findPlace('example-docs');
  dashboard = await startDashboard({ deploymentConcurrency: '1', sitesPort: String(place.port) });
  sites = await edge(dashboard.service.settings, createLogger({ level: 'silent' }));
  ada = await openAtLiveSite(dashboard);
  bob = await openMember(dashboard, { name: 'Bob Editor', email: 'bob@example.com', role: 'editor' });
  vera = await openMember(dashboard, { name: 'Vera Viewer', email: 'vera@example.com', role: 'viewer' });
  await turnOnEditLinks();
});
after(async () => {
  await sites?.stop();
  await dashboard?.stop();
});

const path = 'guides/react.mdx';
const projectPath = (rest: string): string => `/v1/projects/${dashboard.service.projectId}${rest}`;
const filePath = (file: string): string => projectPath(`/drafts/main/files/${encodeURIComponent(file)}`);
const readFile = async (file: string) => (await dashboard.service.request('GET', filePath(file))).json;
const readSite = async () => (await dashboard.service.request('GET', projectPath('/site'))).json;

/** Turns on *Edit this page* and requires pull requests, as an administrator. */
async function turnOnEditLinks(): Promise<void> {
  const { service } = dashboard;
  const { content, version } = await readFile('docs.json');
  const body = { content: content.replace('{', '{\n  "feedback": { "suggestEdit": true },'), version };
  await service.request('PUT', filePath('docs.json'), { body });
  const draft = (await service.request('GET', projectPath('/drafts/main'))).json;
  const published = await service.request('POST', projectPath('/drafts/main/publish'), {
    body: { action: 'publish', draftVersion: draft.version, message: 'Let readers edit pages' },
  });
  assert.equal(published.status, 200, published.text);
  await isLive(published.json.commit);
  await service.request('PATCH', projectPath('/draft-settings'), { body: { requirePullRequest: true } });
}

const isLive = (commit: string): Promise<unknown> =>
  until(readSite, ({ activeDeployment }) => activeDeployment?.commit.sha === commit);

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a page is edited without git from its live site, reviewed and merged, and only these changes go live', async () => {
  await bob.page.setViewportSize({ width: 1500, height: 900 });
  await vera.page.setViewportSize({ width: 1500, height: 900 });

  // From the live page to the editor.
  await bob.page.goto(`${place.url}/guides/react`);
  const opening = bob.context.waitForEvent('page');
  await bob.page.getByRole('link', { name: 'Suggest edits' }).click();
  const page = await opening;
  // Registered early, because the browser starts intercepting file dialogs asynchronously.
  const choosing = page.waitForEvent('filechooser');
  await page.setViewportSize({ width: 1500, height: 900 });
  await page.waitForURL(/\/editor\/main\/guides(?:%2F|\/)react\.mdx/);
  const textOf = (file: string) => page.getByRole('textbox', { name: `Text of ${file}` });
  await page.getByRole('button', { name: 'Visual', exact: true }).click();
  await page.locator('.vm').waitFor();

  // A paragraph, a callout and an image.
  await textOf(path).getByText('The rules stay on your server').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Changed by Bob.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/war');
  await page.getByRole('option', { name: /^Warning/ }).waitFor();
  await page.waitForTimeout(100); // The list ignores keys for its first 75 ms, so that nothing is accepted by mistake.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mind the gap.');
  await textOf(path).getByText('Put the decided values into the page').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/ima');
  await page.getByRole('option', { name: /^Image/ }).waitFor();
  await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const buffer = Buffer.from(pixel, 'base64');
  await (await choosing).setFiles({ name: 'First Paint.PNG', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alternative text').fill('The first paint');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Mind the gap.') && text.includes('![The first paint]'),
  );
  await isShown(textOf(path).getByRole('img', { name: 'The first paint' }));

  // A suggestion from a user who can only read.
  await vera.page.goto(page.url().replace(/\?.*/, '?view=source'));
  await vera.page.getByText(/^Select text to comment on it/).waitFor();
  await vera.page.getByRole('textbox', { name: `Text of ${path}` }).focus();
  for (const key of ['Control+End', 'ArrowUp', 'End', 'Shift+Home', 'Shift+Home']) await vera.page.keyboard.press(key);
  await vera.page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = vera.page.getByRole('region', { name: 'New comment' });
  await form.getByRole('button', { name: 'Suggest a change' }).click();
  const lines = form.getByRole('textbox', { name: 'Suggested lines' });
  await lines.fill((await lines.inputValue()).replace('</Tip>', ' Suggested by Vera.</Tip>'));
  await form.getByRole('textbox', { name: 'Why? (optional)' }).press('Control+Enter');
  await vera.page.getByRole('listitem', { name: 'Suggestion by Vera Viewer' }).waitFor();
  await page.getByRole('button', { name: /^Comments/ }).click();
  const card = page.getByRole('listitem', { name: 'Suggestion by Vera Viewer' });
  await card.getByRole('button', { name: 'Accept' }).click();
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Suggested by Vera.'),
  );
  await page.getByRole('button', { name: 'Close the comments' }).click();
  assert.deepEqual(await findBarriers(page), []);

  // The preview.
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator(`iframe[title="Preview of ${path}"]`);
  await preview.getByText('Changed by Bob.').waitFor();
  await preview.getByText('Mind the gap.').waitFor();
  await preview.getByText('Suggested by Vera.').waitFor();
  await isShown(preview.getByRole('img', { name: 'The first paint' }));

  // A page moves in the navigation.
  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'docs.json' }).click();
  const row = page.getByRole('tree').getByRole('treeitem', { name: 'quickstart', exact: true });
  await row.click();
  await page.keyboard.press('Alt+ArrowUp');
  await until(
    async () => (await readFile('docs.json')).content as string,
    (text) => text.includes('"quickstart", "index"'),
  );

  // The pull request.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Create pull request' }).check();
  await dialog.getByText(/^The draft introduces/).waitFor();
  await dialog.getByLabel('Title').fill('Say more about the first paint');
  await dialog.getByRole('button', { name: 'Create pull request' }).click();
  const link = dialog.getByRole('link', { name: /^Open pull request #\d+$/ });
  await ada.page.goto((await link.getAttribute('href')) ?? assert.fail('no link'));
  await ada.page.getByRole('button', { name: 'Merge pull request' }).click();
  await ada.page.getByText('Merged', { exact: true }).first().waitFor();

  // The repository and the live site.
  const merged = await readRepository(dashboard.service, async (git) => ({
    commit: (await git('rev-parse', 'HEAD')).trim(),
    files: await git('diff', '--name-status', 'HEAD^1', 'HEAD'),
    lines: readChangedLines(await git('diff', 'HEAD^1', 'HEAD')),
    authors: await git('log', '--format=%an <%ae>%n%(trailers:key=Co-authored-by)', 'HEAD^1..HEAD'),
  }));
  assert.deepEqual(merged.files.trim().split('\n'), ['M\tdocs.json', `M\t${path}`, 'A\timages/first-paint.png']);
  assert.deepEqual(merged.lines, [
    '-          { "group": "Get started", "pages": ["index", "quickstart"] },',
    '+          { "group": "Get started", "pages": ["quickstart", "index"] },',
    '-The rules stay on your server; the browser gets decided values only.',
    '+The rules stay on your server; the browser gets decided values only. Changed by Bob.',
    '+',
    '+<Warning>',
    '+  Mind the gap.',
    '+</Warning>',
    '+![The first paint](/images/first-paint.png)',
    '+',
    '-<Tip>Values for signed-in users change with the user: call `refresh()` after sign-in.</Tip>',
    '+<Tip>Values for signed-in users change with the user: call `refresh()` after sign-in. Suggested by Vera.</Tip>',
  ]);
  assert.match(merged.authors, /^Bob Editor <bob@example\.com>$/m);
  assert.match(merged.authors, /^Co-authored-by: Vera Viewer <vera@example\.com>$/m);
  await isLive(merged.commit);
  const reader = await dashboard.open();
  // The edge notices a new version a moment after the API shows it.
  await until(
    async () => {
      await reader.page.goto(`${place.url}/guides/react`);
      return reader.page.getByText('Changed by Bob.').count();
    },
    (count) => count > 0,
  );
  await reader.page.getByText('Mind the gap.').waitFor();
  await reader.page.getByText('Suggested by Vera.').waitFor();
  await isShown(reader.page.getByRole('img', { name: 'The first paint' }));
  assert.deepEqual([...ada.faults, ...bob.faults, ...vera.faults, ...reader.faults], []);
});

/** Waits until an image is loaded, which happens when it is in view. A reloading preview replaces the element. */
async function isShown(image: Locator): Promise<void> {
  await until(
    () => image.evaluate(scrollToImage).catch(() => 0),
    (width) => width > 0,
  );
}

/** Runs in the page. Returns the width of the loaded image. */
function scrollToImage(element: unknown): number {
  const image = element as { scrollIntoView(): void; readonly naturalWidth: number };
  image.scrollIntoView();
  return image.naturalWidth;
}
