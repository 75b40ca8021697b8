import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSetupLink } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { invite, openBrowser, password, setUpOwner, tokenOf, type Browser } from './browser.ts';
import { signInAtProvider, startIdentityProvider, type IdentityProvider } from './identity-provider.ts';

const mallorysPassword = 'attackers own secret 9';

describe('attempts to take over another account', () => {
  let provider: IdentityProvider;
  let service: TestService;
  let owner: Browser;
  /** A key of the attacker's organization, with permission to invite people. */
  let attackersKey: string;
  let attackersOrganization: string;

  const sql = (text: string, values: unknown[] = []) => service.api.platform.database.pool.query(text, values);
  const signInBySso = async (email: string, returnTo?: string) => {
    provider.claims = { sub: email, email, email_verified: true, name: 'Grace' };
    const browser = openBrowser(service);
    const location = await signInAtProvider(service.baseUrl, provider.issuer, browser, returnTo);
    return { browser, location };
  };
  const meOf = async (browser: Browser) => (await browser.request('GET', '/v1/me')).json;
  const inviteFrom = async (key: string, email: string, role = 'viewer'): Promise<string> => {
    const body = { email, role, sendMail: false };
    const made = await service.request('POST', '/v1/organization/invitations', { key, body });
    assert.equal(made.status, 201, made.text);
    return tokenOf(made.json.acceptUrl);
  };
  const accept = (token: string, typed = mallorysPassword) =>
    openBrowser(service).request('POST', '/auth/invitation', { token, name: 'Mallory', password: typed });
  const trySignIn = (email: string, typed: string) =>
    openBrowser(service).request('POST', '/auth/sign-in', { email, password: typed });
  const newest = async (action: string) =>
    (await owner.request('GET', `/v1/audit-events?action=${action}&limit=1`)).json.events[0];

  before(async () => {
    provider = await startIdentityProvider();
    service = await startTestService({
      settings: {
        oidcIssuer: provider.issuer,
        oidcClientId: provider.clientId,
        oidcClientSecret: provider.clientSecret,
        oidcAllowedDomains: 'example.com',
      },
    });
    provider.allowRedirect(`${service.baseUrl}/auth/callback/oidc`);
    owner = await setUpOwner(service);
    const { kysely } = service.api.platform.database;
    const organization = await createOrganization(kysely, { name: 'Attacker', plan: 'enterprise' });
    attackersOrganization = organization.id;
    const grant = { name: 'k', scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
    attackersKey = (await grantKey(kysely, { ...grant, organizationId: organization.id })).key;
  });
  beforeEach(() => sql('delete from sign_in_attempts'));
  after(async () => {
    await service.stop();
    await provider.stop();
  });

  test('an invitation can’t set a password on an account without one, and its link doesn’t open the account', async () => {
    const email = 'sso-only@example.com';
    const { browser } = await signInBySso(email);
    const token = await inviteFrom(attackersKey, email);
    const tried = await accept(token);
    assert.deepEqual([tried.status, tried.json.code], [409, 'account_exists']);
    assert.deepEqual(tried.headers.getSetCookie(), []);
    assert.equal((await trySignIn(email, mallorysPassword)).status, 401);
    assert.equal((await meOf(browser)).user.hasPassword, false);
    assert.deepEqual((await meOf(browser)).organizations.length, 1);
    const { rows } = await sql(
      `select result, target_name from audit_events where organization_id = $1 and action = 'member.joined'`,
      [attackersOrganization],
    );
    assert.deepEqual(rows, [{ result: 'refused', target_name: email }], 'the attempt is in the audit log');
    // Once signed in, the person accepts with one request.
    assert.equal((await browser.request('POST', '/auth/invitation/accept', { token })).status, 204);
    assert.equal((await meOf(browser)).organizations.length, 2);
  });

  test('an invitation doesn’t change a password, and the form doesn’t accept the account’s password', async () => {
    const email = 'with-password@example.com';
    const person = await invite(service, owner, { email, role: 'editor' });
    const token = await inviteFrom(attackersKey, email);
    for (const typed of [mallorysPassword, password]) {
      const tried = await accept(token, typed);
      assert.deepEqual(
        [tried.status, tried.json.code],
        [409, 'account_exists'],
        'the right password and a wrong one get the same response',
      );
    }
    assert.equal((await trySignIn(email, password)).status, 200);
    assert.equal((await person.request('GET', '/v1/me')).status, 200, 'sessions remain valid');
  });

  test('the form reveals only to the invited person whether an account exists', async () => {
    const email = 'with-password@example.com';
    const facts = async (token: string, browser = openBrowser(service)) =>
      (await browser.request('GET', `/auth/invitation?token=${token}`)).json;
    const known = await facts(await inviteFrom(attackersKey, email));
    const unknown = await facts(await inviteFrom(attackersKey, 'nobody@example.com'));
    assert.deepEqual({ ...known, email: '' }, { ...unknown, email: '' });
    const person = openBrowser(service);
    await person.request('POST', '/auth/sign-in', { email, password });
    const own = await facts(await inviteFrom(attackersKey, email), person);
    assert.deepEqual([own.hasAccount, own.signedInAs], [true, email]);
  });

  test('if two invitations are accepted simultaneously, one creates the account, and the other can’t set a password', async () => {
    for (let round = 0; round < 4; round++) {
      const email = `race-${round}@example.com`;
      const tokens = [await inviteFrom(attackersKey, email), await inviteFrom(service.apiKey, email)];
      const answers = await Promise.all(tokens.map((token, index) => accept(token, `${mallorysPassword} ${index}`)));
      const winner = answers.findIndex(({ status }) => status === 200);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(answers[1 - winner]!.json.code, 'account_exists');
      assert.equal((await trySignIn(email, `${mallorysPassword} ${1 - winner}`)).status, 401);
      await sql('delete from sign_in_attempts');
    }
  });

  test('a user signed in as someone else sees the invited address, and doesn’t use up the invitation', async () => {
    const email = 'invited@example.com';
    const token = await inviteFrom(service.apiKey, email);
    const refused = await owner.request('POST', '/auth/invitation/accept', { token });
    assert.deepEqual([refused.status, refused.json.code], [403, 'wrong_account']);
    assert.match(refused.json.error, /invited@example\.com.*ada@example\.com/);
    assert.equal((await openBrowser(service).request('POST', '/auth/invitation/accept', { token })).status, 401);
    assert.equal((await accept(token)).status, 200);
  });

  test('a first sign-in at the provider accepts the invitation, and doesn’t redirect to the used link', async () => {
    const email = 'new-by-sso@elsewhere.example';
    const token = await inviteFrom(service.apiKey, email, 'editor');
    const { browser, location } = await signInBySso(email, `/dashboard/accept?token=${token}`);
    assert.equal(location, `${service.baseUrl}/dashboard/`);
    assert.equal((await meOf(browser)).role, 'editor');
  });

  test('credentials set before the address was verified stop working when the person signs in at the provider', async () => {
    const email = 'ceo@example.com';
    const attacker = openBrowser(service);
    const token = await inviteFrom(service.apiKey, email);
    const body = { token, name: 'Mallory', password: mallorysPassword };
    assert.equal((await attacker.request('POST', '/auth/invitation', body)).status, 200);
    const { recoveryCodes } = (await attacker.request('POST', '/auth/two-factor', { password: mallorysPassword })).json;
    assert.ok(recoveryCodes.length > 0);
    const { browser, location } = await signInBySso(email, '/dashboard/jobs');
    assert.equal(location, `${service.baseUrl}/dashboard/sign-in-replaced?next=%2Fdashboard%2Fjobs`);
    const me = await meOf(browser);
    assert.deepEqual([me.user.email, me.user.hasPassword, me.role], [email, false, 'viewer']);
    assert.equal((await attacker.request('GET', '/v1/me')).status, 401, 'the attacker’s session has ended');
    assert.equal((await trySignIn(email, mallorysPassword)).status, 401, 'the attacker’s password no longer works');
    const { rows } = await sql('select 1 from two_factors join users on users.id = user_id where email = $1', [email]);
    assert.deepEqual(rows, []);
    const event = await newest('account.unverified_sign_in_removed');
    assert.deepEqual(event.details, { by: 'oidc', password: true, secondFactor: true, sessions: 1 });
    // The next sign-in removes nothing, because the address is now verified.
    assert.equal((await signInBySso(email, '/dashboard/jobs')).location, `${service.baseUrl}/dashboard/jobs`);
  });

  test('a sign-in ends without a session if its password is removed after it was checked', async () => {
    const email = 'hurry@example.com';
    assert.equal((await accept(await inviteFrom(service.apiKey, email))).status, 200);
    const client = await service.api.platform.database.pool.connect();
    try {
      await client.query('begin');
      // The new session must wait for its user's row; by then, the password has been checked.
      const { rows } = await client.query('select id from users where email = $1 for update', [email]);
      const signingIn = trySignIn(email, mallorysPassword);
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "sessions"%'`;
      await until(
        () => sql(waiting),
        ({ rowCount }) => rowCount === 1,
      );
      await client.query(`delete from accounts where user_id = $1`, [rows[0].id]);
      await client.query('delete from sessions where user_id = $1', [rows[0].id]);
      await client.query('commit');
      const answer = await signingIn;
      assert.deepEqual([answer.status, answer.json.code], [401, 'invalid_credentials']);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.equal((await sql('select 1 from sessions where user_id = $1', [rows[0].id])).rowCount, 0);
    } finally {
      client.release();
    }
  });

  test('if an account’s address was already verified, its password is kept when an identity is linked', async () => {
    const email = 'proven@example.com';
    await invite(service, owner, { email, role: 'viewer' });
    await sql('update users set email_verified = true where email = $1', [email]);
    const { browser, location } = await signInBySso(email, '/dashboard/jobs');
    assert.equal(location, `${service.baseUrl}/dashboard/jobs`);
    assert.equal((await meOf(browser)).user.hasPassword, true);
  });

  test('another organization’s setup link can’t take over an account; the account’s owner can use the link only when signed in', async () => {
    const { database } = service.api.platform;
    const { token } = await createSetupLink(database, { organizationId: attackersOrganization, email: undefined });
    for (const email of ['ada@example.com', 'sso-only@example.com']) {
      const body = { token, name: 'Mallory', email, password: mallorysPassword };
      const tried = await openBrowser(service).request('POST', '/auth/setup', body);
      assert.deepEqual([tried.status, tried.json.code], [409, 'account_exists'], email);
      assert.equal((await trySignIn(email, mallorysPassword)).status, 401, email);
    }
    assert.equal((await owner.request('GET', '/v1/me')).status, 200);
    const { browser } = await signInBySso('sso-only@example.com');
    const about = await browser.request('GET', `/auth/setup?token=${token}`);
    assert.partialDeepStrictEqual(about.json, { kind: 'first_owner', email: null, signedInAs: 'sso-only@example.com' });
    assert.equal((await browser.request('POST', '/auth/setup/accept', { token })).status, 204);
    // The invitation had made the user a viewer; the setup link makes them the owner.
    const there = await browser.request('GET', '/v1/me', undefined, {
      'docwright-organization': attackersOrganization,
    });
    assert.equal(there.json.role, 'owner');
    assert.equal((await browser.request('POST', '/auth/setup/accept', { token })).json.code, 'link_unusable');
  });

  test('a member’s recovery link stops working when the member is removed', async () => {
    const { database } = service.api.platform;
    const email = 'left@example.com';
    const person = await invite(service, owner, { email, role: 'editor' });
    const { id } = (await meOf(person)).user;
    const { token } = await createSetupLink(database, { organizationId: service.organizationId, email });
    assert.equal((await owner.request('POST', '/auth/setup/accept', { token })).json.code, 'link_unusable');
    await owner.request('DELETE', `/v1/organization/members/${id}`);
    const body = { token, name: '', email: '', password: mallorysPassword };
    const tried = await openBrowser(service).request('POST', '/auth/setup', body);
    assert.equal(tried.json.code, 'link_unusable');
    assert.match(tried.json.error, /docwright setup-link/);
    assert.equal((await trySignIn(email, mallorysPassword)).status, 401);
    assert.equal((await trySignIn(email, password)).status, 200);
  });

  test('a user named in the request is ignored: callers can change only their own password, second factor and sessions', async () => {
    const email = 'victim@example.com';
    const victim = await invite(service, owner, { email, role: 'viewer' });
    const { id } = (await meOf(victim)).user;
    const [{ id: sessionId }] = (await victim.request('GET', '/auth/sessions')).json.sessions;
    const state = async () =>
      (
        await sql(
          `select a.password, u.two_factor_enabled, u.name, (select count(*) from two_factors t where t.user_id = u.id) as factors,
           (select count(*) from sessions s where s.user_id = u.id) as sessions
           from users u join accounts a on a.user_id = u.id where u.email = $1`,
          [email],
        )
      ).rows;
    const was = await state();
    const target = { userId: id, email, id };
    const calls: readonly [string, string, object | undefined][] = [
      ['POST', '/auth/password', { ...target, currentPassword: password, newPassword: `${password} new` }],
      ['POST', '/auth/password/reset', { ...target, token: 'guess', newPassword: mallorysPassword }],
      ['POST', '/auth/two-factor', { ...target, password: `${password} new` }],
      ['POST', '/auth/two-factor/confirm', { ...target, code: '123456' }],
      ['POST', '/auth/two-factor/disable', { ...target, password, code: '123456', kind: 'totp' }],
      ['POST', '/auth/two-factor/recovery-codes', { ...target, password, code: '123456', kind: 'totp' }],
      ['POST', `/auth/sessions/${sessionId}/revoke`, target],
      ['POST', '/auth/sessions/revoke-others', target],
      ['PATCH', '/auth/profile', { ...target, name: 'Mallory' }],
      ['PATCH', `/v1/organization/members/${id}`, { ...target, role: 'viewer', password: mallorysPassword }],
    ];
    for (const [method, path, body] of calls) await owner.request(method, path, body);
    assert.deepEqual(await state(), was);
    await owner.request('POST', '/auth/password', { currentPassword: `${password} new`, newPassword: password });
    await owner.request('PATCH', '/auth/profile', { name: 'Ada' });
  });
});
