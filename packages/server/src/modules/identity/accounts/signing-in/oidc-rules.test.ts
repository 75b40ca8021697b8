import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createLogger } from '../../../../platform/log/index.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import type { AuthDeps } from './auth-deps.ts';
import { removeUnverifiedSignIn } from './remove-unverified-sign-in.ts';
import { findOidcRefusal, joinByOidc, toOidcUser } from './join-by-oidc.ts';
import type { AccountSettings, OidcSettings } from '../settings.ts';
import { PasswordHasher } from './password-hasher.ts';
import type { AccountTables } from '../tables.ts';

const oidc: OidcSettings = {
  issuer: 'https://login.example',
  clientId: 'docwright',
  clientSecret: undefined,
  name: 'Example\r\nBcc: eve@example.com',
  allowedDomains: ['corp.example'],
  newMemberRole: 'editor',
  trustEmail: false,
  newIdentity: 'refuse',
};
const settings: AccountSettings = {
  baseUrl: 'https://docs.example',
  secrets: ['a secret of tests'],
  sessionSeconds: 3_600,
  passwordSignIn: true,
  oidc,
};

test('a provider’s claims about a person are stored as text of limited length, or omitted', () => {
  for (const email of [undefined, null, 7, {}, ['a@corp.example'], 'a@b@corp.example', '']) {
    assert.deepEqual(toOidcUser(oidc, { email }), { name: '', email: undefined, emailVerified: false });
  }
  const long = toOidcUser(oidc, { name: 'x'.repeat(9_000), email: 'Ada@Corp.Example', email_verified: true });
  assert.deepEqual(long, { name: 'x'.repeat(200), email: 'ada@corp.example', emailVerified: true });
  for (const name of [undefined, '  ', 7, { first: 'Ada' }])
    assert.equal(toOidcUser(oidc, { name, email: 'ada@corp.example' }).name, 'ada');
});

test('an address is verified if the provider says so with a Boolean or a string; other truthy values don’t count', () => {
  for (const value of [true, 'true']) assert.equal(toOidcUser(oidc, { email_verified: value }).emailVerified, true);
  for (const value of [undefined, null, false, 'false', 1, 'yes', 'TRUE', [true], {}]) {
    assert.equal(toOidcUser(oidc, { email_verified: value }).emailVerified, false, JSON.stringify(value));
  }
  assert.equal(toOidcUser({ ...oidc, trustEmail: true }, {}).emailVerified, true, 'unless the operator trusts it');
});

describe('an identity provider’s user', () => {
  let database: ModuleDatabase<AccountTables>;
  let deps: AuthDeps;
  let mails: { to: string; subject: string; text: string }[];
  before(async () => {
    database = await openModuleDatabase<AccountTables>();
    await database.pool.query('UPDATE organizations SET operator = true WHERE id = $1', [HOME]);
  });
  after(() => database.close());
  beforeEach(async () => {
    mails = [];
    const mailer = {
      send: (mail: (typeof mails)[number]) => {
        mails.push(mail);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const log = createLogger({ level: 'silent' });
    deps = { database, settings, mailer, log, passwords: new PasswordHasher(), onJoined: () => Promise.resolve() };
    await database.pool.query('DELETE FROM verifications');
    await database.pool.query('DELETE FROM invitations');
    await database.pool.query('DELETE FROM users');
    await database.pool.query(`INSERT INTO users (id, name, email) VALUES ('usr_ada', 'Ada', 'ada@corp.example')`);
  });
  const refuse = (action: string, email: unknown, profile: object = { email_verified: true }) =>
    findOidcRefusal(
      { db: database.kysely, settings },
      { action, email, profile: profile as Readonly<Record<string, unknown>> },
    );
  const invite = (organization: string, email: string, role: string, seconds = 60) =>
    database.pool.query(
      `INSERT INTO invitations (id, organization_id, email, role, token_sha256, invited_by, expires_at)
       VALUES ('inv_' || $1, $1, $2, $3, sha256($1::bytea), 'usr_ada', now() + make_interval(secs => $4))`,
      [organization, email, role, seconds],
    );
  const join = (email = 'ada@corp.example') => joinByOidc(deps, { id: 'usr_ada', email });
  const list = async (query: string) => (await database.pool.query<{ x: string }>(query)).rows.map(({ x }) => x);
  const memberships = () => list(`SELECT organization_id || ' ' || role AS x FROM members ORDER BY 1`);

  test('gets no account with an address that is invalid, unverified, or outside the allowed domains', async () => {
    assert.equal(await refuse('create-user', undefined), 'oidc_no_email');
    assert.equal(await refuse('create-user', 'a@evil.example@corp.example'), 'oidc_no_email');
    assert.equal(await refuse('create-user', 'a@corp.example', {}), 'oidc_email_unverified');
    for (const email of ['a@evilcorp.example', 'a@corp.example.evil.example', 'a@sub.corp.example', 'a@example'])
      assert.match((await refuse('create-user', email)) ?? '', /^oidc_no(t_invited|_email)$/, email);
    assert.equal(await refuse('create-user', 'A@Corp.Example'), undefined);
  });

  test('can join from another domain with an open invitation to exactly that address', async () => {
    await invite(HOME, 'grace@elsewhere.example', 'viewer', -1);
    await invite(OTHER, 'alan@elsewhere.example', 'viewer');
    assert.equal(await refuse('create-user', 'grace@elsewhere.example'), 'oidc_not_invited');
    assert.equal(await refuse('create-user', 'grace+alan@elsewhere.example'), 'oidc_not_invited');
    assert.equal(await refuse('create-user', 'alan@elsewhere.example'), undefined);
  });

  test('is linked to an account of any domain only by a verified address', async () => {
    assert.equal(await refuse('link-account', 'ada@elsewhere.example', {}), 'oidc_email_unverified');
    assert.equal(await refuse('link-account', 'ada@elsewhere.example'), undefined);
  });

  test('can sign in after the account was linked, even if the address changed, unless single sign-on is off', async () => {
    assert.equal(await refuse('sign-in', 'not an address', {}), undefined);
    const off = { db: database.kysely, settings: { ...settings, oidc: undefined } };
    assert.equal(await findOidcRefusal(off, { action: 'sign-in', email: 'a@corp.example', profile: {} }), 'oidc_off');
  });

  test('joins the installation’s organization with the configured role if no invitation is open', async () => {
    await join();
    assert.deepEqual(await memberships(), [`${HOME} editor`]);
    const events = await list(
      `SELECT concat_ws(' ', organization_id, action, details->>'by', details->>'role') AS x FROM audit_events`,
    );
    assert.deepEqual(events, [`${HOME} member.joined oidc editor`]);
  });

  test('gets only the role of its invitation, and consumes the invitation', async () => {
    await invite(OTHER, 'ada@corp.example', 'admin');
    await join();
    assert.deepEqual(await memberships(), [`${OTHER} admin`]);
    assert.deepEqual(await list('SELECT id AS x FROM invitations'), []);
  });

  describe('linking a user to an account with an unverified address', () => {
    beforeEach(async () => {
      await database.pool.query(
        `INSERT INTO accounts (id, user_id, account_id, provider_id, password) VALUES ('p', 'usr_ada', 'usr_ada', 'credential', 'hash')`,
      );
      await database.pool.query(
        `INSERT INTO two_factors (id, user_id, secret, backup_codes) VALUES ('t', 'usr_ada', 's', 'b')`,
      );
      for (const table of [
        'sessions (id, user_id, token, expires_at)',
        'verifications (id, value, identifier, expires_at)',
      ])
        await database.pool.query(`INSERT INTO ${table} VALUES ('x', 'usr_ada', 'x', now() + interval '1 day')`);
    });
    const ways = () =>
      list(`SELECT 'password' AS x FROM accounts UNION ALL SELECT 'second factor' FROM two_factors
            UNION ALL SELECT 'session' FROM sessions UNION ALL SELECT 'link' FROM verifications`);

    test('ends all earlier ways to sign in, and notifies the address in an email without injected headers', async () => {
      assert.equal(await removeUnverifiedSignIn(deps, 'usr_ada'), true);
      assert.deepEqual(await ways(), []);
      assert.deepEqual(await list(`SELECT email_verified::text AS x FROM users`), ['true']);
      assert.deepEqual(
        mails.map(({ to }) => to),
        ['ada@corp.example'],
      );
      assert.match(mails[0]?.text ?? '', /with Example Bcc: eve@example\.com for the first time/);
      assert.equal(await removeUnverifiedSignIn(deps, 'usr_ada'), false, 'once');
    });

    test('changes nothing in an account whose address was verified', async () => {
      await database.pool.query('UPDATE users SET email_verified = true');
      assert.equal(await removeUnverifiedSignIn(deps, 'usr_ada'), false);
      assert.equal(await removeUnverifiedSignIn(deps, 'usr_nobody'), false);
      assert.equal((await ways()).length, 4);
      assert.deepEqual(mails, []);
    });

    test('succeeds even if the email can’t be sent', async () => {
      const mailer = { send: () => Promise.reject(new Error('no mail server')), close: () => undefined };
      assert.equal(await removeUnverifiedSignIn({ ...deps, mailer }, 'usr_ada'), true);
      assert.deepEqual(await ways(), []);
    });
  });
});
