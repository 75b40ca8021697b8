import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import {
  hasFocus,
  waitForFocus,
  openAtLiveSite,
  startDashboard,
  type OpenPage,
  type TestDashboard,
} from './open-dashboard.ts';
import { readChangedLines, readRepository } from './read-repository.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
/** Whether a proxy refuses WebSockets, so that the text is saved by requests. */
let refusesWebSockets = false;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
  await opened.context.routeWebSocket(/\/shared-text/, (socket) => {
    if (refusesWebSockets) void socket.close({ code: 1011 });
    else socket.connectToServer();
  });
});
after(() => dashboard.stop());

const editorUrl = (path = ''): string => `${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}`;
const draftPath = (rest = ''): string => `/v1/projects/${dashboard.service.projectId}/drafts/main${rest}`;
const textOf = (page: Page, path: string) => page.getByRole('textbox', { name: `Text of ${path}` });
const readDraft = async () => (await dashboard.service.request('GET', draftPath())).json;
const readFile = async (path: string) =>
  (await dashboard.service.request('GET', draftPath(`/files/${encodeURIComponent(path)}`))).json;

/** Returns the lines that differ between the deployment branch and the newest other branch, in all files. */
const readLinesOfBranch = (): Promise<readonly string[]> =>
  readRepository(dashboard.service, async (git) => {
    const format = '--format=%(refname:short)';
    const refs = await git('for-each-ref', '--sort=-committerdate', format, 'refs/remotes/origin/');
    const branch = refs.split('\n').find((name) => !/^origin(?:\/(?:HEAD|main))?$/.test(name));
    return readChangedLines(await git('diff', 'origin/main', branch ?? ''));
  });

/** Opens a file and places the cursor at its end. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(editorUrl(path));
  await textOf(page, path).click();
  await page.keyboard.press('Control+End');
}

test('a paragraph is changed, previewed, and submitted as a pull request with only these lines', async () => {
  const { page, faults } = opened;
  const { service } = dashboard;
  await page.setViewportSize({ width: 1500, height: 900 });
  await page.goto(`${dashboard.url}/projects/${service.projectId}`);
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Editor' }).click();
  const files = page.getByRole('navigation', { name: 'Files' });
  await files.getByRole('link', { name: 'quickstart.mdx' }).click();
  await page.waitForURL(/\/editor\/main\/quickstart\.mdx$/);
  const preview = page.frameLocator('iframe[title="Preview of quickstart.mdx"]');
  await preview.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(await findBarriers(page), []);

  const before = await readFile('quickstart.mdx');
  await textOf(page, 'quickstart.mdx').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nWritten in the browser.\n');
  await preview.getByText('Written in the browser.').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await files.getByRole('link', { name: 'quickstart.mdx changed' }).waitFor();
  assert.equal((await readFile('quickstart.mdx')).content, `${before.content}\nWritten in the browser.\n`);

  await page.getByRole('button', { name: 'Changes (1)' }).click();
  await page.getByRole('table', { name: 'Diff of quickstart.mdx' }).getByText('Written in the browser.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Text', exact: true }).click();

  await service.request('PATCH', `/v1/projects/${service.projectId}/draft-settings`, {
    body: { requirePullRequest: true },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Create pull request' }).check();
  await dialog.getByText(/^The draft introduces/).waitFor({ timeout: 60_000 });
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByLabel('Title').fill('Mention the browser');
  await dialog.getByRole('button', { name: 'Create pull request' }).click();
  const link = dialog.getByRole('link', { name: /^Open pull request #\d+$/ });
  const url = (await link.getAttribute('href')) ?? '';
  assert.match(url, /^http/);
  assert.deepEqual(await readLinesOfBranch(), ['+', '+Written in the browser.']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  assert.deepEqual(faults, []);
});

test('if two authors change one file, changes to different lines are combined, and changes to one line are shown side by side', async () => {
  refusesWebSockets = true;
  const { page, faults } = opened;
  const { service } = dashboard;
  const path = 'guides/react.mdx';
  const put = async (content: string) =>
    service.request('PUT', draftPath(`/files/${encodeURIComponent(path)}`), {
      body: { content, version: (await readFile(path)).version },
    });
  await open(page, path);
  const { content } = await readFile(path);
  await put(content.replace(/\n---\n/, '\n---\n\nAdded at the start by someone else.\n'));
  await page.keyboard.type('Added at the end.');
  await page.getByText('Saved', { exact: true }).waitFor();
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Added at the start by someone else.') && text.includes('Added at the end.'),
  );
  await textOf(page, path).getByText('Added at the start by someone else.').waitFor({ state: 'attached' });

  await put(((await readFile(path)).content as string).replace('Added at the end.', 'Replaced by someone else.'));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And more.');
  const conflict = page.getByRole('region', { name: 'Someone else saved this file' });
  await conflict.getByText('Replaced by someone else.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.equal((await readFile(path)).content.includes('And more.'), false, 'nothing is overwritten');
  await conflict.getByRole('button', { name: 'Keep my text' }).click();
  await conflict.waitFor({ state: 'detached' });
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Added at the end. And more.'),
  );
  assert.deepEqual(faults, []);
});

test('text typed without a connection is shown as not saved, and is saved once the browser is online', async () => {
  const { page, context } = opened;
  const path = 'index.mdx';
  await open(page, path);
  await page.getByText('Saved', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.keyboard.type('Typed offline.');
  await page.getByText('Not saved – offline').first().waitFor();
  await context.setOffline(false);
  await page.getByText('Saved', { exact: true }).waitFor();
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Typed offline.'),
  );
});

test('text typed without a connection is saved once the browser is online, even if another file is open', async () => {
  const { page, context } = opened;
  const path = 'index.mdx';
  await open(page, path);
  await page.getByText('Saved', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.keyboard.type('Kept for later.');
  await page.getByText('Not saved – offline').first().waitFor();
  await page.getByRole('link', { name: 'quickstart.mdx' }).first().click();
  await page.waitForURL(/\/quickstart\.mdx/);
  await context.setOffline(false);
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text.includes('Kept for later.'),
  );
  assert.match(page.url(), /\/quickstart\.mdx/);
});

test('Publish saves the open file first, and isn’t possible while the file can’t be saved', async () => {
  const { page } = opened;
  const path = 'index.mdx';
  await open(page, path);
  await page.keyboard.type('Saved first.');
  await page.getByText('Saved', { exact: true }).waitFor();
  const saves = (url: URL) => url.pathname.endsWith(`/files/${path}`);
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await page.keyboard.type('Unsaved.');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  const refusal = page.getByRole('dialog', { name: 'Not published: some text isn’t saved' });
  await refusal.getByRole('link', { name: path }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await refusal.waitFor({ state: 'detached' });
  await page.unroute(saves);
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Publish', exact: true });
  await dialog.waitFor();
  assert.match((await readFile(path)).content, /Unsaved\./);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a page’s frontmatter is edited in a form, which changes only the lines of each key', async () => {
  refusesWebSockets = false;
  const { page, faults } = opened;
  const path = 'concepts/flags.mdx';
  const before = (await readFile(path)).content as string;
  await page.goto(editorUrl(`${path}?view=form`));
  const form = page.getByRole('region', { name: 'Frontmatter' });
  const title = form.getByLabel('Title', { exact: true });
  await title.fill('');
  await title.pressSequentially('Flags: the "idea"');
  await textOf(page, path).getByText('title: "Flags: the').waitFor();
  await form.getByLabel('Hidden').selectOption('Yes');
  assert.deepEqual(await findBarriers(page), []);
  const after = before
    .replace(/^title: .*$/m, String.raw`title: "Flags: the \"idea\""`)
    .replace(/\n---\n/, '\nhidden: true\n---\n');
  await until(
    async () => (await readFile(path)).content as string,
    (text) => text === after,
  );
  await textOf(page, path).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('---\ntitle: [not closed\n');
  await form.getByText('The frontmatter isn’t valid YAML').waitFor();
  await form.getByRole('button', { name: 'Edit in the source' }).press('Enter');
  await waitForFocus(textOf(page, path));
  assert.deepEqual(faults, []);
});

test('pages and groups are moved, added, renamed and removed in the tree of docs.json', async () => {
  const { page, faults } = opened;
  const readDocs = async (): Promise<string> => (await readFile('docs.json')).content as string;
  const docs = await readDocs();
  const isSaved = async (expected: string): Promise<void> => {
    await until(readDocs, (text) => text === expected);
  };
  await page.goto(editorUrl('docs.json'));
  const tree = page.getByRole('tree');
  const row = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  await textOf(page, 'docs.json').waitFor();
  await row('quickstart').click();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('quickstart moved to Get started, position 1 of 2.').waitFor({ state: 'attached' });
  await waitForFocus(row('quickstart'));
  await isSaved(docs.replace('"index", "quickstart"', '"quickstart", "index"'));
  await page.keyboard.press('Alt+ArrowDown');
  await isSaved(docs);
  assert.deepEqual(await findBarriers(page), []);

  await row('changelog').dragTo(row('quickstart'), { targetPosition: { x: 100, y: 28 } });
  await page.getByText('changelog moved to Get started, position 3 of 3.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await page.getByText('changelog moved to Get started, position 1 of 3.').waitFor({ state: 'attached' });

  await page.getByRole('button', { name: 'Add page' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('In the tree');
  await page.keyboard.press('Enter');
  await row('in-the-tree').waitFor();
  await until(
    async () => (await readFile('in-the-tree.mdx')).content as string,
    (text) => text.includes('title: "In the tree"'),
  );
  await page.getByRole('button', { name: 'Add group' }).press('Enter');
  await dialog.getByLabel('Name').fill('New group');
  await page.keyboard.press('Enter');
  await tree.getByRole('treeitem', { name: /^New group/ }).press('F2');
  await dialog.getByLabel('Name').fill('Renamed group');
  await page.keyboard.press('Enter');
  await tree.getByRole('treeitem', { name: /^Renamed group/ }).press('Delete');
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await tree.getByRole('treeitem', { name: /^Renamed group/ }).waitFor({ state: 'detached' });
  await row('in-the-tree').click();
  await page.keyboard.press('Delete');
  await dialog.getByText('The file stays').waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await row('in-the-tree').waitFor({ state: 'detached' });
  assert.notEqual((await readFile('in-the-tree.mdx')).content, null);
  await isSaved(
    docs
      .replace('"index", "quickstart"', '"changelog", "index", "quickstart"')
      .replace('"News", "pages": ["changelog"]', '"News", "pages": []'),
  );
  assert.deepEqual(faults, []);
});

test('a page is created, moved, deleted and restored with the keyboard', async () => {
  const { page, faults } = opened;
  await page.goto(editorUrl('index.mdx'));
  await page.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Getting help');
  assert.equal(await dialog.getByLabel('Path').inputValue(), 'getting-help.mdx');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/getting-help\.mdx$/);
  await textOf(page, 'getting-help.mdx').waitFor();
  assert.match((await readFile('docs.json')).content, /"index", "quickstart", "getting-help"\]/);
  const menu = page.getByRole('button', { name: 'File actions' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Move or rename' }).press('Enter');
  await dialog.getByLabel('New path').fill('guides/help.mdx');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/guides\/help\.mdx$/);
  await textOf(page, 'guides/help.mdx').waitFor();
  await menu.press('Enter');
  assert.equal(await page.getByRole('menuitem', { name: 'Discard changes' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const paths = (await readDraft()).changes.map((change: { path: string }) => change.path);
  assert.equal(paths.includes('guides/help.mdx'), false);
  assert.doesNotMatch((await readFile('docs.json')).content, /"guides\/help"/);

  await page.goto(editorUrl('guides/react.mdx'));
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await dialog.getByLabel('Redirect readers to').selectOption('quickstart.mdx');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('This file is deleted in the draft').waitFor();
  await page.getByRole('button', { name: 'Restore the file' }).press('Enter');
  await dialog.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await textOf(page, 'guides/react.mdx').waitFor();
  assert.deepEqual(faults, []);
});

test('an earlier version is compared in the history, and restored with the keyboard', async () => {
  const { page, faults } = opened;
  const path = 'guides/react.mdx';
  await open(page, path);
  const published = (await readFile(path)).base.content as string;
  await page.keyboard.type('Written by mistake.');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'History' }).press('Enter');
  await page.waitForURL(/view=history/);
  await page.getByText('Choose a revision').waitFor();
  const list = page.getByRole('navigation', { name: `History of ${path}` });
  await list.getByRole('link').last().press('Enter');
  await page.waitForURL(/revision=/);
  const diff = page.getByRole('table', { name: `Diff of ${path}` });
  await diff.getByText('Written by mistake.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.reload();
  await diff.getByText('Written by mistake.').waitFor();

  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Restore this revision?' });
  await restore.press('Enter');
  // Escape would otherwise reach the page before the dialog is open.
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await restore.press('Enter');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter');
  await textOf(page, path).waitFor();
  assert.equal((await readFile(path)).content, published);

  await page.getByRole('button', { name: 'History' }).press('Enter');
  await list.getByText('Saved in the draft').first().click();
  await diff.getByText('Written by mistake.').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await findBarriers(page), []);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(overflow) <= 0, `${String(overflow)} px`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1500, height: 900 });
  assert.deepEqual(faults, []);
});

test('components and pages are completed, and Tab moves out of the text', async () => {
  const { page } = opened;
  await open(page, 'index.mdx');
  await page.keyboard.press('Enter');
  await page.keyboard.type('<Car');
  await page.getByRole('option', { name: 'Card', exact: true }).waitFor();
  await page.waitForTimeout(100); // The list ignores keys for its first 75 ms, so that nothing is accepted by mistake.
  await page.keyboard.press('Enter');
  await page.keyboard.type(' href="/quick');
  await page.getByRole('option', { name: '/quickstart' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await hasFocus(textOf(page, 'index.mdx')), false);
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.match((await readFile('index.mdx')).content, /<Card href="\/quick"?$/);
});

test('a pasted image is uploaded and inserted with its alternative text', async () => {
  const { page } = opened;
  await open(page, 'quickstart.mdx');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  // A string, because these files have no browser types.
  await page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll('div')].map((each) => each.shadowRoot?.querySelector('[role="textbox"]'));
    const box = boxes.find((each) => each?.getAttribute('aria-label') === 'Text of quickstart.mdx');
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${pixel}'), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], 'Login Page.PNG', { type: 'image/png' }));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alternative text').fill('The sign-in page');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await until(
    async () => (await readFile('quickstart.mdx')).content as string,
    (text) => text.includes('![The sign-in page](/images/login-page.png)'),
  );
});

test('on a phone in dark colors, the page doesn’t scroll sideways and is accessible', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(editorUrl('index.mdx'));
  await textOf(page, 'index.mdx').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(overflow) <= 0, `${String(overflow)} px`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
});
