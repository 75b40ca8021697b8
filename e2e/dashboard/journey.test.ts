import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { findBarriers } from './find-barriers.ts';
import { findBrokenWords } from './find-broken-words.ts';
import {
  hasFocus,
  openFrame,
  owner,
  startDashboard,
  waitForFocus,
  type OpenPage,
  type TestDashboard,
} from './open-dashboard.ts';

const run = promisify(execFile);

let dashboard: TestDashboard;
let opened: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
});
after(() => dashboard?.stop());

/** Moves the focus to a control with only the Tab key, in a limited number of steps. */
async function tabTo(target: Locator): Promise<void> {
  const { page } = opened;
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} can't be reached with Tab`);
}

async function press(target: Locator): Promise<void> {
  await target.waitFor();
  await tabTo(target);
  await opened.page.keyboard.press('Enter');
}

async function type(target: Locator, text: string): Promise<void> {
  await target.waitFor();
  await tabTo(target);
  await opened.page.keyboard.type(text);
}

// A user's first hour without a mouse. The tests build on each other.

test('the setup link creates the first owner, and works only once', async () => {
  const { page } = opened;
  await page.goto(dashboard.service.baseUrl);
  await page.getByText('Open the setup link that the server printed').waitFor();
  await page.goto(dashboard.setupUrl);
  await type(page.getByLabel('Your name'), owner.name);
  await type(page.getByLabel('Email address'), owner.email);
  await type(page.getByLabel('Password'), 'short');
  await type(page.getByLabel('Organization'), 'Northwind Docs');
  await press(page.getByRole('button', { name: 'Create account' }));
  assert.match(page.url(), /\/setup/, 'a short password is not accepted');
  await page.getByText('Enter at least 10 characters.').waitFor();
  await waitForFocus(page.getByLabel('Password'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/overview');

  await page.getByText('Northwind Docs').first().waitFor();

  // The list marks completed steps; closing removes the list.
  await page.getByText('0 of 7 done').waitFor();
  const invitation = { body: { email: 'late@example.com', role: 'viewer' } };
  await dashboard.service.request('POST', '/v1/organization/invitations', invitation);
  await page.reload();
  await page.getByText('1 of 7 done').waitFor();
  await press(page.getByRole('button', { name: 'Hide' }));
  await page.getByText('First steps are hidden.').waitFor();
  await page.reload();
  await page.getByText('Agent jobs by result').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0);

  const again = await dashboard.open();
  await again.page.goto(dashboard.setupUrl);
  await again.page.getByText('This setup link no longer works').waitFor();
  await again.context.close();
});

test('signing in after signing out opens the requested page', async () => {
  const { page } = opened;
  await press(page.getByRole('button', { name: /Ada Lindqvist/ }));
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/sign-in');
  await page.goto(`${dashboard.url}/keys`);
  await page.waitForURL('**/sign-in?next=*');
  await type(page.getByLabel('Email address'), owner.email);
  await type(page.getByLabel('Password'), 'not the password');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect email or password.').waitFor();
  assert.equal(await page.getByLabel('Email address').inputValue(), owner.email);
  await tabTo(page.getByLabel('Password'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/keys');
});

test('a repository is checked, and becomes a project', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/projects`);
  await press(page.getByRole('link', { name: 'New project' }));
  const address = page.getByRole('textbox', { name: 'Address' });
  await type(address, `${dashboard.service.baseUrl}/git/nothing-there.git`);
  await press(page.getByRole('button', { name: 'Check the repository' }));
  await page.getByText('Something is missing').waitFor();
  await tabTo(address);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`${dashboard.service.baseUrl}/git/example-docs.git`);
  await press(page.getByRole('button', { name: 'Check the repository' }));
  await page.getByText('The repository is ready').waitFor();
  await page.getByText('docs.json is at the root.').waitFor();
  assert.equal(await page.getByLabel('Branch').inputValue(), 'main');
  const name = page.getByLabel('Name', { exact: true });
  await tabTo(name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Second docs');
  await press(page.getByText('Advanced: deployment and export names'));
  await type(page.getByLabel('Export names'), 'second.example.com');
  await press(page.getByRole('button', { name: 'Create project' }));
  await page.getByRole('heading', { name: 'Second docs' }).waitFor();
});

test('a key is created and shown once, and its copied curl example starts a job', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/keys`);
  await press(page.getByRole('button', { name: 'Create key' }));
  await type(page.getByLabel('Name', { exact: true }), 'my pipeline');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Create key' }));
  await page.getByText('Copy it now').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByText('Copy it now').isVisible(), true, 'Escape must not lose the key');
  await press(page.getByRole('button', { name: 'Copy the curl example' }));
  await page.getByText('Copied the curl example').waitFor();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  const [, address = ''] = /curl -X POST (\S+)/.exec(command) ?? [];
  const [, key = ''] = /Bearer (dw_\w+)/.exec(command) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  assert.match(address, /\/v2\/agent\/proj_\w+\/job$/);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  assert.equal(answer.status, 201);
  await press(page.getByRole('button', { name: 'I’ve copied it' }));
  const row = page.getByRole('row', { name: /my pipeline/ });
  await row.waitFor();
  assert.equal((await page.content()).includes(key), false, 'the key must no longer be shown');
  assert.match((await row.textContent()) ?? '', new RegExp(`…${key.slice(-4)}`));
});

test('a job shows its pull request and its diff, and accepts a follow-up', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/jobs/new?project=${dashboard.service.projectId}`);
  await waitForFocus(page.getByLabel('What should change?'));
  await page.keyboard.type('append section "Limits" to quickstart: "A project has 50 flags."');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/jobs\/proj_\w+\/aj_\w+/);
  await page.getByText('Pull request #').first().waitFor();
  await page.getByText('Completed').first().waitFor();
  await tabTo(page.getByRole('tab', { name: 'Activity' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('A project has 50 flags.').first().waitFor();
  await page.getByRole('button', { name: 'Unified' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Diff of quickstart.mdx' }).waitFor();
  await tabTo(page.getByRole('tab', { name: 'Diff' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await type(page.getByLabel('Follow-up'), 'replace "50 flags" with "60 flags" in quickstart');
  await page.keyboard.press('Control+Enter');
  await page.getByText('replace "50 flags" with "60 flags" in quickstart').first().waitFor();
  await page.getByText('Completed').nth(1).waitFor();
  assert.equal(await page.getByLabel('Follow-up').inputValue(), '');
});

test('a changed page is shown before and after, and its scripts can’t access the dashboard', async () => {
  const { page } = opened;
  await page.getByRole('tab', { name: 'Preview' }).focus();
  await page.keyboard.press('Enter');
  const after = page.frameLocator('iframe[title="After"]');
  // Changes are marked once both sides are rendered.
  await after.getByText('A project has 60 flags.').first().waitFor();
  await page.frameLocator('iframe[title="Before"]').getByRole('heading').first().waitFor();
  await after.locator('[data-docwright-change]', { hasText: 'A project has 60 flags.' }).waitFor();
  const changes = page.getByRole('group', { name: 'Changes on this page' });
  await changes.getByText(/^Change 1 of \d+$/).waitFor();
  assert.match((await page.locator('iframe[title="After"]').getAttribute('src')) ?? '', /#docwright-change-1$/);
  assert.deepEqual(await findBarriers(page), []);
  const frame = page.frames().find((each) => each.url().includes('/preview/'));
  assert.equal(await frame?.evaluate('self.origin'), 'null');
});

test('the job’s pull request is merged on the page of the embedded code host', async () => {
  const { page, context } = opened;
  await page.getByRole('tab', { name: 'Activity' }).focus();
  await page.keyboard.press('Enter');
  const arriving = context.waitForEvent('page');
  await press(page.getByRole('link', { name: 'Pull request', exact: true }).first());
  const host = await arriving;
  const decide = host.getByRole('region', { name: 'Merge or close' });
  await decide.getByText('No conflicts with main').waitFor();
  assert.match(
    String(await host.getByRole('link', { name: 'Agent job', exact: true }).getAttribute('href')),
    /^\/dashboard\/jobs\/proj_\w+\/aj_\w+$/,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await host.emulateMedia({ colorScheme });
    assert.deepEqual(await findBarriers(host), [], colorScheme);
  }
  await host.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await findBrokenWords(host), []);
  assert.ok(
    await host.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    'no sideways scrolling',
  );
  // A signed-in user needs no key.
  await decide.getByRole('button', { name: 'Merge pull request' }).press('Enter');
  await host.getByText(/^Merged\./).waitFor();
  await host.close();
});

test('the merge goes live automatically, and the previous version is restored after a confirmation', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/deployments?environment=production`);
  const first = page.getByRole('row').filter({ hasText: 'Example documentation site' });
  const merged = page.getByRole('row').filter({ hasText: 'Live', hasNotText: 'Example documentation site' });
  await merged.waitFor();
  await press(first.getByRole('link'));
  await press(page.getByRole('button', { name: 'Roll back to this' }));
  const dialog = page.getByRole('dialog', { name: 'Roll back the live site?' });
  await dialog.getByText('Live now').waitFor();
  await press(dialog.getByText('1 file changed between them'));
  await dialog.getByText('quickstart.mdx').waitFor();
  await press(dialog.getByRole('button', { name: 'Roll back to this' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).waitFor();
});

/** Pushes a branch from the command line, based on the head commit of main. */
async function pushBranch(branch: string): Promise<void> {
  const { service } = dashboard;
  const clone = await mkdtemp(join(tmpdir(), 'docwright-clone-'));
  const url = `${service.baseUrl.replace('://', `://key:${service.apiKey}@`)}/git/example-docs.git`;
  try {
    // The service runs in this process, so waiting for git must not block it.
    await run('git', ['clone', '-q', '--bare', url, clone]);
    await run('git', ['-C', clone, 'push', '-q', 'origin', `main:${branch}`]);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

test('the merged pull request’s preview is deleted; a pushed branch has a preview until it is deleted', async () => {
  const { page } = opened;
  await pushBranch('draft');
  await press(page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Deployments' }));
  const previews = page.getByRole('table', { name: 'Previews' }).getByRole('row');
  const preview = previews.filter({ hasText: 'draft' });
  await preview.waitFor();
  assert.equal(await previews.filter({ hasText: 'docwright/' }).count(), 0);
  await press(preview.getByRole('button', { name: 'Delete' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete preview' }));
  await preview.waitFor({ state: 'detached' });
});

test('a branch that does not exist is reported as missing', async () => {
  const { page } = opened;
  await press(page.getByRole('button', { name: 'Deploy a branch' }));
  await type(page.getByRole('textbox', { name: 'Branch' }), 'nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('The branch "nowhere" does not exist').first().waitFor();
});

test('a site is unpublished after a confirmation, and published again', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}?tab=deployment`);
  await press(page.getByRole('button', { name: 'Unpublish' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }));
  await page.getByText('Unpublished').waitFor();
  await press(page.getByRole('button', { name: 'Publish', exact: true }));
  await page.getByText('Live', { exact: true }).waitFor();
});

test('an export’s bundle can be downloaded and previewed, and a new link to it created', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/exports?project=${dashboard.service.projectId}`);
  await press(page.getByRole('button', { name: 'Start export' }).first());
  await type(page.getByLabel('Version'), '1.0.0');
  await page.keyboard.press('Enter');
  await page.getByText('SHA-256').waitFor();
  const digest = /SHA-256([0-9a-f]{64})/.exec((await page.textContent('main')) ?? '')?.[1];
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Download' }));
  const download = await downloading;
  assert.match(download.suggestedFilename(), /\.tar\.gz$/);
  const bundle = await readFile(await download.path());
  assert.equal(createHash('sha256').update(bundle).digest('hex'), digest);
  await press(page.getByRole('button', { name: 'Create link' }));
  await page.getByText('New link created.').waitFor();
  await page.getByRole('tab', { name: 'Preview' }).focus();
  await page.keyboard.press('Enter');
  const site = await openFrame(page, 'iframe');
  await site.getByRole('heading').first().waitFor();
  await site.getByRole('link', { name: 'Quickstart' }).first().click();
  await site.getByText('A project has 60 flags.').waitFor();
});

test('actions are listed in the audit log, which can be downloaded as CSV', async () => {
  const { page } = opened;
  await page.goto(`${dashboard.url}/audit?action=api_key.`);
  await page
    .getByRole('row', { name: /ada@example\.com.*API key: created/ })
    .first()
    .waitFor();
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'CSV' }));
  assert.equal((await downloading).suggestedFilename(), 'audit-log.csv');
});

test('the browser reported no errors', () => assert.deepEqual(opened.faults, []));
