import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, OTHER } from '../../../../testing/module-database.ts';
import { createSetupLink, hasOwner, isOpenSetupLink } from './create-setup-link.ts';
import {
  openAccountService,
  password,
  tokenOf,
  uniqueEmail,
  type AccountService,
  type Browser,
} from '../testing/account-service.ts';
import { deleteExpiredAccountRows } from '../user-store.ts';

describe('a link that opens an account', () => {
  let service: AccountService;
  let owner: Browser;
  before(async () => {
    service = await openAccountService();
  });
  after(() => service.close());
  const setUp = (token: string, changes: object = {}) =>
    service
      .openBrowser()
      .request('POST', '/auth/setup', { token, name: 'Ada', email: 'ada@example.com', password, ...changes });
  const linkFor = async (email?: string, organizationId = HOME) =>
    (await createSetupLink(service.database, { organizationId, email })).token;
  const invite = async (email: string, role = 'viewer') =>
    (await owner.request('POST', '/v1/organization/invitations', { email, role })).json;
  const accept = (token: string, changes: object = {}) =>
    service.openBrowser().request('POST', '/auth/invitation', { token, name: 'Bo', password, ...changes });
  const needsOwner = async () => (await service.openBrowser().request('GET', '/auth/methods')).json.needsOwner;
  const signIn = (email: string, typed = password) =>
    service.openBrowser().request('POST', '/auth/sign-in', { email, password: typed });

  test('for the first owner refuses weak passwords and invalid addresses without being consumed', async () => {
    const token = await linkFor();
    for (const [changes, code] of [
      [{ password: 'short' }, 'weak_password'],
      [{ password: 'ada@example.com' }, 'weak_password'],
      [{ password: 'aaaaaaaaaaaaaaaa' }, 'weak_password'],
      [{ password: 'x'.repeat(1_001) }, 'invalid_request'],
      [{ email: 'nobody' }, 'invalid_request'],
      [{ name: 'NUL \u0000' }, 'invalid_request'],
    ] as const) {
      const refused = await setUp(token, changes);
      assert.deepEqual([refused.status, refused.json.code], [400, code], JSON.stringify(changes).slice(0, 60));
    }
    assert.equal(await isOpenSetupLink(service.database, token), true);
    assert.equal(await hasOwner(service.database, HOME), false);
    assert.equal(await needsOwner(), true);
  });

  test('for the first owner creates one owner, even if it is used twice at once', async () => {
    const earlier = await linkFor();
    const token = await linkFor();
    assert.equal((await setUp(earlier)).json.code, 'link_unusable', 'a new link invalidates the previous one');
    const organization = ' Northwind Docs ';
    const shown = await service.openBrowser().request('GET', `/auth/setup?token=${token}`);
    assert.ok(shown.json.organization.length > 0, 'the link shows the current name');
    const answers = await Promise.all([
      setUp(token, { organization }),
      setUp(token, { organization, email: 'eve@example.com' }),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]));
    const { rows } = await service.database.pool.query<{ email: string }>('SELECT email FROM users');
    assert.equal(rows.length, 1);
    assert.equal(await needsOwner(), false);
    owner = service.openBrowser();
    await owner.request('POST', '/auth/sign-in', { email: rows[0]?.email, password });
    assert.partialDeepStrictEqual((await owner.request('GET', '/v1/me')).json, {
      role: 'owner',
      organization: { name: 'Northwind Docs' },
    });
    assert.ok((await service.listEvents('Northwind Docs')).includes('organization.updated success'));
    await assert.rejects(linkFor(), { name: 'SetupLinkRefusal', message: /An owner already exists/ });
  });

  test('for recovery sets a new password for a member, and ends the second factor and all sessions', async () => {
    const email = uniqueEmail('locked');
    const member = await service.join(email, 'editor');
    const token = await linkFor(email.toUpperCase());
    const shown = await service.openBrowser().request('GET', `/auth/setup?token=${token}`);
    assert.deepEqual(shown.json, { kind: 'recovery', email, signedInAs: null, organization: null });
    const fresh = 'an entirely new 9 word phrase';
    const changes = { email: 'eve@example.com', password: fresh, organization: 'Taken over' };
    assert.equal((await setUp(token, changes)).status, 200);
    assert.equal((await owner.request('GET', '/v1/me')).json.organization.name, 'Northwind Docs');
    assert.equal((await member.request('GET', '/v1/me')).status, 401);
    assert.deepEqual([(await signIn(email)).status, (await signIn(email, fresh)).status], [401, 200]);
    assert.ok((await service.listEvents(email)).includes('account.recovered success'));
    for (const stranger of ['nobody@example.com', uniqueEmail('x')]) {
      await assert.rejects(linkFor(stranger), { message: /No member of the organization has the address/ });
    }
    await assert.rejects(linkFor(email, OTHER), { name: 'SetupLinkRefusal' });
  });

  test('for an invitation creates an account with its address and role, and shows only the recipient of the email whether the account exists', async () => {
    const email = uniqueEmail('bo');
    const { acceptUrl } = await invite(email, 'editor');
    const path = `/auth/invitation?token=${tokenOf(acceptUrl)}`;
    const shown = await service.openBrowser().request('GET', path);
    assert.deepEqual(shown.json, {
      email,
      role: 'editor',
      organization: 'Northwind Docs',
      hasAccount: null,
      signedInAs: null,
    });
    const mail = service.mails.findLast(({ to }) => to === email);
    const mailed = await service.openBrowser().request('GET', `/auth/invitation?token=${tokenOf(mail?.text ?? '')}`);
    assert.equal(mailed.json.hasAccount, false, 'the recipient of the email is informed');
    assert.notEqual(tokenOf(mail?.text ?? ''), tokenOf(acceptUrl));
    assert.equal((await accept(tokenOf(acceptUrl), { email: 'eve@example.com' })).status, 200);
    const { rows } = await service.database.pool.query('SELECT email_verified FROM users WHERE email = $1', [email]);
    assert.deepEqual(rows, [{ email_verified: false }], 'the inviter’s link proves no address');
  });

  test('for an invitation doesn’t set an existing account’s password', async () => {
    const email = uniqueEmail('kept');
    await service.join(email, 'viewer');
    await service.database.pool.query('DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      email,
    ]);
    const { acceptUrl } = await invite(email, 'admin');
    const refused = await accept(tokenOf(acceptUrl), { password: 'the attacker knows this 1' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'account_exists']);
    assert.deepEqual(
      [(await signIn(email, 'the attacker knows this 1')).status, (await signIn(email)).status],
      [401, 200],
    );
    assert.equal((await accept(tokenOf(acceptUrl))).json.code, 'account_exists', 'the invitation isn’t consumed');
    assert.ok((await service.listEvents(email)).includes('member.joined refused'));
  });

  test('for an invitation can be accepted once, and only by the invited person', async () => {
    const email = uniqueEmail('guest');
    const guest = await service.join(email, 'viewer');
    await service.database.pool.query('DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      email,
    ]);
    const { acceptUrl } = await invite(email, 'editor');
    const body = { token: tokenOf(acceptUrl) };
    const wrong = await owner.request('POST', '/auth/invitation/accept', body);
    assert.deepEqual([wrong.status, wrong.json.code], [403, 'wrong_account']);
    assert.equal((await service.openBrowser().request('POST', '/auth/invitation/accept', body)).status, 401);
    const answers = await Promise.all([1, 2].map(() => guest.request('POST', '/auth/invitation/accept', body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204, 400]));
    assert.equal((await guest.request('GET', '/v1/me')).json.role, 'editor');
  });

  test('has no effect if it was revoked, has expired or was forged; an expired invitation is deleted', async () => {
    const [withdrawn, late] = [await invite(uniqueEmail('withdrawn')), await invite(uniqueEmail('late'))];
    assert.equal((await owner.request('DELETE', `/v1/organization/invitations/${withdrawn.id as string}`)).status, 204);
    await service.database.pool.query(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      late.id,
    ]);
    for (const token of [tokenOf(withdrawn.acceptUrl), tokenOf(late.acceptUrl), 'made-up', 'x'.repeat(200)]) {
      const refused = await accept(token);
      assert.deepEqual([refused.status, refused.json.code], [400, 'link_unusable']);
    }
    const listed = (await owner.request('GET', '/v1/organization/invitations')).json.invitations;
    assert.ok(listed.every(({ id }: { id: string }) => id !== late.id));
    await deleteExpiredAccountRows(service.database.kysely);
    const { rows } = await service.database.pool.query('SELECT FROM invitations WHERE id = $1', [late.id]);
    assert.equal(rows.length, 0);
  });

  test('is stored as a digest, so that no invitation’s row contains its token', async () => {
    const { acceptUrl } = await invite(uniqueEmail('digest'));
    const { rows } = await service.database.pool.query<{ row: string }>(
      `SELECT i::text || encode(token_sha256, 'escape') AS row FROM invitations i`,
    );
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(tokenOf(acceptUrl))));
  });

  test('is contained in the response and stays valid if no email is sent', async () => {
    const email = uniqueEmail('unmailed');
    const { mailSent, acceptUrl } = (
      await owner.request('POST', '/v1/organization/invitations', { email, role: 'viewer', sendMail: false })
    ).json;
    assert.deepEqual([mailSent, service.mails.some(({ to }) => to === email)], [false, false]);
    assert.equal((await accept(tokenOf(acceptUrl))).status, 200);
  });
});
