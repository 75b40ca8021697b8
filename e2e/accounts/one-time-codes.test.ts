import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestService, type TestService } from '../api/test-service.ts';
import { openBrowser, password, setUpOwner, totpSequence, type Browser } from './browser.ts';

describe('codes of the second factor', () => {
  let service: TestService;
  let owner: Browser;
  let recoveryCodes: string[];
  let nextCode: () => string;
  /** The one that switched it on. */
  let firstCode: string;
  const email = 'ada@example.com';

  const sql = (text: string) => service.api.platform.database.pool.query(text);
  /** As far as the question for the second factor. */
  const begin = async (): Promise<Browser> => {
    const browser = openBrowser(service);
    const { json } = await browser.request('POST', '/auth/sign-in', { email, password });
    assert.equal(json.status, 'second_factor_required');
    return browser;
  };
  const give = (browser: Browser, code: string, kind = 'totp') =>
    browser.request('POST', '/auth/second-factor', { code, kind });
  const winners = (answers: readonly { readonly status: number }[]) =>
    answers.filter(({ status }) => status < 300).length;

  before(async () => {
    service = await startTestService();
    owner = await setUpOwner(service);
  });
  after(() => service.stop());
  beforeEach(async () => {
    await sql('delete from two_factors');
    await sql('update users set two_factor_enabled = false');
    await sql('delete from sign_in_attempts');
    const { json } = await owner.request('POST', '/auth/two-factor', { password });
    ({ recoveryCodes } = json);
    nextCode = await totpSequence(json.uri);
    firstCode = nextCode();
    assert.equal((await owner.request('POST', '/auth/two-factor/confirm', { code: firstCode })).status, 204);
  });

  it('the code that switched it on signs nobody in, and another does once', async () => {
    assert.equal((await give(await begin(), firstCode)).json.code, 'invalid_code');
    const code = nextCode();
    assert.equal((await give(await begin(), code)).status, 200);
    assert.equal((await give(await begin(), code)).json.code, 'invalid_code');
  });

  it('a code of an earlier step is used up with the later one', async () => {
    const [earlier, later] = [nextCode(), nextCode()];
    assert.equal((await give(await begin(), later)).status, 200);
    assert.equal((await give(await begin(), earlier)).json.code, 'invalid_code');
  });

  it('of sign-ins with one code at once exactly one is let in, and a used code costs no second attempt at the password', async () => {
    const halves = await Promise.all([1, 2, 3, 4].map(begin));
    const code = nextCode();
    const answers = await Promise.all(halves.map((half) => give(half, code)));
    assert.equal(winners(answers), 1);
    const loser = halves[answers.findIndex(({ status }) => status !== 200)]!;
    assert.equal((await give(loser, nextCode())).status, 200, 'the next code of the app goes on');
  });

  it('of sign-ins with one recovery code at once exactly one is let in', async () => {
    const halves = await Promise.all([1, 2, 3, 4].map(begin));
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(halves.map((half) => give(half, code, 'recovery_code')));
    assert.equal(winners(answers), 1);
    assert.equal((await give(await begin(), code, 'recovery_code')).json.code, 'invalid_code');
  });

  it('a password alone switches nothing off and makes no recovery codes; with a code it does, once', async () => {
    for (const path of ['/auth/two-factor/disable', '/auth/two-factor/recovery-codes']) {
      assert.equal((await owner.request('POST', path, { password })).json.code, 'invalid_request', path);
      const wrong = { password, code: '000000', kind: 'totp' };
      assert.equal((await owner.request('POST', path, wrong)).json.code, 'invalid_code', path);
    }
    const both = { password, code: nextCode(), kind: 'totp' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.request('POST', '/auth/two-factor/recovery-codes', both)),
    );
    assert.equal(winners(answers), 1);
    assert.equal((await owner.request('POST', '/auth/two-factor/disable', both)).json.code, 'invalid_code');
  });

  it('who has lost the app switches it off with a recovery code, which a mistyped password does not cost', async () => {
    const [code = ''] = recoveryCodes;
    const off = (given: string) =>
      owner.request('POST', '/auth/two-factor/disable', { password: given, code, kind: 'recovery_code' });
    assert.equal((await off('mistyped')).json.code, 'invalid_credentials');
    assert.equal((await off(password)).status, 204);
    assert.equal((await owner.request('GET', '/v1/me')).json.user.twoFactorEnabled, false);
  });

  it('a changed password ends sign-ins that wait for a code', async () => {
    const half = await begin();
    const newPassword = 'nine clouds over a lake';
    assert.equal(
      (await owner.request('POST', '/auth/password', { currentPassword: password, newPassword })).status,
      204,
    );
    assert.equal((await give(half, nextCode())).json.code, 'invalid_code');
    await owner.request('POST', '/auth/password', { currentPassword: newPassword, newPassword: password });
  });
});
