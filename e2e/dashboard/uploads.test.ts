import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
let folder: string;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
  folder = mkdtempSync(join(tmpdir(), 'docwright-upload-'));
});
after(async () => {
  await dashboard.stop();
  rmSync(folder, { recursive: true });
});

/** Writes a person's folder with a site of two pages, a picture, and files that shouldn't be published. */
function writeSite(name: string): string {
  const root = join(folder, name);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'docs.json': JSON.stringify({
      $schema: 'https://mintlify.com/docs.json',
      theme: 'mint',
      name: 'Uploaded',
      colors: { primary: '#0a5c46' },
      navigation: { pages: ['index', 'guides/first'] },
    }),
    'index.mdx': '---\ntitle: From a folder\n---\n\n![Dot](/images/dot.png)\n',
    'guides/first.mdx': '---\ntitle: First\n---\n\nHello.\n',
    'images/dot.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    '.env': 'SECRET=1',
    'node_modules/x/index.js': '',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function openForm(source: string): Promise<Page> {
  const { page } = opened;
  await page.goto(`${dashboard.url}/projects/new`);
  await page.getByRole('radio', { name: source }).check();
  return page;
}

/** Returns the number of pages of the project's site, once it is live. */
async function countLivePages(page: Page): Promise<number> {
  await page.waitForURL(/\/projects\/proj_\w+$/);
  const path = `/v1/projects/${page.url().split('/').at(-1) ?? ''}`;
  const { service } = dashboard;
  await until(
    async () => (await service.request('GET', `${path}/site`)).json,
    ({ live }) => live === true,
  );
  const { json } = await service.request('GET', `${path}/deployments`);
  // The upload's own push may have been treated as a second deployment of the same commit, which is still waiting.
  return json.deployments.find(({ status }: { status: string }) => status === 'success').pageCount;
}

test('a folder becomes a repository and a live site; files that may contain secrets are not uploaded', async () => {
  const page = await openForm('On this computer');
  const create = page.getByRole('button', { name: 'Create project' });
  assert.equal(await create.isDisabled(), true);
  await page.getByLabel('Choose a folder').setInputFiles(writeSite('handbook'));
  await page.getByText('handbook is ready').waitFor();
  await page.getByText('2 pages, 4 files').waitFor();
  await page.getByText(/Not uploaded.*\.env/).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'handbook');
  await create.press('Enter');
  assert.equal(await countLivePages(page), 2);
  const { json } = await dashboard.service.request('GET', '/v1/repositories/handbook');
  const address = new URL(json.cloneUrl);
  [address.username, address.password] = ['any', dashboard.service.apiKey];
  const clone = join(folder, 'clone');
  // Asynchronous, because the service that responds runs in this process.
  await promisify(execFile)('git', ['clone', '--quiet', address.href, clone]);
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: clone });
  const listed = stdout.trim().split('\n');
  assert.deepEqual(listed, ['docs.json', 'guides/first.mdx', 'images/dot.png', 'index.mdx']);
  assert.deepEqual(opened.faults, []);
});

test('a ZIP archive with the name of an existing repository becomes another repository', async () => {
  const zip = join(folder, 'handbook.zip');
  const script = 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2], "handbook")';
  execFileSync('python3', ['-c', script, zip.replace(/\.zip$/, ''), folder]);
  const page = await openForm('On this computer');
  await page.getByLabel('Choose a ZIP archive').setInputFiles(zip);
  await page.getByText('2 pages, 4 files').waitFor();
  await page.getByRole('button', { name: 'Create project' }).press('Enter');
  assert.equal(await countLivePages(page), 2);
  const { json } = await dashboard.service.request('GET', '/v1/repositories');
  const names = json.repositories.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('handbook') && names.includes('handbook-2'), names.join());
});

test('a MkDocs folder or a broken archive is rejected with the reason, and no project can be created', async () => {
  const page = await openForm('On this computer');
  const other = join(folder, 'other');
  mkdirSync(join(other, 'docs'), { recursive: true });
  writeFileSync(join(other, 'mkdocs.yml'), 'site_name: x');
  writeFileSync(join(other, 'docs/index.md'), '# Hi');
  await page.getByLabel('Choose a folder').setInputFiles(other);
  await page.getByText('This looks like a MkDocs site.').waitFor();
  const broken = join(folder, 'broken.zip');
  writeFileSync(broken, 'no archive');
  await page.getByLabel('Choose a ZIP archive').setInputFiles(broken);
  await page.getByText('broken.zip can’t be read as a ZIP archive').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create project' }).isDisabled(), true);
});

test('a user without docs starts with the starter site', async () => {
  const page = await openForm('Not written yet');
  await page.getByLabel('Name', { exact: true }).fill('Ädler & Co. — docs');
  await page.getByRole('button', { name: 'Create project' }).press('Enter');
  assert.equal(await countLivePages(page), 4);
  assert.equal((await dashboard.service.request('GET', '/v1/repositories/adler-co-docs')).status, 200);
});
