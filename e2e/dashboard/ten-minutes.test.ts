/**
 * A newcomer's first ten minutes: from the setup link to a live site of a GitHub repository, an agent's merged pull
 * request whose change is visible there, and a new member. The output contains the time of each step.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLogger, edge } from '@docwright/server';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { startEmulatedEnterprise, type EmulatedEnterprise } from '../code-hosts/emulated-enterprise.ts';
import { owner, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

const docs = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));

let github: EmulatedEnterprise;
let dashboard: TestDashboard;
let sites: Awaited<ReturnType<typeof edge>>;
let opened: OpenPage;

before(async () => {
  github = await startEmulatedEnterprise(docs);
  // Links to live sites contain the edge's port.
  const sitesPort = String(await findFreePort());
  dashboard = await startDashboard({
    deploymentConcurrency: '1',
    privateGitHosts: `http://${github.host}`,
    sitesPort,
  });
  sites = await edge(dashboard.service.settings, createLogger({ level: 'silent' }));
  opened = await dashboard.open({ permissions: ['clipboard-read', 'clipboard-write'] });
});
after(async () => {
  await sites?.stop();
  await dashboard?.stop();
  await github?.close();
});

test('a newcomer gets from the setup link to a live site, a merged pull request and a member', async (t) => {
  const { page, faults } = opened;
  const started = performance.now();
  let live = '';

  await t.test('an account', async () => {
    await page.goto(dashboard.setupUrl);
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/dashboard/overview');
  });

  await t.test('a code host, and one of its repositories', async () => {
    await page.goto(`${dashboard.url}/code-hosts`);
    await page.getByRole('button', { name: 'Connect GitHub' }).click();
    await page.getByLabel('An access token').check();
    await page.getByRole('textbox', { name: 'Address' }).fill(github.url);
    await page.getByLabel('Access token', { exact: true }).fill(github.token);
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByRole('button', { name: 'Choose a repository' }).click();
    await page.getByRole('link', { name: 'Use octocat/docs' }).click();
    await page.getByRole('button', { name: 'Check the repository' }).click();
    await page.getByText('Branches and pull requests can be created.').waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/\/projects\/proj_/);
  });

  await t.test('its live site', async () => {
    const link = page.getByRole('link', { name: /^http:\/\/.*localhost/ });
    await link.waitFor();
    live = (await link.getAttribute('href')) ?? '';
    const reader = await dashboard.open();
    await reader.page.goto(new URL('/quickstart', live).href);
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    await reader.context.close();
  });

  await t.test('an agent job, whose pull request is merged', async () => {
    await page.getByRole('link', { name: 'New job' }).first().click();
    await page
      .getByLabel('What should change?')
      .fill('append section "Limits" to quickstart: "A project has 50 flags."');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged', { exact: true }).first().waitFor();
  });

  await t.test('the merged change on the live site', async () => {
    const reader = await dashboard.open();
    const deadline = performance.now() + hangLimitMs;
    for (;;) {
      await reader.page.goto(new URL('/quickstart', live).href);
      if (await reader.page.getByText('A project has 50 flags.').isVisible()) break;
      assert.ok(performance.now() < deadline, 'the merge did not go live');
      await reader.page.waitForTimeout(500);
    }
    assert.deepEqual(reader.faults, []);
    await reader.context.close();
  });

  await t.test('a member who joins', async () => {
    await page.goto(`${dashboard.url}/settings?tab=members`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = (await dialog.getByText('/dashboard/accept?token=').textContent()) ?? '';
    const member = await dashboard.open();
    await member.page.goto(link.trim());
    await member.page.getByLabel('Your name').fill('Grace Okafor');
    await member.page.getByLabel('Password').fill('nine quiet harbours');
    await member.page.getByRole('button', { name: 'Create account and join' }).click();
    await member.page.waitForURL('**/dashboard/overview');
    assert.deepEqual(member.faults, []);
    await member.context.close();
  });

  const seconds = Math.round((performance.now() - started) / 1000);
  t.diagnostic(`${seconds} s, not counting the time that a person spends reading and typing`);
  assert.ok(seconds < 600, `${seconds} s`);
  assert.deepEqual(faults, []);
});
