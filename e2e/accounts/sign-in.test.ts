import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createSetupLink } from '../../packages/server/src/modules/accounts/index.ts';
import { startTestService, type TestService } from '../api/test-service.ts';
import { openBrowser, password, setUpOwner, totpOf, totpSequence, type Browser } from './browser.ts';

const session = 'docwright.session_token';

describe('signing in', () => {
  let service: TestService;
  let owner: Browser;
  const email = 'ada@example.com';
  const sql = (text: string, values: unknown[] = []) => service.api.platform.database.pool.query(text, values);
  /** What other tests have guessed is not held against this one. */
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

  it('a set-up link works once, and there is none once there is an owner', async () => {
    const { database } = service.api.platform;
    const given = { organizationId: service.organizationId, email: undefined };
    await assert.rejects(createSetupLink(database, given), /There is an owner already/);
    const { token } = await createSetupLink(database, { ...given, email });
    const about = await openBrowser(service).request('GET', `/auth/setup?token=${token}`);
    assert.deepEqual(about.json, { kind: 'recovery', email, signedInAs: null });
    const body = { token, name: '', email: 'eve@example.com', password: 'another meadow, 8 hills' };
    const answers = await Promise.all([1, 2, 3].map(() => openBrowser(service).request('POST', '/auth/setup', body)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
    );
    assert.ok(answers.filter(({ status }) => status === 400).every(({ json }) => json.code === 'link_unusable'));
    const { rows } = await sql('select email from users');
    assert.deepEqual(rows, [{ email }]);
    // Back to what the other tests know.
    const again = await createSetupLink(database, { ...given, email });
    owner = openBrowser(service);
    await owner.request('POST', '/auth/setup', { token: again.token, name: '', email: '', password });
  });

  it('the start tells the link as long as there is no owner', async () => {
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

  it('the cookie is for HTTP only, of this site only, and secure on https', async () => {
    const line = (await (await signIn()).request('POST', '/auth/sign-in', { email, password })).headers.getSetCookie();
    assert.equal(line.length, 1);
    assert.match(line[0]!, /^docwright\.session_token=.*; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const port = await findFreePort();
    const behindTls = await startTestService({ settings: { baseUrl: 'https://docs.example', port: String(port) } });
    try {
      const reach = (method: string, path: string, body: unknown, cookie = '') =>
        fetch(`http://localhost:${String(port)}${path}`, {
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

  it('a token is in no answer, and a password in no row', async () => {
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

  it('a wrong address, a wrong password and no password answer the same', async () => {
    await forgetGuesses();
    const tries = [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password: 'wrong' },
      { email: 'not an address', password: 'wrong' },
    ];
    const bodies = new Set<string>();
    for (const body of tries) {
      const answer = await openBrowser(service).request('POST', '/auth/sign-in', body);
      assert.equal(answer.status, 401);
      const { requestId: _id, ...rest } = answer.json;
      bodies.add(JSON.stringify(rest));
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
    assert.equal(bodies.size, 1);
  });

  it('guesses at an account are delayed, exactly and for all of 30 at once, and the delay is told', async () => {
    await forgetGuesses();
    const guess = () => openBrowser(service).request('POST', '/auth/sign-in', { email, password: 'wrong' });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    const looked = answers.filter(({ status }) => status === 401);
    const delayed = answers.filter(({ status }) => status === 429);
    assert.equal(looked.length, 5);
    assert.equal(delayed.length, 25);
    assert.equal(delayed[0]!.json.code, 'too_many_attempts');
    assert.ok(Number(delayed[0]!.headers.get('retry-after')) >= 1);
    // The right password is no way around it, and after the delay it works.
    const right = await openBrowser(service).request('POST', '/auth/sign-in', { email, password });
    assert.equal(right.status, 429);
    await sql(`update sign_in_attempts set last_at = now() - interval '5 minutes'`);
    assert.equal((await openBrowser(service).request('POST', '/auth/sign-in', { email, password })).status, 200);
    const { rows } = await sql(`select count(*)::int as n from sign_in_attempts where bucket like 'account:%'`);
    assert.equal(rows[0].n, 0, 'a success forgets the guesses');
  });

  it('guesses from one address at many accounts are delayed too', async () => {
    await forgetGuesses();
    const statuses: number[] = [];
    for (let index = 0; index < 33; index++) {
      const body = { email: `user${String(index)}@example.com`, password: 'wrong' };
      statuses.push((await openBrowser(service).request('POST', '/auth/sign-in', body)).status);
    }
    assert.ok(statuses.slice(0, 30).every((status) => status === 401));
    assert.ok(statuses.includes(429));
  });

  it('a forwarded address is believed of a trusted proxy only', async () => {
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

  it('a session that an attacker chose is not taken over, and the one before ends at a sign-in', async () => {
    const victim = openBrowser(service);
    const planted = await signIn();
    victim.cookies.set(session, planted.cookies.get(session)!);
    await signIn(victim);
    assert.notEqual(victim.cookies.get(session), planted.cookies.get(session));
    assert.equal((await planted.request('GET', '/v1/me')).json.code, 'session_expired');
    const made = openBrowser(service);
    made.cookies.set(session, 'chosen.chosen');
    await signIn(made);
    assert.notEqual(made.cookies.get(session), 'chosen.chosen');
  });

  it('forged, altered, expired and revoked sessions answer 401 session_expired', async () => {
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

  it('signing out ends the session, and one session can end another', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const { sessions } = (await one.request('GET', '/auth/sessions')).json;
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
    assert.ok(sessions.every((row: { address: string }) => row.address === '127.0.0.1'));
    const mine = (await other.request('GET', '/auth/sessions')).json.sessions.find(
      (row: { current: boolean }) => row.current,
    );
    assert.equal((await one.request('POST', `/auth/sessions/${mine.id}/revoke`)).status, 204);
    assert.equal((await other.request('GET', '/v1/me')).status, 401);
    assert.equal((await one.request('POST', '/auth/sessions/missing/revoke')).status, 404);
    const kept = new Map(one.cookies);
    assert.equal((await one.request('POST', '/auth/sign-out')).status, 204);
    assert.equal(one.cookies.has(session), false);
    kept.forEach((value, name) => one.cookies.set(name, value));
    assert.equal((await one.request('GET', '/v1/me')).status, 401);
  });

  it('only pages of ours may change something with a session, or sign somebody in', async () => {
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
    const told = { ...silent, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    assert.equal((await service.request('PATCH', '/v1/organization', told)).status, 200);
    for (const site of ['same-site', 'cross-site', 'none']) {
      const headers = { cookie, 'sec-fetch-site': site };
      assert.equal((await service.request('PATCH', '/v1/organization', { ...silent, headers })).status, 403);
    }
    // A form of another site can send no JSON either.
    const form = { ...told, body: 'name=x', headers: { ...told.headers, 'content-type': 'text/plain' } };
    assert.equal((await service.request('PATCH', '/v1/organization', form)).status, 415);
  });

  it('a key is not asked for its origin, and goes before a cookie', async () => {
    const browser = await signIn();
    const cookie = `${session}=${browser.cookies.get(session)!}`;
    const answer = await service.request('GET', '/v1/me', { headers: { cookie, origin: 'https://evil.example' } });
    assert.equal(answer.json.user, null);
    assert.equal(answer.json.apiKey.name, 'first key');
  });

  it('passwords that guessers try first are refused', async () => {
    const browser = await signIn();
    const weak = [
      'short',
      'aaaaaaaaaaaaaa',
      'Password1234!',
      'qwertyuiop123',
      '12345678901234',
      'docwright2026',
      `${'x'.repeat(200)}${'y'.repeat(100)}`,
    ];
    for (const newPassword of weak) {
      const answer = await browser.request('POST', '/auth/password', { currentPassword: password, newPassword });
      assert.deepEqual([answer.status, answer.json.code], [400, 'weak_password'], newPassword.slice(0, 20));
    }
  });

  it('changing the password needs the old one, ends all other sessions and renews this one', async () => {
    const [browser, other] = [await signIn(), await signIn()];
    const newPassword = 'nine clouds over a lake';
    const wrong = await browser.request('POST', '/auth/password', { currentPassword: 'wrong one', newPassword });
    assert.equal(wrong.json.code, 'invalid_credentials');
    const before = browser.cookies.get(session);
    const right = await browser.request('POST', '/auth/password', { currentPassword: password, newPassword });
    assert.equal(right.status, 204);
    assert.notEqual(browser.cookies.get(session), before);
    assert.equal((await browser.request('GET', '/v1/me')).status, 200);
    assert.equal((await other.request('GET', '/v1/me')).status, 401);
    await browser.request('POST', '/auth/password', { currentPassword: newPassword, newPassword: password });
    owner = browser;
  });

  it('with a second factor the password alone signs nobody in', async () => {
    const browser = await signIn();
    const wrong = await browser.request('POST', '/auth/two-factor', { password: 'wrong' });
    assert.equal(wrong.json.code, 'invalid_credentials');
    const { uri, recoveryCodes } = (await browser.request('POST', '/auth/two-factor', { password })).json;
    assert.ok(recoveryCodes.length >= 8);
    assert.equal(
      (await browser.request('POST', '/auth/two-factor/confirm', { code: '000000' })).json.code,
      'invalid_code',
    );
    const nextCode = await totpSequence(uri);
    assert.equal((await browser.request('POST', '/auth/two-factor/confirm', { code: nextCode() })).status, 204);
    assert.equal((await browser.request('GET', '/v1/me')).json.user.twoFactorEnabled, true);
    const { rows } = await sql('select t::text as row from two_factors t');
    assert.ok(recoveryCodes.every((code: string) => !rows[0].row.includes(code)));
    assert.ok(!rows[0].row.includes(new URL(uri).searchParams.get('secret')!));

    await forgetGuesses();
    const half = openBrowser(service);
    const first = await half.request('POST', '/auth/sign-in', { email, password });
    assert.deepEqual(first.json, { status: 'second_factor_required' });
    assert.equal((await half.request('GET', '/v1/me')).status, 401);
    const bad = await half.request('POST', '/auth/second-factor', { code: '000000', kind: 'totp' });
    assert.equal(bad.json.code, 'invalid_code');
    const good = await half.request('POST', '/auth/second-factor', { code: nextCode(), kind: 'totp' });
    assert.deepEqual([good.status, good.json], [200, { status: 'signed_in' }]);
    assert.equal((await half.request('GET', '/v1/me')).json.user.email, email);

    // A recovery code works once.
    const code = recoveryCodes[0];
    const recover = async () => {
      await forgetGuesses();
      const tried = openBrowser(service);
      await tried.request('POST', '/auth/sign-in', { email, password });
      return tried.request('POST', '/auth/second-factor', { code, kind: 'recovery_code' });
    };
    assert.equal((await recover()).status, 200);
    assert.equal((await recover()).json.code, 'invalid_code');
    // Without the first half there is no second.
    const last = nextCode();
    const alone = await openBrowser(service).request('POST', '/auth/second-factor', { code: last, kind: 'totp' });
    assert.equal(alone.json.code, 'invalid_code');
    const off = { password, code: last, kind: 'totp' };
    assert.equal((await browser.request('POST', '/auth/two-factor/disable', off)).status, 204);
    await signIn();
  });

  it('a challenge of the second factor ends after a few wrong codes', async () => {
    const browser = await signIn();
    const { uri } = (await browser.request('POST', '/auth/two-factor', { password })).json;
    await browser.request('POST', '/auth/two-factor/confirm', { code: totpOf(uri) });
    await forgetGuesses();
    const half = openBrowser(service);
    await half.request('POST', '/auth/sign-in', { email, password });
    for (let index = 0; index < 12; index++) {
      await half.request('POST', '/auth/second-factor', { code: '000000', kind: 'totp' });
    }
    const right = await half.request('POST', '/auth/second-factor', {
      code: totpOf(uri, Date.now() + 30_000),
      kind: 'totp',
    });
    assert.ok([401, 429].includes(right.status), String(right.status));
    await sql('delete from two_factors');
    await sql('update users set two_factor_enabled = false');
  });

  it('nothing of better-auth answers by itself', async () => {
    for (const path of ['/auth/get-session', '/auth/list-sessions', '/auth/sign-up/email', '/auth/ok', '/auth/error']) {
      for (const method of ['GET', 'POST']) {
        assert.ok(
          [404, 405].includes((await owner.request(method, path, method === 'POST' ? {} : undefined)).status),
          path,
        );
      }
    }
  });

  it('names and agents with script in them come back as JSON only', async () => {
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

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function withOtherStart(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
}
