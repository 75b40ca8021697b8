import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSetupLink } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { startTestService, type TestService } from '../api/test-service.ts';
import { openBrowser, password, setUpOwner, type Browser } from './browser.ts';

const session = 'docwright.session_token';

describe('signing in', () => {
  let service: TestService;
  let owner: Browser;
  const email = 'ada@example.com';
  const sql = (text: string, values: unknown[] = []) => service.api.platform.database.pool.query(text, values);
  /** Clears failed attempts, so that other tests' attempts don't count here. */
  const forgetGuesses = () => sql('delete from sign_in_attempts');
  const signIn = async (browser = openBrowser(service)) => {
    await forgetGuesses();
    const answer = await browser.request('POST', '/auth/sign-in', { email, password });
    assert.equal(answer.status, 200, answer.text);
    return browser;
  };

  before(async () => {
    service = await startTestService();
    owner = await setUpOwner(service);
  });
  after(() => service.stop());

  test('a setup link works once, and a link for the first owner can’t be created once an owner exists', async () => {
    const { database } = service.api.platform;
    const given = { organizationId: service.organizationId, email: undefined };
    await assert.rejects(createSetupLink(database, given), /An owner already exists/);
    const { token } = await createSetupLink(database, { ...given, email });
    const about = await openBrowser(service).request('GET', `/auth/setup?token=${token}`);
    assert.deepEqual(about.json, { kind: 'recovery', email, signedInAs: null, organization: null });
    const body = { token, name: '', email: 'eve@example.com', password: 'another meadow, 8 hills' };
    const answers = await Promise.all([1, 2, 3].map(() => openBrowser(service).request('POST', '/auth/setup', body)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
    );
    assert.ok(answers.filter(({ status }) => status === 400).every(({ json }) => json.code === 'link_unusable'));
    const { rows } = await sql('select email from users');
    assert.deepEqual(rows, [{ email }]);
    // Restores the password that the other tests use.
    const again = await createSetupLink(database, { ...given, email });
    owner = openBrowser(service);
    await owner.request('POST', '/auth/setup', { token: again.token, name: '', email: '', password });
  });

  test('the first start stores the setup link, which creates the first owner', async () => {
    const fresh = await startTestService();
    try {
      const { readFile } = await import('node:fs/promises');
      const { setupUrl } = JSON.parse(await readFile(`${fresh.dataDir}/first-start.json`, 'utf8'));
      assert.ok(setupUrl.startsWith(`${fresh.baseUrl}/dashboard/setup?token=`));
      const token = new URL(setupUrl).searchParams.get('token');
      const made = await openBrowser(fresh).request('POST', '/auth/setup', { token, name: 'A', email, password });
      assert.deepEqual([made.status, made.json], [200, { status: 'signed_in' }]);
    } finally {
      await fresh.stop();
    }
  });

  test('the cookie is HttpOnly, same-site, and secure on https', async () => {
    const line = (await (await signIn()).request('POST', '/auth/sign-in', { email, password })).headers.getSetCookie();
    assert.equal(line.length, 1);
    assert.match(line[0]!, /^docwright\.session_token=.*; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const port = await findFreePort();
    const behindTls = await startTestService({ settings: { baseUrl: 'https://docs.example', port: String(port) } });
    try {
      const reach = (method: string, path: string, body: unknown, cookie = '') =>
        fetch(`http://localhost:${port}${path}`, {
          method,
          headers: { origin: 'https://docs.example', 'content-type': 'application/json', cookie },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      const { database } = behindTls.api.platform;
      const given = { organizationId: behindTls.organizationId, email: undefined };
      const { token } = await createSetupLink(database, given);
      const made = await reach('POST', '/auth/setup', { token, name: 'A', email, password });
      const [line = ''] = made.headers.getSetCookie();
      assert.match(line, /^__Secure-docwright\.session_token=[^;]+;(?=.* HttpOnly)(?=.* Secure)(?=.* SameSite=Lax)/);
      assert.equal((await reach('GET', '/v1/me', undefined, line.split(';', 1)[0])).status, 200);
    } finally {
      await behindTls.stop();
    }
  });

  test('session tokens aren’t in responses, and passwords aren’t stored in plain text', async () => {
    const browser = openBrowser(service);
    const answer = await browser.request('POST', '/auth/sign-in', { email, password });
    assert.deepEqual(answer.json, { status: 'signed_in' });
    const sessions = await browser.request('GET', '/auth/sessions');
    const token = decodeURIComponent(browser.cookies.get(session) ?? '').split('.')[0]!;
    assert.ok(token.length >= 32 && !sessions.text.includes(token));
    const { rows } = await sql('select a::text as row from accounts a union all select u::text from users u');
    assert.ok(rows.every(({ row }: { row: string }) => !row.includes(password)));
    assert.ok(rows.some(({ row }: { row: string }) => row.includes('$argon2id$v=19$m=19456,t=2,p=1$')));
  });

  test('a forwarded address is accepted only from a trusted proxy', async () => {
    await forgetGuesses();
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    await openBrowser(service).request('POST', '/auth/sign-in', { email, password: 'wrong' }, forwarded);
    const { rows } = await sql(`select address from audit_events order by id desc limit 1`);
    assert.equal(rows[0].address, '127.0.0.1');
    const proxied = await startTestService({ settings: { trustedProxies: 'loopback' } });
    try {
      await setUpOwner(proxied);
      const browser = openBrowser(proxied);
      await browser.request('POST', '/auth/sign-in', { email, password: 'wrong' }, forwarded);
      const seen = await proxied.api.platform.database.pool.query(
        'select address from audit_events order by id desc limit 1',
      );
      assert.equal(seen.rows[0].address, '203.0.113.9');
    } finally {
      await proxied.stop();
    }
  });

  test('forged, altered and expired sessions are refused with session_expired', async () => {
    const browser = await signIn();
    const cookie = browser.cookies.get(session)!;
    const [token, mac] = decodeURIComponent(cookie).split('.') as [string, string];
    const bad = [
      encodeURIComponent(`${token}.${withOtherStart(mac)}`),
      encodeURIComponent(`${withOtherStart(token)}.${mac}`),
      token,
      '',
      'x'.repeat(5_000),
      '%E0%A4%A',
    ];
    for (const value of bad) {
      const answer = await service.request('GET', '/v1/me', { key: null, headers: { cookie: `${session}=${value}` } });
      assert.deepEqual([answer.status, answer.json.code], [401, 'session_expired'], value.slice(0, 20));
    }
    await sql(`update sessions set expires_at = now() - interval '1 second' where token = $1`, [token]);
    assert.equal((await browser.request('GET', '/v1/projects')).json.code, 'session_expired');
    assert.equal((await browser.request('PATCH', '/v1/organization', { name: 'x' })).json.code, 'session_expired');
  });

  test('only our pages can make changes with a session or sign users in', async () => {
    const browser = await signIn();
    const calls: readonly [string, string, unknown][] = [
      ['PATCH', '/v1/organization', { name: 'Stolen' }],
      ['POST', '/v1/api-keys', { name: 'stolen' }],
      ['DELETE', '/v1/organization/members/usr_x', undefined],
      ['POST', '/auth/sign-in', { email, password }],
      ['POST', '/auth/sign-out', undefined],
      ['POST', '/auth/password', { currentPassword: password, newPassword: 'x' }],
    ];
    const origins = ['https://evil.example', 'null', `${service.baseUrl}.evil.example`, 'http://localhost'];
    for (const [method, path, body] of calls) {
      for (const origin of origins) {
        const answer = await browser.request(method, path, body, { origin });
        assert.deepEqual([answer.status, answer.json.code], [403, 'cross_site_request'], `${path} from ${origin}`);
      }
    }
    const cookie = `${session}=${browser.cookies.get(session)!}`;
    const silent = { key: null, headers: { cookie }, body: { name: 'x' } };
    assert.equal((await service.request('PATCH', '/v1/organization', silent)).json.code, 'cross_site_request');
    const reported = { ...silent, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    assert.equal((await service.request('PATCH', '/v1/organization', reported)).status, 200);
    for (const site of ['same-site', 'cross-site', 'none']) {
      const headers = { cookie, 'sec-fetch-site': site };
      assert.equal((await service.request('PATCH', '/v1/organization', { ...silent, headers })).status, 403);
    }
    // A form on another site can't send JSON either.
    const form = { ...reported, body: 'name=x', headers: { ...reported.headers, 'content-type': 'text/plain' } };
    assert.equal((await service.request('PATCH', '/v1/organization', form)).status, 415);
  });

  test('a key needs no origin, and takes precedence over a cookie', async () => {
    const browser = await signIn();
    const cookie = `${session}=${browser.cookies.get(session)!}`;
    const answer = await service.request('GET', '/v1/me', { headers: { cookie, origin: 'https://evil.example' } });
    assert.equal(answer.json.user, null);
    assert.equal(answer.json.apiKey.name, 'first key');
  });

  test('better-auth’s own routes aren’t exposed', async () => {
    for (const path of ['/auth/get-session', '/auth/list-sessions', '/auth/sign-up/email', '/auth/ok', '/auth/error']) {
      for (const method of ['GET', 'POST']) {
        assert.ok(
          [404, 405].includes((await owner.request(method, path, method === 'POST' ? {} : undefined)).status),
          path,
        );
      }
    }
  });

  test('names and user agents that contain scripts are returned only as JSON', async () => {
    const browser = await signIn();
    const name = '<script>alert(1)</script>\u202e"\'';
    const agent = '<img src=x onerror=alert(1)>';
    assert.equal((await browser.request('PATCH', '/auth/profile', { name }, { 'user-agent': agent })).status, 204);
    for (const path of ['/v1/me', '/v1/organization/members', '/auth/sessions', '/v1/audit-events']) {
      const answer = await browser.request('GET', path);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', path);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await browser.request('GET', '/v1/me')).json.user.name, name);
  });
});

function withOtherStart(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
}
