import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLogger, createOwnerLink, loadSettings } from '@docwright/server';
import { createSetupLink } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { startTestService, type TestService } from '../api/test-service.ts';
import { openBrowser, password, tokenOf } from './browser.ts';
import { signInAtProvider, startIdentityProvider, type IdentityProvider } from './identity-provider.ts';

describe('with single sign-on as the only sign-in method', () => {
  let provider: IdentityProvider;
  let service: TestService;

  before(async () => {
    provider = await startIdentityProvider();
    service = await startTestService({
      settings: {
        passwordSignIn: 'no',
        oidcIssuer: provider.issuer,
        oidcClientId: provider.clientId,
        oidcClientSecret: provider.clientSecret,
        oidcName: 'Example Login',
        oidcAllowedDomains: 'example.com',
      },
    });
    provider.allowRedirect(`${service.baseUrl}/auth/callback/oidc`);
  });
  after(async () => {
    await service.stop();
    await provider.stop();
  });

  test('settings without a provider are rejected with an error that states the reason', () => {
    const flags = { passwordSignIn: 'no' };
    assert.throws(() => loadSettings({ flags, environment: {} }), {
      name: 'SettingsError',
      message:
        'DOCWRIGHT_PASSWORD_SIGN_IN is "no"; allowed: yes, unless DOCWRIGHT_OIDC_ISSUER is set: otherwise nobody could sign in.',
    });
  });

  test('a viewer who signed in at the provider becomes an owner through the setup link', async () => {
    const { token } = await createSetupLink(service.api.platform.database, {
      organizationId: service.organizationId,
      email: undefined,
    });
    const byPassword = { token, name: 'A', email: 'ada@example.com', password };
    const tried = await openBrowser(service).request('POST', '/auth/setup', byPassword);
    assert.deepEqual([tried.status, tried.json.code], [404, 'not_found']);
    provider.claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };
    const browser = openBrowser(service);
    const page = `/dashboard/setup?token=${token}`;
    assert.equal(await signInAtProvider(service.baseUrl, provider.issuer, browser, page), `${service.baseUrl}${page}`);
    assert.equal((await browser.request('GET', '/v1/me')).json.role, 'viewer');
    assert.equal((await browser.request('POST', '/auth/setup/accept', { token })).status, 204);
    assert.equal((await browser.request('GET', '/v1/me')).json.role, 'owner');
  });

  test('password routes respond with 404, and password isn’t listed as a sign-in method', async () => {
    const browser = openBrowser(service);
    assert.deepEqual((await browser.request('GET', '/auth/methods')).json, {
      password: false,
      oidc: { name: 'Example Login' },
      mail: false,
      needsOwner: false,
    });
    const made = await service.request('POST', '/v1/organization/invitations', {
      body: { email: 'grace@elsewhere.example', role: 'editor' },
    });
    const token = tokenOf(made.json.acceptUrl);
    const both = { password, code: '123456', kind: 'totp' };
    const calls: readonly [string, object][] = [
      ['/auth/sign-in', { email: 'ada@example.com', password }],
      ['/auth/second-factor', { code: '123456', kind: 'totp' }],
      ['/auth/invitation', { token, name: '', password }],
      ['/auth/password', { currentPassword: password, newPassword: password }],
      ['/auth/password/forgot', { email: 'ada@example.com' }],
      ['/auth/password/reset', { token, newPassword: password }],
      ['/auth/two-factor', { password }],
      ['/auth/two-factor/confirm', { code: '123456' }],
      ['/auth/two-factor/disable', both],
      ['/auth/two-factor/recovery-codes', both],
    ];
    for (const [path, body] of calls) {
      const answer = await browser.request('POST', path, body);
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], path);
      assert.match(answer.json.error, /Sign-in by password/, path);
    }
    assert.equal((await browser.request('GET', `/auth/invitation?token=${token}`)).status, 200, 'still open');
  });

  test('a link that sets a member’s password is refused with an error that names the setting', async () => {
    const settings = loadSettings({
      flags: { dataDir: service.dataDir, passwordSignIn: 'no', oidcIssuer: provider.issuer, oidcClientId: 'x' },
      environment: {},
    });
    const log = createLogger({ level: 'silent' });
    await assert.rejects(createOwnerLink(settings, log, { email: 'ada@example.com', baseUrl: undefined }), {
      name: 'SettingsError',
      message: /DOCWRIGHT_PASSWORD_SIGN_IN/,
    });
  });
});
