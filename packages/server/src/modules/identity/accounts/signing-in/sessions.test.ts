import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  openAccountService,
  password,
  tokenOf,
  uniqueEmail,
  type AccountService,
  type Browser,
} from '../testing/account-service.ts';
import { holdDelay } from '../testing/hold-delay.ts';
import { deleteExpiredAccountRows } from '../user-store.ts';

describe('signing in', () => {
  let service: AccountService;
  before(async () => {
    service = await openAccountService();
    await service.setUpOwner('ada@example.com');
  });
  after(() => service.close());
  beforeEach(async () => {
    await service.forgetAttempts();
  });
  const signIn = async (email: string, value = password, browser = service.openBrowser()) => {
    const { status, json } = await browser.request('POST', '/auth/sign-in', { email, password: value });
    return { status, code: json?.code as string | undefined, browser };
  };
  const meOf = async (browser: Browser) => (await browser.request('GET', '/v1/me')).status;

  test('returns the same response for an unknown address and a wrong password', async () => {
    const answers = new Set<string>();
    for (const email of [uniqueEmail('nobody'), 'not an address', 'ada@example.com']) {
      const body = { email, password: 'wrong password 1' };
      const { status, json, headers } = await service.openBrowser().request('POST', '/auth/sign-in', body);
      assert.deepEqual([status, json.code, headers.getSetCookie()], [401, 'invalid_credentials', []], email);
      answers.add(JSON.stringify({ ...json, requestId: undefined }));
    }
    assert.equal(answers.size, 1);
    assert.deepEqual((await service.listEvents('ada@example.com'))[0], 'session.created refused');
  });

  test('accepts an address with ASCII letters in any case, but not with letters that only look similar', async () => {
    assert.equal((await signIn(' ADA@Example.COM ')).status, 200);
    assert.equal((await signIn('ad\u0430@example.com')).status, 401);
    assert.equal((await signIn('\u212Ada@example.com')).status, 401);
  });

  test('ends the browser’s previous session, and starts one with another token', async () => {
    const browser = (await signIn('ada@example.com')).browser;
    const before = new Map(browser.cookies);
    await signIn('ada@example.com', password, browser);
    const old = service.openBrowser();
    for (const [name, value] of before) old.cookies.set(name, value);
    assert.deepEqual([await meOf(old), await meOf(browser)], [401, 200]);
  });

  test('sets a cookie that is not sent to scripts, over unencrypted connections or from other sites', async () => {
    const answer = await service.openBrowser().request('POST', '/auth/sign-in', { email: 'ada@example.com', password });
    const [line = ''] = answer.headers.getSetCookie();
    for (const part of [
      /^__Secure-docwright\.session_token=/,
      /; HttpOnly/i,
      /; Secure/i,
      /; SameSite=Lax/i,
      /; Path=\//i,
    ]) {
      assert.match(line, part);
    }
    assert.deepEqual(answer.json, { status: 'signed_in' }, 'and the body has no token');
  });

  test('is delayed for an account after five wrong passwords, even concurrent ones', async () => {
    const email = uniqueEmail('guessed');
    await service.join(email, 'viewer');
    const held = await holdDelay(service.database.pool, { buckets: 'account:%', failures: 5 });
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'wrong password 1')));
    assert.equal(guesses.filter(({ code }) => code === 'invalid_credentials').length, 5);
    const right = await signIn(email);
    assert.deepEqual([right.status, right.code], [429, 'too_many_attempts']);
    assert.equal((await signIn('ada@example.com')).status, 200, 'other accounts are not affected');
    await held[Symbol.asyncDispose]();
    await service.database.pool.query(`UPDATE sign_in_attempts SET last_at = now() - interval '10 minutes'`);
    service.elapseRefusals();
    assert.equal((await signIn(email)).status, 200, 'the delay ends by itself');
    await service.database.pool.query(`UPDATE sign_in_attempts SET last_at = now() - interval '25 hours'`);
    await deleteExpiredAccountRows(service.database.kysely);
    const { rows } = await service.database.pool.query('SELECT FROM sign_in_attempts');
    assert.equal(rows.length, 0, 'and the counts are kept for a day');
  });

  test('is accepted only from the service’s own pages, like other changes', async () => {
    const { browser } = await signIn('ada@example.com');
    for (const [path, body] of [
      ['/auth/sign-in', { email: 'ada@example.com', password }],
      ['/auth/sign-out', {}],
      ['/auth/sessions/revoke-others', {}],
      ['/auth/password', { currentPassword: password, newPassword: 'another long phrase 4' }],
      ['/v1/organization/invitations', { email: 'eve@example.com', role: 'owner' }],
    ] as const) {
      for (const origin of [
        'https://evil.example',
        'null',
        'https://docs.example.evil.example',
        'http://docs.example',
      ]) {
        const refused = await browser.request('POST', path, body, { origin });
        assert.deepEqual([refused.status, refused.json.code], [403, 'cross_site_request'], `${path} ${origin}`);
      }
    }
    assert.equal(await meOf(browser), 200);
  });

  test('lasts until its session is signed out, revoked or expired', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(async () => (await signIn('ada@example.com')).browser));
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    await one.request('POST', '/auth/sign-out');
    assert.equal(await meOf(one), 401);
    const { sessions } = (await two.request('GET', '/auth/sessions')).json;
    const current = sessions.find((session: { current: boolean }) => session.current);
    const answer = await three.request('POST', `/auth/sessions/${current.id as string}/revoke`);
    assert.deepEqual([answer.status, await meOf(two), await meOf(three)], [204, 401, 200]);
    await service.database.pool.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
    assert.equal(await meOf(three), 401);
    await deleteExpiredAccountRows(service.database.kysely);
    assert.equal((await service.database.pool.query('SELECT FROM sessions')).rows.length, 0);
  });

  test('gives no control over another user’s sessions', async () => {
    const { browser: ada } = await signIn('ada@example.com');
    const stranger = await service.join(uniqueEmail('stranger'), 'viewer');
    const { sessions } = (await ada.request('GET', '/auth/sessions')).json;
    const refused = await stranger.request('POST', `/auth/sessions/${sessions[0].id as string}/revoke`);
    assert.deepEqual([refused.status, refused.json.code], [404, 'not_found']);
    const { revoked } = (await stranger.request('POST', '/auth/sessions/revoke-others')).json;
    assert.deepEqual([revoked, await meOf(ada), await meOf(stranger)], [0, 200, 200]);
  });

  test('lasts only in the current browser when the password changes, but everywhere after a wrong password', async () => {
    const email = uniqueEmail('changing');
    const here = await service.join(email, 'viewer');
    const { browser: there } = await signIn(email);
    const fresh = 'a harbour below 9 bridges';
    const change = (currentPassword: string, newPassword: string) =>
      here.request('POST', '/auth/password', { currentPassword, newPassword });
    assert.deepEqual((await change('not the password 1', fresh)).json.code, 'invalid_credentials');
    assert.deepEqual((await change(password, email)).json.code, 'weak_password');
    assert.equal(await meOf(there), 200);
    assert.equal((await change(password, fresh)).status, 204);
    assert.deepEqual([await meOf(here), await meOf(there)], [200, 401]);
    assert.deepEqual([(await signIn(email)).status, (await signIn(email, fresh)).status], [401, 200]);
  });

  test('is possible with a new password set once by a mailed link; an unknown address gets the same response', async () => {
    const email = uniqueEmail('forgetful');
    const signedIn = await service.join(email, 'viewer');
    const forgot = (address: string) =>
      service.openBrowser().request('POST', '/auth/password/forgot', { email: address });
    const [known, unknown] = [await forgot(email), await forgot(uniqueEmail('nobody'))];
    assert.deepEqual([known.status, known.json], [202, unknown.json]);
    const mails = service.mails.filter(({ subject }) => subject === 'Reset your password');
    assert.deepEqual(
      mails.map(({ to }) => to),
      [email],
    );
    const token = tokenOf(mails[0]?.text ?? '');
    const reset = (newPassword: string, value = token) =>
      service.openBrowser().request('POST', '/auth/password/reset', { token: value, newPassword });
    assert.equal((await reset('short')).json.code, 'weak_password');
    assert.equal((await reset('a lantern over 3 rivers', 'made-up')).json.code, 'link_unusable');
    assert.equal((await reset('a lantern over 3 rivers')).status, 204);
    assert.equal((await reset('a lantern over 4 rivers')).json.code, 'link_unusable');
    assert.deepEqual([await meOf(signedIn), (await signIn(email, 'a lantern over 3 rivers')).status], [401, 200]);
  });

  test('gives access only to the person’s own organizations', async () => {
    const { browser } = await signIn('ada@example.com');
    const ask = (id: string) => browser.request('GET', '/v1/me', undefined, { 'docwright-organization': id });
    assert.equal((await ask('org_home')).json.organization.id, 'org_home');
    const [foreign, missing] = [await ask('org_other'), await ask('org_missing')];
    assert.equal(foreign.json.error.replace('org_other', ''), missing.json.error.replace('org_missing', ''));
    assert.deepEqual([foreign.status, foreign.json.code], [404, 'not_found']);
  });

  test('is refused with a password if the operator has turned it off', async () => {
    const off = await openAccountService({ passwordSignIn: false });
    try {
      for (const [path, body] of [
        ['/auth/sign-in', { email: 'ada@example.com', password }],
        ['/auth/setup', { token: 'x', password }],
        ['/auth/invitation', { token: 'x', password }],
        ['/auth/password/forgot', { email: 'ada@example.com' }],
        ['/auth/second-factor', { code: '123456', kind: 'totp' }],
        ['/auth/sign-in/oidc', {}],
      ] as const) {
        const answer = await off.openBrowser().request('POST', path, body);
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], path);
      }
    } finally {
      await off.close();
    }
  });
});
