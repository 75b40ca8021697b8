import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { storeTestResult } from '../../packages/server/src/modules/publishing/site-access/index.ts';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import { openAtLiveSite, startDashboard, type OpenPage, type TestDashboard } from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;
before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
});
after(() => dashboard.stop());

const path = (): string => `/v1/projects/${dashboard.service.projectId}/access`;
const stored = async () => (await dashboard.service.request('GET', path())).json;

async function openPage(): Promise<Page> {
  const { page } = opened;
  await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/access`);
  await page.getByRole('group', { name: 'Who can read the site' }).waitFor();
  return page;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
}

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('a password can be added before the site requires one, and is shown after it was created', async () => {
  const page = await openPage();
  assert.equal(await page.getByRole('radio', { name: /^Everyone/ }).isChecked(), true);
  await page.getByRole('radio', { name: /^Anyone with a password/ }).check();
  const passwords = panel(page, 'Passwords');
  await passwords.getByText('No passwords yet').waitFor();
  await page.getByText('purge it after you save').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/the site has no password\. Set one first/).waitFor();
  await passwords.getByLabel('New password for').fill('Press');
  await passwords.getByRole('button', { name: 'Add password' }).click();
  const dialog = page.getByRole('dialog', { name: 'The password for Press' });
  await dialog.getByText(/^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  await save(page);
  const access = await stored();
  assert.deepEqual(
    [access.mode, access.passwords.map(({ label }: { label: string }) => label)],
    ['password', ['Press']],
  );
  await panel(page, 'Sessions').getByText('Nobody is signed in.').waitFor();
});

test('single sign-on shows errors at their fields, and a test shows its steps and the user object', async () => {
  const page = await openPage();
  await page.getByRole('radio', { name: /^Single sign-on/ }).check();
  const form = panel(page, 'Single sign-on');
  await form.getByText(/\/login\/oauth\/callback$/).waitFor();
  await form.getByRole('textbox', { name: 'Issuer' }).fill('http://login.example.com');
  await form.getByRole('textbox', { name: 'Client ID' }).fill('docs');
  await form.getByLabel('Client secret').fill('seven quiet otters');
  const tests = panel(page, 'Test sign-in');
  await tests.getByRole('button', { name: 'Test sign-in' }).click();
  await tests.getByText(/"http:\/\/login\.example\.com" does not use https/).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText(/does not use https/).waitFor();
  // An address needs no DNS.
  await form.getByRole('textbox', { name: 'Issuer' }).fill('https://93.184.215.14');
  await tests.getByRole('button', { name: 'Test sign-in' }).click();
  const link = tests.getByRole('link', { name: 'Open sign-in page' });
  await link.waitFor();
  assert.match((await link.getAttribute('href')) ?? '', /\/login\?test=[\w-]{43}$/);
  assert.equal((await stored()).oauth, null);
  // Does what an edge does at the end of a sign-in.
  const { platform } = dashboard.service.api;
  const { rows } = await platform.database.pool.query(
    'select id from site_sign_in_tests order by created_at desc limit 1',
  );
  await storeTestResult(platform.database.kysely, {
    id: rows[0].id,
    result: {
      ok: false,
      steps: [
        { name: 'Identity provider', ok: true, detail: 'OK' },
        { name: 'User object', ok: false, detail: 'The claim "groups" is not a list.' },
      ],
      user: { sub: 'ada', groups: 7 },
    },
  });
  await tests.getByText('The sign-in failed').waitFor();
  await tests.getByText('The claim "groups" is not a list.').waitFor();
  await tests.getByText('"sub": "ada"').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await save(page);
  const { mode, oauth } = await stored();
  assert.deepEqual([mode, oauth.issuer, oauth.hasClientSecret], ['oauth', 'https://93.184.215.14', true]);
  await page.reload();
  assert.equal(await form.getByLabel('Client secret').inputValue(), '');
  await form.getByText('Leave it empty to keep the secret.').waitFor();
});

test('a key is created and deleted, and signing out everyone requires a confirmation', async () => {
  const page = await openPage();
  await page.getByRole('radio', { name: /^Your own login/ }).check();
  const keys = panel(page, 'Keys');
  await keys.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'The private key' });
  await dialog.getByText('-----BEGIN PRIVATE KEY-----').waitFor();
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  await keys.getByRole('button', { name: 'Register public key' }).click();
  const register = page.getByRole('dialog', { name: 'Register a public key' });
  await register.getByLabel('Public key').fill('-----BEGIN PRIVATE KEY-----');
  await register.getByRole('button', { name: 'Register key' }).click();
  await register.getByText(/Never send a private key/).waitFor();
  await register.getByRole('button', { name: 'Cancel' }).click();
  await keys.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the key rk_/ })
    .getByRole('button', { name: 'Delete key' })
    .click();
  await keys.getByText('No keys yet').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await panel(page, 'Sessions').getByRole('button', { name: 'Sign out everyone' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out everyone?' })
    .getByRole('button', { name: 'Sign out everyone' })
    .click();
  await panel(page, 'Sessions')
    .getByText(/All readers were last signed out/)
    .waitFor();
  await until(stored, ({ signedOutAt }) => signedOutAt !== null);
  assert.deepEqual(opened.faults, []);
});
