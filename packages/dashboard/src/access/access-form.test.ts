import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocwrightError } from '@docwright/sdk';
import { errorAt, toBody, toForm } from './access-form.ts';
import type { SiteAccess } from './queries.ts';

const stored: SiteAccess = {
  projectId: 'proj_1',
  mode: 'public',
  signIn: 'required',
  sessionSeconds: 604_800,
  oauth: null,
  jwt: null,
  proxy: null,
  redirectUrl: 'https://acme.sites.example/login/oauth/callback',
  passwords: [],
  keys: [],
  sessions: 0,
  readerTokens: 0,
  signedOutAt: null,
  secretsReadable: true,
  updatedAt: null,
};
const oauth: NonNullable<SiteAccess['oauth']> = {
  clientId: 'docs',
  issuer: 'https://login.example.com',
  groupsClaim: 'roles',
  authorizationUrl: '',
  tokenUrl: '',
  apiUrl: '',
  scopes: ['openid', 'email'],
  authorizationParameters: { prompt: 'login', claims: 'a=b' },
  logoutUrl: '',
  hasClientSecret: true,
};

test('a form sends the settings of its mode unchanged, without secrets', () => {
  const { mode: _mode, ...form } = toForm({ ...stored, oauth });
  assert.deepEqual(toBody({ ...form, mode: 'oauth' }), {
    mode: 'oauth',
    signIn: 'required',
    sessionSeconds: 604_800,
    oauth: {
      clientId: 'docs',
      issuer: 'https://login.example.com',
      groupsClaim: 'roles',
      scopes: ['openid', 'email'],
      authorizationParameters: { prompt: 'login', claims: 'a=b' },
      logoutUrl: '',
    },
  });
});

test('a secret is sent if it was entered', () => {
  const form = { ...toForm({ ...stored, oauth, mode: 'oauth' as const }), clientSecret: 's' };
  assert.equal(toBody(form).oauth?.clientSecret, 's');
});

test('settings of other modes are not sent', () => {
  for (const mode of ['public', 'password', 'members'] as const) {
    const body = toBody({ ...toForm({ ...stored, oauth }), mode });
    assert.deepEqual(Object.keys(body), mode === 'public' ? ['mode'] : ['mode', 'sessionSeconds']);
  }
});

test('a proxy’s addresses can be separated by line breaks or commas, and empty headers aren’t sent', () => {
  const form = toForm({ ...stored, mode: 'proxy' });
  const proxy = { ...form.proxy, addresses: '10.0.0.1, 10.0.0.2\n\n fd00::/64 ' };
  assert.deepEqual(toBody({ ...form, proxy, proxySecret: 'x'.repeat(16) }).proxy, {
    addresses: ['10.0.0.1', '10.0.0.2', 'fd00::/64'],
    secret: 'x'.repeat(16),
  });
});

test('fractions of days are not rounded', () => {
  for (const sessionSeconds of [300, 3_600, 43_200, 604_800, 2_592_000]) {
    const form = toForm({ ...stored, mode: 'members', sessionSeconds });
    assert.ok(Math.abs((toBody(form).sessionSeconds ?? 0) - sessionSeconds) <= 5, String(sessionSeconds));
  }
});

test('a field’s message is found, even if it is about an item of the field’s list', () => {
  const error = new DocwrightError('m', {
    code: 'access_settings_invalid',
    status: 400,
    details: [{ path: '/oauth/scopes/1', message: 'is too long' }],
  });
  assert.equal(errorAt(error, '/oauth/scopes'), 'is too long');
  assert.equal(errorAt(error, '/oauth/scope'), undefined);
  assert.equal(errorAt(undefined, '/oauth'), undefined);
});
