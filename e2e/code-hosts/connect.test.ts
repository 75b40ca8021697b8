import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  startFakeEnterprise,
  type FakeEnterprise,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-enterprise.ts';
import { makeBareRepository } from './make-bare-repository.ts';
import { signInOwner, startDashboard, type OpenPage, type TestDashboard } from '../dashboard/open-dashboard.ts';

const docs = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));

/** Tests the path from an empty list of code hosts to a project on GitHub, using only a browser. */
describe('connecting GitHub from the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-connect-'));
  let github: FakeEnterprise;
  let dashboard: TestDashboard;
  let open: OpenPage;

  before(async () => {
    makeBareRepository(docs, { work: join(folder, 'work'), bare: join(folder, 'repositories', 'acme', 'docs.git') });
    github = await startFakeEnterprise(join(folder, 'repositories'));
    dashboard = await startDashboard({ privateGitHosts: `http://${github.host}` });
    open = await dashboard.open({ storageState: await signInOwner(dashboard) });
  });
  after(async () => {
    await dashboard.stop();
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('creates the App on GitHub, and leaves no code in the address', async () => {
    const { page } = open;
    await page.goto(`${dashboard.url}/code-hosts`);
    await page.getByRole('button', { name: 'Connect GitHub' }).click();
    await page.getByLabel('Address').fill(github.url);
    await page.getByLabel('Organization on GitHub').fill('acme');
    await page.getByText('so it can’t send webhooks here').waitFor();
    await page.getByRole('button', { name: 'Continue on GitHub' }).click();
    await page.getByRole('button', { name: /^Create Docwright/ }).click();
    await page.getByRole('heading', { name: /was created$/ }).waitFor();
    assert.ok(!page.url().includes('code='), page.url());
  });

  test('rejects a response from GitHub that it did not request', async () => {
    const { page } = open;
    await page.goto(`${dashboard.url}/code-hosts/github-app?code=x&state=y`);
    await page.getByText('This step was started in another tab').waitFor();
  });

  test('installs the App, and creates a project from one of its repositories', async () => {
    const { page, faults } = open;
    await page.goto(`${dashboard.url}/code-hosts`);
    await page.getByText('Commit statuses: Read and write').waitFor();
    await page.getByRole('button', { name: 'Choose a repository' }).click();
    await page.getByText('The App isn’t installed yet').waitFor();
    await page.getByRole('link', { name: 'Install the App' }).click();
    await page.getByRole('button', { name: 'Install on acme' }).click();
    await page.getByRole('button', { name: 'Choose a repository' }).click();
    await page.getByLabel('Search repositories').fill('docs');
    await page.getByRole('link', { name: 'Use acme/docs' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Address' }).inputValue(), `${github.url}/acme/docs`);
    await page.getByRole('button', { name: 'Check the repository' }).click();
    await page.getByText('Branches and pull requests can be created.').waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/\/projects\/proj_/);
    await page.goto(`${dashboard.url}/code-hosts`);
    await page.getByRole('link', { name: 'docs', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });
});
