import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import {
  waitForFocus,
  owner,
  signInOwner,
  startDashboard,
  toggleAtOnce,
  type TestDashboard,
} from './open-dashboard.ts';

let dashboard: TestDashboard;
let storageState: Awaited<ReturnType<typeof signInOwner>>;

before(async () => {
  dashboard = await startDashboard();
  storageState = await signInOwner(dashboard);
});
after(() => dashboard?.stop());

const query = (text: string, values: unknown[] = []) =>
  dashboard.service.api.platform.database.pool.query(text, values);
const ownerId = async (): Promise<string> =>
  (await query('select id from users where email = $1', [owner.email])).rows[0].id;

test('an empty list shows a message, and can be entered and left with the keyboard', async () => {
  const { page, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await page.goto(dashboard.url);
  const bell = page.getByRole('button', { name: 'Notifications' }).filter({ visible: true });
  await bell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Notifications' }).getByText('No notifications yet.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(bell);
  assert.deepEqual(faults, []);
});

test('the user who started a job is notified of its end, and opening it from the list marks it as read', async () => {
  const { service } = dashboard;
  const { page, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  const started = await page.request.post(`${service.baseUrl}/v2/agent/${service.projectId}/job`, {
    data: { prompt: 'replace "Docwright" with "Docwright" in index.mdx' },
    headers: { origin: service.baseUrl },
  });
  const { id } = (await started.json()) as { id: string };
  await until(
    async () => (await service.request('GET', `/v2/agent/${service.projectId}/job/${id}`)).json,
    ({ status }) => status !== 'active',
  );
  await page.goto(`${dashboard.url}/projects`);
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).filter({ visible: true }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: /^Unread: Agent job / }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await list.getByRole('link', { name: /^Unread: Agent job / }).click();
  await page.waitForURL(`**/dashboard/jobs/${service.projectId}/${id}`);
  await page.getByRole('button', { name: 'Notifications', exact: true }).filter({ visible: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('all entries can be marked as read together, even on a phone', async () => {
  await query(
    `insert into notifications (organization_id, user_id, kind, tone, title, text, project_id, subject_id, in_app)
     select $1, $2, 'deployment.failed', 'bad', 'Deployment failed: branch ' || n, '<b>Not bold</b>', $3, 'dpl_' || n, true
     from generate_series(1, 25) n`,
    [dashboard.service.organizationId, await ownerId(), dashboard.service.projectId],
  );
  const { page, faults } = await dashboard.open({
    storageState,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 800 },
  });
  await page.goto(dashboard.url);
  await page.getByRole('button', { name: 'Notifications: 25 unread' }).filter({ visible: true }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByText('<b>Not bold</b>').first().waitFor();
  await list.getByRole('button', { name: 'Show older' }).click();
  await list.getByRole('link', { name: /branch 1 / }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).filter({ visible: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('the settings are saved, and the page explains why email is off', async () => {
  const { page, faults } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await page.goto(`${dashboard.url}/account?tab=notifications`);
  await page.getByText('this installation has no mail server').waitFor();
  const feedback = page.getByRole('checkbox', { name: 'Feedback: in the dashboard' });
  assert.equal(await feedback.isChecked(), false);
  assert.equal(await page.getByRole('checkbox', { name: 'Feedback: by email' }).isDisabled(), true);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  assert.equal(await toggleAtOnce(feedback), true, 'the checkbox shows the new state while it is being saved');
  assert.equal((await saved).status(), 200);
  assert.deepEqual(await findBarriers(page), []);
  await page.reload();
  await feedback.waitFor();
  assert.equal(await feedback.isChecked(), true);
  assert.deepEqual(faults, []);
});

test('a link that names an organization opens it only for members', async () => {
  const other = await createOrganization(dashboard.service.api.platform.database.kysely, {
    name: 'Northwind',
    plan: 'pro',
  });
  const { page } = await dashboard.open({ storageState, reducedMotion: 'reduce' });
  await page.goto(`${dashboard.url}/settings?tab=organization&organization=${other.id}`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  assert.notEqual(await page.getByLabel('Name', { exact: true }).inputValue(), 'Northwind');
  await query(`insert into members (organization_id, user_id, role) values ($1, $2, 'viewer')`, [
    other.id,
    await ownerId(),
  ]);
  await page.goto(`${dashboard.url}/settings?tab=organization&organization=${other.id}`);
  await page.getByRole('group').getByLabel('Name', { exact: true }).waitFor();
  await page.waitForFunction(`document.querySelector('input')?.value === 'Northwind'`);
});
