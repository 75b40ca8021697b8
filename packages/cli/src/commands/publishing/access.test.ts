import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SiteAccess } from '@docwright/sdk';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const path = '/v1/projects/proj_1/access';
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
  groupsClaim: 'groups',
  authorizationUrl: '',
  tokenUrl: '',
  apiUrl: '',
  scopes: ['openid'],
  authorizationParameters: {},
  logoutUrl: '',
  hasClientSecret: true,
};

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docwright-access-'));
  await writeFile(join(folder, 'secret.txt'), 'sesame-1234567890\n');
  await writeFile(join(folder, 'access.yaml'), 'proxy:\n  addresses: [10.0.0.5]\n  secret: sesame-1234567890\n');
  await writeFile(join(folder, 'other.yaml'), 'colors: {}\n');
});
after(() => rm(folder, { recursive: true }));

/** Starts a service with these settings, which returns the changed mode and session. */
const serve = (access: SiteAccess) =>
  startFakeService({
    [`GET ${path}`]: () => ({ body: access }),
    [`PUT ${path}`]: (body) => {
      const { mode, sessionSeconds } = body as { mode: SiteAccess['mode']; sessionSeconds?: number };
      const signIn = mode === access.mode ? access.signIn : 'required';
      return { body: { ...access, mode, signIn, ...(sessionSeconds !== undefined && { sessionSeconds }) } };
    },
  });

test('current settings are shown; for the client secret, only whether it is set', async () => {
  const keys = [{ id: 'rk_1', algorithm: 'EdDSA' as const, publicKey: 'pem', createdAt: '2026-01-01T00:00:00.000Z' }];
  const passwords = [{ label: 'Press', updatedAt: '2026-01-01T00:00:00.000Z' }];
  await using service = await serve({ ...stored, mode: 'oauth', oauth, keys, passwords, sessions: 3 });
  const { code, stdout } = await runCommand(['access', 'show'], { env: service.env });
  assert.equal(code, 0);
  assert.match(stdout, /Mode +oauth\nSign-in +required\nSession +7 days\nIssuer +https:\/\/login\.example\.com\n/);
  assert.match(stdout, /Client secret +set\nRedirect URL +https:\/\/acme\.sites\.example\/login\/oauth\/callback/);
  assert.match(stdout, /Passwords +Press\nSessions +3/);
  assert.match(stdout, /rk_1 +EdDSA/);
});

test('setting a mode sends the version that was read, and advises the user to purge a public site’s CDN', async () => {
  await using service = await serve(stored);
  const { code, stdout } = await runCommand(['access', 'set', 'members', '--session-days', '0.5'], {
    env: service.env,
  });
  assert.equal(code, 0);
  const put = service.requests.find(({ route }) => route.startsWith('PUT'));
  assert.deepEqual(put?.body, { mode: 'members', sessionSeconds: 43_200 });
  assert.equal(put.ifMatch, '"null"');
  assert.match(stdout, /purge it/);
});

test('sign-in can become optional; when it becomes required, the user is advised to purge the CDN', async () => {
  await using service = await serve({ ...stored, mode: 'oauth', oauth, signIn: 'optional' });
  const run = (...args: string[]) => runCommand(['access', 'set', ...args], { env: service.env });
  assert.equal((await run('--sign-in', 'optional')).code, 0);
  assert.deepEqual(service.requests.at(-1)?.body, { mode: 'oauth', signIn: 'optional' });
  assert.match((await run('password')).stdout, /purge it/);
  assert.equal((await run('--sign-in', 'never')).code, 2);
});

test('options change parts of the provider, and the secret is read from a file', async () => {
  await using service = await serve({ ...stored, mode: 'oauth', oauth });
  const run = (...args: string[]) => runCommand(['access', 'set', ...args], { env: service.env, cwd: folder });
  assert.equal((await run('--scopes', 'openid email', '--client-secret-file', 'secret.txt')).code, 0);
  assert.equal((await run('--token-url', 'https://b.example.com/token')).code, 0);
  const bodies = service.requests.flatMap(({ route, body }) => (route.startsWith('PUT') ? [body] : []));
  const { hasClientSecret: _has, ...kept } = oauth;
  assert.deepEqual(bodies, [
    { mode: 'oauth', oauth: { ...kept, scopes: ['openid', 'email'], clientSecret: 'sesame-1234567890' } },
    { mode: 'oauth', oauth: { ...kept, issuer: '', tokenUrl: 'https://b.example.com/token' } },
  ]);
});

test('a file or options set sections, and a file with other content is rejected', async () => {
  await using service = await serve(stored);
  const run = (...args: string[]) => runCommand(['access', 'set', ...args], { env: service.env, cwd: folder });
  assert.equal((await run('proxy', '--file', 'access.yaml')).code, 0);
  assert.deepEqual(service.requests.at(-1)?.body, {
    mode: 'proxy',
    proxy: { addresses: ['10.0.0.5'], secret: 'sesame-1234567890' },
  });
  assert.equal((await run('jwt', '--login-url', 'https://app.example.com/login')).code, 0);
  assert.deepEqual(service.requests.at(-1)?.body, { mode: 'jwt', jwt: { loginUrl: 'https://app.example.com/login' } });
  assert.equal((await run('proxy', '--proxy-addresses', '10.0.0.1, 10.0.0.2')).code, 0);
  assert.deepEqual(service.requests.at(-1)?.body, { mode: 'proxy', proxy: { addresses: ['10.0.0.1', '10.0.0.2'] } });
  assert.equal((await run('--proxy-addresses', '10.0.0.1', '--proxy-certificate', 'CN=proxy')).code, 0);
  assert.deepEqual(service.requests.at(-1)?.body, {
    mode: 'public',
    proxy: { addresses: ['10.0.0.1'], certificateSubject: 'CN=proxy' },
  });
  const wrong = await run('proxy', '--file', 'other.yaml');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /other\.yaml contains "colors"; it can contain oauth, jwt, proxy/);
});

test('missing settings, an unknown mode and invalid days are usage errors', async () => {
  await using service = await serve(stored);
  for (const args of [[], ['everybody'], ['members', '--session-days', '31'], ['members', '--session-days', 'x']])
    assert.equal((await runCommand(['access', 'set', ...args], { env: service.env })).code, 2, args.join(' '));
  assert.ok(service.requests.every(({ route }) => route.startsWith('GET')));
});

test('a generated password is shown, a password from a file isn’t, and deleting a password requires confirmation', async () => {
  await using service = await startFakeService({
    [`PUT ${path}/passwords/Press`]: (body) => ({
      body: {
        label: 'Press',
        updatedAt: '2026-01-01T00:00:00.000Z',
        password: (body as { password?: string } | undefined)?.password === undefined ? 'abcde-fghij' : null,
      },
    }),
    [`DELETE ${path}/passwords/Press`]: () => ({ status: 204 }),
  });
  const run = (...args: string[]) => runCommand(['access', ...args], { env: service.env, cwd: folder });
  assert.match((await run('set-password', 'Press')).stdout, /Password +abcde-fghij\n\nSave the password/);
  const own = await run('set-password', 'Press', '--password-file', 'secret.txt');
  assert.ok(own.code === 0 && !own.stdout.includes('sesame'));
  assert.deepEqual(service.requests.at(-1)?.body, { password: 'sesame-1234567890' });
  assert.equal((await run('delete-password', 'Press')).code, 2);
  assert.equal((await run('delete-password', 'Press', '--yes')).code, 0);
});

test('a generated key’s private key is shown, and a public key can be registered from a file', async () => {
  await using service = await startFakeService({
    [`POST ${path}/keys`]: (body) => ({
      status: 201,
      body: {
        id: 'rk_1',
        algorithm: 'EdDSA',
        publicKey: 'pem',
        createdAt: '2026-01-01T00:00:00.000Z',
        privateKey: (body as { publicKey?: string }).publicKey === undefined ? '-----BEGIN PRIVATE KEY-----\n' : null,
      },
    }),
    [`DELETE ${path}/keys/rk_1`]: () => ({ status: 204 }),
  });
  const run = (...args: string[]) => runCommand(['access', ...args], { env: service.env, cwd: folder });
  assert.match((await run('add-key')).stdout, /Key ID +rk_1[^]*BEGIN PRIVATE KEY[^]*Save the private key/);
  const own = await run('add-key', '--key-id', 'login', '--public-key-file', 'secret.txt');
  assert.doesNotMatch(own.stdout, /private key/);
  assert.deepEqual(service.requests.at(-1)?.body, { id: 'login', publicKey: 'sesame-1234567890\n' });
  assert.equal((await run('delete-key', 'rk_1', '-y')).code, 0);
});

test('revoking tokens reports their number', async () => {
  await using service = await startFakeService({
    [`POST ${path}/revoke-reader-tokens`]: () => ({ body: { readerTokens: 2 } }),
  });
  assert.match((await runCommand(['access', 'revoke-tokens'], { env: service.env })).stdout, /Revoked 2 tokens\./);
});

test('signing out readers prints how many sessions ended', async () => {
  await using service = await startFakeService({
    [`POST ${path}/sign-out-everyone`]: () => ({ body: { sessions: 1, signedOutAt: '2026-01-01T00:00:00.000Z' } }),
  });
  assert.match((await runCommand(['access', 'sign-out'], { env: service.env })).stdout, /Ended 1 session\./);
});

test('access test prints the test’s address and steps, and fails if the sign-in fails', async () => {
  let ok = true;
  const test = { id: 'sit_1', mode: 'oauth', expiresAt: '2026-01-01T00:00:00.000Z' };
  await using service = await startFakeService({
    [`GET ${path}`]: () => ({ body: { ...stored, mode: 'oauth', oauth } }),
    [`POST ${path}/test-sign-in`]: () => ({ status: 201, body: { ...test, url: 'https://acme.example/login?test=t' } }),
    [`GET ${path}/test-sign-in/sit_1`]: () => ({
      body: {
        ...test,
        status: ok ? 'succeeded' : 'failed',
        steps: [{ name: 'Token', ok, detail: ok ? 'received' : 'invalid_client' }],
        user: ok ? { groups: ['a'] } : null,
      },
    }),
  });
  const good = await runCommand(['access', 'test', '--print'], { env: service.env });
  assert.equal(good.code, 0);
  assert.match(good.stderr, /https:\/\/acme\.example\/login\?test=t/);
  assert.match(good.stdout, /✓ Token: received[^]*"groups"/);
  ok = false;
  const bad = await runCommand(['access', 'test', 'oauth', '--print'], { env: service.env });
  assert.deepEqual([bad.code, /✗ Token: invalid_client/.test(bad.stdout)], [1, true]);
  const { json } = await runJson(['access', 'test'], { env: service.env });
  assert.equal(json['status'], 'failed');
});

test('access test rejects a mode without a testable sign-in', async () => {
  await using service = await serve(stored);
  const { code, stderr } = await runCommand(['access', 'test'], { env: service.env });
  assert.equal(code, 2);
  assert.match(stderr, /the mode is "public"/);
});
