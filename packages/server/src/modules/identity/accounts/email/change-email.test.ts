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

describe('an account’s email address', () => {
  let service: AccountService;
  let owner: Browser;
  const first = 'ada@example.com';
  before(async () => {
    service = await openAccountService();
    owner = await service.setUpOwner(first);
  });
  after(() => service.close());
  beforeEach(() => service.forgetAttempts());

  const ask = (email: string, by = owner, given = password) =>
    by.request('POST', '/auth/email', { email, password: given });
  const confirm = (token: string, by = service.openBrowser()) => by.request('POST', '/auth/email/confirm', { token });
  const userOf = async (browser: Browser) => (await browser.request('GET', '/v1/me')).json.user;
  const lastMail = () => service.mails.at(-1) ?? assert.fail('no email');
  const signIn = (email: string) => service.openBrowser().request('POST', '/auth/sign-in', { email, password });

  test('is confirmed once, by a link in an email to the address', async () => {
    assert.equal((await userOf(owner)).emailConfirmed, false, 'a setup link doesn’t verify the address');
    assert.deepEqual((await ask('ADA@Example.com')).json, { status: 'sent' });
    const { to, text } = lastMail();
    assert.equal(to, first);
    const mails = service.mails.length;
    assert.deepEqual((await confirm(tokenOf(text))).json, { email: first });
    assert.equal((await userOf(owner)).emailConfirmed, true);
    assert.equal((await confirm(tokenOf(text))).json.code, 'link_unusable');
    assert.equal(service.mails.length, mails, 'nobody is notified');
    assert.deepEqual((await service.listEvents(first)).slice(0, 2), [
      'email.confirmed success',
      'email.change_asked success',
    ]);
  });

  test('changes when the new mailbox is verified: the old one is notified, and its links stop working', async () => {
    const [old, next] = [uniqueEmail('old'), uniqueEmail('new')];
    const member = await service.join(old, 'viewer');
    await ask(next, member);
    assert.equal((await userOf(member)).email, old, 'not changed yet');
    const token = tokenOf(lastMail().text);
    await service.openBrowser().request('POST', '/auth/password/forgot', { email: old });
    const reset = tokenOf(lastMail().text);
    assert.equal((await confirm(token)).status, 200);
    assert.deepEqual([lastMail().to, lastMail().text.includes(next)], [old, true]);
    const user = await userOf(member);
    assert.deepEqual([user.email, user.emailConfirmed], [next, true]);
    assert.deepEqual([(await signIn(old)).status, (await signIn(next)).status], [401, 200]);
    const taken = await service
      .openBrowser()
      .request('POST', '/auth/password/reset', { token: reset, newPassword: 'nine quiet harbours' });
    assert.equal(taken.json.code, 'link_unusable');
  });

  test('is reported only to its mailbox if another account has it, and can’t be confirmed if it was taken in the meantime', async () => {
    const [mine, theirs] = [uniqueEmail('mine'), uniqueEmail('theirs')];
    const member = await service.join(mine, 'viewer');
    await ask(theirs, member);
    const token = tokenOf(lastMail().text);
    await service.join(theirs, 'viewer');
    assert.deepEqual((await ask(theirs, member)).json, { status: 'sent' });
    assert.deepEqual([lastMail().to, tokenOf(lastMail().text)], [theirs, '']);
    const refused = await confirm(token);
    assert.deepEqual([refused.status, refused.json.code], [409, 'account_exists']);
    assert.equal((await userOf(member)).email, mine);
  });

  test('is changed only with the password, a session, a valid sign-in address, and the latest link', async () => {
    const member = await service.join(uniqueEmail('strict'), 'viewer');
    const next = uniqueEmail('next');
    const mails = service.mails.length;
    const wrong = await ask(next, member, 'not the password');
    assert.deepEqual([wrong.status, wrong.json.code], [401, 'invalid_credentials']);
    assert.equal((await ask(next, service.openBrowser())).json.code, 'session_expired');
    for (const email of ['a@b', 'a b@example.com', 'a@example.com\u0000', 'a@example.com\r\nbcc: b@example.com'])
      assert.equal((await ask(email, member)).status, 400, JSON.stringify(email));
    const foreign = await member.request(
      'POST',
      '/auth/email',
      { email: next, password },
      { origin: 'https://evil.example' },
    );
    assert.equal(foreign.status, 403);
    assert.equal(service.mails.length, mails);
    await ask(next, member);
    const before = tokenOf(lastMail().text);
    await ask(uniqueEmail('other'), member);
    for (const token of [before, '', 'x', 'a'.repeat(200)])
      assert.ok([400, 404, 410, 409].includes((await confirm(token)).status), token);
  });

  test('doesn’t change if the requester’s password was changed in the meantime', async () => {
    const email = uniqueEmail('stolen');
    const member = await service.join(email, 'viewer');
    for (const end of ['changed', 'reset']) {
      await service.forgetAttempts();
      const known = end === 'changed' ? password : 'nine quiet harbours';
      assert.equal((await ask(uniqueEmail('thief'), member, known)).status, 202);
      const token = tokenOf(lastMail().text);
      if (end === 'changed') {
        const body = { currentPassword: password, newPassword: 'nine quiet harbours' };
        assert.equal((await member.request('POST', '/auth/password', body)).status, 204);
      } else {
        await service.openBrowser().request('POST', '/auth/password/forgot', { email });
        const body = { token: tokenOf(lastMail().text), newPassword: 'seven slow ferries' };
        assert.equal((await service.openBrowser().request('POST', '/auth/password/reset', body)).status, 204);
      }
      assert.equal((await confirm(token)).json.code, 'link_unusable', end);
    }
  });

  test('has limits for wrong passwords, as at sign-in, and for emails to a mailbox', async () => {
    const member = await service.join(uniqueEmail('guess'), 'viewer');
    for (let guess = 0; guess < 5; guess += 1) await ask(uniqueEmail('x'), member, 'wrong');
    assert.equal((await ask(uniqueEmail('x'), member, 'wrong')).json.code, 'too_many_attempts');
    await service.forgetAttempts();
    const target = uniqueEmail('flooded');
    for (let mail = 0; mail < 3; mail += 1) assert.equal((await ask(target, member)).status, 202);
    assert.equal((await ask(target, member)).json.code, 'too_many_attempts');
  });

  test('is set by the identity provider once the account is linked to it, even if a change was requested before', async () => {
    const email = uniqueEmail('idp');
    const member = await service.join(email, 'viewer');
    await ask(uniqueEmail('before'), member);
    const token = tokenOf(lastMail().text);
    await service.database.pool.query(
      `INSERT INTO accounts (id, user_id, account_id, provider_id) SELECT 'row_idp', id, 'sub', 'oidc' FROM users WHERE email = $1`,
      [email],
    );
    const refused = await ask(uniqueEmail('after'), member);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request']);
    assert.equal((await confirm(token)).json.code, 'link_unusable');
  });
});
