import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpOf } from '../../packages/server/src/modules/identity/accounts/testing/totp-of.ts';
import { totpSequence } from '../accounts/browser.ts';
import { startIdentityProvider, type IdentityProvider } from '../accounts/identity-provider.ts';
import { owner, signInOwner, startDashboard, type TestDashboard } from './open-dashboard.ts';

let provider: IdentityProvider;
let dashboard: TestDashboard;
let storageState: Awaited<ReturnType<typeof signInOwner>>;

before(async () => {
  provider = await startIdentityProvider();
  dashboard = await startDashboard({
    oidcIssuer: provider.issuer,
    oidcClientId: provider.clientId,
    oidcClientSecret: provider.clientSecret,
    oidcName: 'Example Login',
    oidcAllowedDomains: 'example.com',
    oidcNewMemberRole: 'viewer',
  });
  provider.allowRedirect(`${dashboard.service.baseUrl}/auth/callback/oidc`);
  storageState = await signInOwner(dashboard);
});
after(async () => {
  await dashboard?.stop();
  await provider?.stop();
});

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Ada Lindqvist/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/dashboard/sign-in');
};

/** Signs in up to the prompt for the second factor. */
async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from your authenticator app').waitFor();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from your authenticator app').fill(code);
  await page.keyboard.press('Enter');
}

test('the second factor is set up with a QR code, which is also shown as a key, and a recovery code works once', async () => {
  const { page, context, faults } = await dashboard.open({ storageState });
  await page.goto(`${dashboard.url}/account`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(owner.password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  const uri = (await dialog.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? '';
  const key = (await dialog.getByLabel('key', { exact: true }).textContent()) ?? '';
  assert.equal(key.replaceAll(' ', ''), new URL(uri).searchParams.get('secret'), 'the key is shown as text');
  const [recoveryCode = ''] = await dialog.getByRole('listitem').allTextContents();
  const nextCode = totpSequence(uri);
  await dialog.getByLabel('Code from the app').fill(await nextCode());
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor();

  await signOut(page);
  await enterPassword(page);
  await enterCode(page, totpOf(uri) === '000000' ? '000001' : '000000');
  await page.getByRole('alert').first().waitFor();
  await enterCode(page, await nextCode());
  await page.waitForURL('**/dashboard/overview');

  await signOut(page);
  await enterPassword(page);
  await enterCode(page, recoveryCode);
  await page.waitForURL('**/dashboard/overview');

  await signOut(page);
  await enterPassword(page);
  await enterCode(page, recoveryCode);
  await page.getByRole('alert').first().waitFor();
  assert.match(page.url(), /\/sign-in$/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the identity provider’s button redirects to the provider, and back to the requested page', async () => {
  const { page, context, faults } = await dashboard.open();
  provider.claims = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace Okafor' };
  await page.goto(`${dashboard.url}/exports`);
  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.waitForURL('**/dashboard/exports');
  await page.getByRole('button', { name: /Grace Okafor/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Start export' }).count(), 0, 'a viewer can’t start an export');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a user from the identity provider without an invitation sees the reason, and can use a password instead', async () => {
  const { page, context, faults } = await dashboard.open();
  provider.claims = { sub: 'mallory', email: 'mallory@elsewhere.example', email_verified: true, name: 'Mallory' };
  await page.goto(`${dashboard.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.getByText('You need an invitation.').waitFor();
  await page.getByLabel('Email address').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
