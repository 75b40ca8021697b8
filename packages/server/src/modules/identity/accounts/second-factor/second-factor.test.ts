import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { claimTotp } from './claim-totp.ts';
import {
  openAccountService,
  password,
  uniqueEmail,
  type AccountService,
  type Browser,
} from '../testing/account-service.ts';
import { totpOf } from '../testing/totp-of.ts';

describe('the second factor', () => {
  let service: AccountService;
  let owner: Browser;
  let uri: string;
  let recoveryCodes: string[];
  /** The code that turned on the second factor. */
  let firstCode: string;
  const email = 'ada@example.com';

  before(async () => {
    // Only `nextCode` advances the clock, so that no code expires during a test.
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    service = await openAccountService({ sessionSeconds: 86_400 });
    owner = await service.setUpOwner(email);
  });
  after(async () => {
    mock.timers.reset();
    await service.close();
  });
  beforeEach(async () => {
    await run('DELETE FROM two_factors');
    await run('UPDATE users SET two_factor_enabled = false');
    await service.forgetAttempts();
    ({ uri, recoveryCodes } = (await owner.request('POST', '/auth/two-factor', { password })).json);
    firstCode = nextCode();
    assert.equal((await owner.request('POST', '/auth/two-factor/confirm', { code: firstCode })).status, 204);
  });

  const run = (text: string) => service.database.pool.query(text);
  /** Advances the clock to the next period, and returns the app's code. */
  const nextCode = (): string => {
    mock.timers.setTime(Date.now() + 30_000);
    return totpOf(uri);
  };
  /** Signs in up to the request for the second factor. */
  const begin = async (browser = service.openBrowser()): Promise<Browser> => {
    const { json } = await browser.request('POST', '/auth/sign-in', { email, password });
    assert.deepEqual(json, { status: 'second_factor_required' });
    return browser;
  };
  const give = async (browser: Browser, code: string, kind = 'totp') => {
    const { status, json } = await browser.request('POST', '/auth/second-factor', { code, kind });
    return { status, code: json?.code as string | undefined };
  };
  const statusOf = async (browser: Browser) => (await browser.request('GET', '/v1/me')).status;
  const isOn = async () => (await owner.request('GET', '/v1/me')).json.user.twoFactorEnabled as boolean;
  const winners = (answers: readonly { readonly status: number }[]) =>
    answers.filter(({ status }) => status < 300).length;

  test('is required before a session starts, and isn’t sufficient alone', async () => {
    const half = await begin();
    assert.equal(await statusOf(half), 401);
    const code = nextCode();
    assert.equal((await give(service.openBrowser(), code)).code, 'invalid_code', 'without the password');
    assert.equal((await give(half, code)).status, 200, 'and the attempt did not consume the code');
    assert.equal(await statusOf(half), 200);
  });

  test('can’t be another user’s, even if that user is signed in to the browser', async () => {
    const other = await service.join(uniqueEmail('bo'), 'viewer');
    const shown = (await other.request('POST', '/auth/two-factor', { password })).json.uri as string;
    const own = totpOf(shown, Date.now() + 30_000);
    assert.equal((await other.request('POST', '/auth/two-factor/confirm', { code: totpOf(shown) })).status, 204);
    await begin(other);
    assert.equal((await give(other, own)).code, 'invalid_code');
    assert.equal((await give(other, nextCode())).status, 200);
    assert.equal((await other.request('GET', '/v1/me')).json.user.email, email);
  });

  test('accepts each code once: neither the code that turned it on nor an earlier one signs anyone in', async () => {
    assert.equal((await give(await begin(), firstCode)).code, 'invalid_code');
    const [earlier, later] = [nextCode(), nextCode()];
    assert.equal((await give(await begin(), later)).status, 200);
    assert.equal((await give(await begin(), later)).code, 'invalid_code');
    assert.equal((await give(await begin(), earlier)).code, 'invalid_code');
  });

  test('accepts a code for only one of four concurrent sign-ins; another one can continue with the next code', async () => {
    const halves = await Promise.all([1, 2, 3, 4].map(() => begin()));
    const code = nextCode();
    const answers = await Promise.all(halves.map((half) => give(half, code)));
    assert.equal(winners(answers), 1);
    const loser = halves[answers.findIndex(({ status }) => status !== 200)]!;
    assert.equal((await give(loser, nextCode())).status, 200);
  });

  test('accepts a recovery code for only one of four concurrent sign-ins, and not for a later one', async () => {
    const halves = await Promise.all([1, 2, 3, 4].map(() => begin()));
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(halves.map((half) => give(half, code, 'recovery_code')));
    assert.equal(winners(answers), 1);
    assert.equal((await give(await begin(), code, 'recovery_code')).code, 'invalid_code');
  });

  test('ends a sign-in after several wrong codes, even if the next code is correct', async () => {
    const half = await begin();
    const guesses: string[] = [];
    for (let guess = 0; guess < 12; guess++) guesses.push((await give(half, '000000')).code ?? 'let in');
    assert.equal(guesses[0], 'invalid_code');
    const right = await give(half, nextCode());
    assert.ok(right.status === 401 || right.status === 429, String(right.status));
    assert.equal(await statusOf(half), 401);
  });

  test('is refused for a sign-in whose password was changed in the meantime', async () => {
    const half = await begin();
    const newPassword = 'nine clouds over a lake';
    const change = (from: string, to: string) =>
      owner.request('POST', '/auth/password', { currentPassword: from, newPassword: to });
    assert.equal((await change(password, newPassword)).status, 204);
    assert.equal((await give(half, nextCode())).code, 'invalid_code');
    assert.equal((await change(newPassword, password)).status, 204);
  });

  test('is turned on with the password and a first code, and is off until then', async () => {
    await run('DELETE FROM two_factors');
    await run('UPDATE users SET two_factor_enabled = false');
    const on = (typed: string) => owner.request('POST', '/auth/two-factor', { password: typed });
    const confirm = (code: string) => owner.request('POST', '/auth/two-factor/confirm', { code });
    const wrong = await on('not the password 1');
    assert.deepEqual([wrong.status, wrong.json.code, await isOn()], [401, 'invalid_credentials', false]);
    ({ uri } = (await on(password)).json);
    assert.deepEqual([(await confirm('000000')).json.code, await isOn()], ['invalid_code', false]);
    assert.deepEqual([(await confirm(nextCode())).status, await isOn()], [204, true]);
    const again = await on(password);
    assert.deepEqual(
      [again.status, again.json.code],
      [400, 'invalid_request'],
      'a stolen session can’t replace the app',
    );
    assert.ok((await service.listEvents(email)).includes('second_factor.enabled success'));
  });

  test('is turned off, or gets new recovery codes, only with the password and an unused code', async () => {
    for (const path of ['/auth/two-factor/disable', '/auth/two-factor/recovery-codes']) {
      assert.equal((await owner.request('POST', path, { password })).json.code, 'invalid_request', path);
      const wrong = { password, code: '000000', kind: 'totp' };
      assert.equal((await owner.request('POST', path, wrong)).json.code, 'invalid_code', path);
      assert.equal((await service.openBrowser().request('POST', path, wrong)).status, 401, path);
    }
    const both = { password, code: nextCode(), kind: 'totp' };
    const renew = () => owner.request('POST', '/auth/two-factor/recovery-codes', both);
    const answers = await Promise.all([1, 2, 3].map(renew));
    assert.equal(winners(answers), 1);
    assert.equal((await owner.request('POST', '/auth/two-factor/disable', both)).json.code, 'invalid_code');
    const [old = ''] = recoveryCodes;
    const renewed: string[] = answers.find(({ status }) => status === 200)?.json.recoveryCodes;
    assert.equal(
      (await give(await begin(), old, 'recovery_code')).code,
      'invalid_code',
      'the old recovery codes are invalid',
    );
    assert.equal((await give(await begin(), renewed[0] ?? '', 'recovery_code')).status, 200);
    const off = { ...both, code: nextCode() };
    assert.deepEqual(
      [(await owner.request('POST', '/auth/two-factor/disable', off)).status, await isOn()],
      [204, false],
    );
  });

  test('is turned off with a recovery code after the app was lost; a mistyped password doesn’t consume the code', async () => {
    const [code = ''] = recoveryCodes;
    const off = (typed: string) =>
      owner.request('POST', '/auth/two-factor/disable', { password: typed, code, kind: 'recovery_code' });
    assert.equal((await off('mistyped')).json.code, 'invalid_credentials');
    assert.deepEqual([(await off(password)).status, await isOn()], [204, false]);
    assert.ok((await service.listEvents(email)).includes('second_factor.disabled success'));
  });

  test('can’t be guessed with a stolen session, because attempts count against the account', async () => {
    const guess = (code: string) => owner.request('POST', '/auth/two-factor/disable', { password, code, kind: 'totp' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => guess('000000')));
    assert.deepEqual([...new Set(answers.map(({ json }) => json.code))], ['invalid_code']);
    const { rows } = await run('SELECT max(failures) AS most FROM sign_in_attempts');
    assert.equal(rows[0].most, 5);
    // The next attempt would have to wait only one second, which could pass on a busy machine.
    await run("UPDATE sign_in_attempts SET last_at = last_at + interval '1 hour'");
    const right = await guess(nextCode());
    assert.deepEqual([right.status, right.json.code, await isOn()], [429, 'too_many_attempts', true]);
    assert.match(right.headers.get('retry-after') ?? '', /^\d+$/);
  });

  test('isn’t stored as plain text: neither its secret nor a recovery code', async () => {
    const { rows } = await service.database.pool.query<{ row: string }>('SELECT t::text AS row FROM two_factors t');
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    assert.equal(rows.length, 1);
    assert.ok(recoveryCodes.length >= 8);
    for (const text of [secret, ...recoveryCodes]) assert.ok(text !== '' && rows[0]?.row.includes(text) === false);
  });

  test('accepts no code for a user without a second factor, and accepts a six-digit code once', async () => {
    assert.equal(await claimTotp(service.context, 'usr_nobody', nextCode()), false);
    const { id } = (await owner.request('GET', '/v1/me')).json.user;
    const code = nextCode();
    assert.equal(await claimTotp(service.context, id, `${code} `), false);
    assert.equal(await claimTotp(service.context, id, code), true);
    assert.equal(await claimTotp(service.context, id, code), false);
  });
});
