import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpOf } from '../../packages/server/src/modules/identity/accounts/testing/totp-of.ts';
import { totpSequence } from '../accounts/browser.ts';
import { startIdentityProvider, type IdentityProvider } from '../accounts/identity-provider.ts';
import { createSetupLink } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { owner, signInOwner, startDashboard, type TestDashboard } from './open-dashboard.ts';

let provider: IdentityProvider;
let dashboard: TestDashboard;
let storageState: Awaited<ReturnType<typeof signInOwner>>;
/** A key of a second organization, which invites people who have accounts. */
let otherKey: string;
let otherId: string;

before(async () => {
  provider = await startIdentityProvider();
  dashboard = await startDashboard({
    oidcIssuer: provider.issuer,
    oidcClientId: provider.clientId,
    oidcClientSecret: provider.clientSecret,
    oidcName: 'Example Login',
    oidcAllowedDomains: 'example.com',
  });
  provider.allowRedirect(`${dashboard.service.baseUrl}/auth/callback/oidc`);
  storageState = await signInOwner(dashboard);
  const { kysely } = dashboard.service.api.platform.database;
  otherId = (await createOrganization(kysely, { name: 'Northwind', plan: 'enterprise' })).id;
  const grant = { name: 'k', scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
  otherKey = (await grantKey(kysely, { ...grant, organizationId: otherId })).key;
});
after(async () => {
  await dashboard?.stop();
  await provider?.stop();
});

const invite = async (email: string, key = otherKey): Promise<string> => {
  const body = { email, role: 'editor' };
  const { json } = await dashboard.service.request('POST', '/v1/organization/invitations', { key, body });
  return json.acceptUrl;
};
const organizationsOf = async (page: Page): Promise<string[]> => {
  const answer = await page.request.get(`${dashboard.service.baseUrl}/v1/me`);
  const { organizations } = (await answer.json()) as { organizations: { name: string }[] };
  return organizations.map(({ name }) => name);
};

test('a user with an account signs in with password and code, returns to the invitation, and accepts it', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  const at = (path: string, data: object) =>
    page.request.post(`${dashboard.service.baseUrl}${path}`, {
      data,
      headers: { origin: dashboard.service.baseUrl },
    });
  const { uri } = (await (await at('/auth/two-factor', { password: owner.password })).json()) as { uri: string };
  const nextCode = totpSequence(uri);
  assert.ok((await at('/auth/two-factor/confirm', { code: await nextCode() })).ok());
  await context.clearCookies();

  await page.goto(await invite(owner.email));
  await page.getByRole('heading', { name: 'Join Northwind' }).waitFor();
  // Creating a new account is rejected with a link to the same page.
  await page.getByLabel('Password').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByText(`An account already exists for ${owner.email}.`).waitFor();
  await page.getByRole('link', { name: 'Sign in with your password' }).click();
  await page.waitForURL('**/sign-in?*');
  assert.equal(await page.getByLabel('Email address').inputValue(), owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from your authenticator app').fill(await nextCode());
  await page.keyboard.press('Enter');
  await page.getByText(`You’re signed in as ${owner.email}.`).waitFor();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/dashboard/overview');
  assert.deepEqual((await organizationsOf(page)).includes('Northwind'), true);

  // Turning off the second factor requires the password and a code.
  await page.goto(`${dashboard.url}/account`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByLabel('Code from your authenticator app').fill(totpOf(uri) === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('This code is incorrect or has already been used.').waitFor();
  await dialog.getByLabel('Code from your authenticator app').fill(await nextCode());
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a user with a single sign-on account returns from the provider, and accepts with one click', async () => {
  const { page, context, faults } = await dashboard.open();
  provider.claims = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace Okafor' };
  await page.goto(`${dashboard.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.waitForURL('**/dashboard/overview');
  await context.clearCookies();
  await page.goto(await invite('grace@example.com'));
  await page.getByRole('button', { name: 'Continue with Example Login' }).click();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/dashboard/overview');
  assert.equal((await organizationsOf(page)).length, 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a user signed in as someone else sees the invited address, and switches accounts', async () => {
  const { page, context, faults } = await dashboard.open({ storageState: await freshOwner() });
  await page.goto(await invite('katherine@example.com'));
  await page.getByText('This invitation is for katherine@example.com').waitFor();
  await page.getByText(`You’re signed in as ${owner.email}.`).waitFor();
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.waitForURL('**/sign-in?*');
  provider.claims = { sub: 'kat', email: 'katherine@example.com', email_verified: true, name: 'Katherine' };
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.waitForURL('**/dashboard/overview');
  await page.getByRole('button', { name: /Katherine/ }).waitFor();
  assert.deepEqual(await organizationsOf(page), ['Northwind']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a user whose password is removed at the first sign-in with the provider is notified, and continues', async () => {
  const email = 'early@example.com';
  const link = await invite(email);
  const { page, context, faults } = await dashboard.open();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Early');
  await page.getByLabel('Password').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.waitForURL('**/dashboard/overview');
  await context.clearCookies();
  provider.claims = { sub: 'early', email, email_verified: true, name: 'Early' };
  await page.goto(`${dashboard.url}/sign-in?next=/dashboard/exports`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.getByRole('heading', { name: 'Your password was removed' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/exports');
  assert.deepEqual(faults, []);
  await context.close();
});

test('for a used, wrong or truncated link, the page shows a remedy and no retry button', async () => {
  const { page, context, faults } = await dashboard.open();
  const dead: readonly [string, RegExp][] = [
    [dashboard.setupUrl, /docwright setup-link/],
    [`${dashboard.url}/setup?token=wrong`, /docwright setup-link/],
    [`${dashboard.url}/setup`, /docwright setup-link/],
    [`${dashboard.url}/accept?token=wrong`, /ask the person who invited you for a new link/],
    [`${dashboard.url}/accept`, /Copy the whole link/],
    [`${dashboard.url}/reset`, /Request a new one/],
  ];
  for (const [link, advice] of dead) {
    await page.goto(link);
    await page.getByText(advice).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, link);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('a user with an account who signs in through the setup link becomes an owner', async () => {
  const { database } = dashboard.service.api.platform;
  const { token } = await createSetupLink(database, { organizationId: otherId, email: undefined });
  const { page, context, faults } = await dashboard.open();
  await page.goto(`${dashboard.url}/setup?token=${token}`);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Sign in to become the owner' }).click();
  // The previous page also has a field with that name, and remains until this page's code is loaded.
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.waitForURL('**/dashboard/overview');
  assert.deepEqual(faults, []);
  await context.close();
});

/** Signs the owner in again, after other tests have signed out. */
async function freshOwner(): Promise<typeof storageState> {
  const { page, context } = await dashboard.open();
  await page.request.post(`${dashboard.service.baseUrl}/auth/sign-in`, {
    data: { email: owner.email, password: owner.password },
    headers: { origin: dashboard.service.baseUrl },
  });
  const state = await context.storageState();
  await context.close();
  return state;
}
