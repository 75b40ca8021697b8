import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { makeRoomForIdentity } from './make-room-for-identity.ts';
import type { AccountSettings, OidcSettings } from '../settings.ts';
import type { AccountTables } from '../tables.ts';

describe('an identity provider’s second user with an account’s address', () => {
  let database: ModuleDatabase<AccountTables>;
  before(async () => {
    database = await openModuleDatabase<AccountTables>();
    await database.pool.query(
      `INSERT INTO users (id, name, email, email_verified) VALUES ('usr_ada', 'Ada', 'ada@example.com', true), ('usr_bo', 'Bo', 'bo@example.com', true)`,
    );
    await database.pool.query(`INSERT INTO members (organization_id, user_id, role) VALUES ($1, 'usr_ada', 'owner')`, [
      HOME,
    ]);
  });
  after(() => database.close());
  beforeEach(async () => {
    await database.pool.query('DELETE FROM accounts');
    await database.pool.query('DELETE FROM sessions');
    for (const user of ['usr_ada', 'usr_bo']) {
      await database.pool.query(
        `INSERT INTO sessions (id, user_id, token, expires_at) VALUES ($1, $2, $1, now() + interval '1 day')`,
        [`ses_${user}`, user],
      );
    }
  });
  const link = (user: string, subject: string, provider = 'oidc') =>
    database.pool.query(`INSERT INTO accounts (id, user_id, account_id, provider_id) VALUES ($1, $2, $1, $3)`, [
      subject,
      user,
      provider,
    ]);
  const come = (settings: { passwordSignIn: boolean; newIdentity: OidcSettings['newIdentity'] }, user = 'usr_ada') =>
    makeRoomForIdentity(
      {
        database,
        settings: {
          passwordSignIn: settings.passwordSignIn,
          oidc: { newIdentity: settings.newIdentity } as OidcSettings,
        } as AccountSettings,
      },
      user,
    );
  const list = async (query: string) => (await database.pool.query<{ x: string }>(query)).rows.map(({ x }) => x);
  const lastEvent = async () =>
    (await list(`SELECT action || ' ' || result AS x FROM audit_events ORDER BY id DESC LIMIT 1`))[0];
  const replace = { passwordSignIn: false, newIdentity: 'replace' } as const;

  test('is refused and recorded, without ending anything, unless the provider is the only way to sign in and the setting allows the replacement', async () => {
    await link('usr_ada', 'first');
    for (const settings of [
      { passwordSignIn: true, newIdentity: 'refuse' },
      { passwordSignIn: false, newIdentity: 'refuse' },
      { passwordSignIn: true, newIdentity: 'replace' },
    ] as const) {
      assert.equal(await come(settings), 'oidc_other_identity', JSON.stringify(settings));
      assert.equal(await lastEvent(), 'account.identity_replaced refused');
    }
    assert.deepEqual(await list('SELECT id AS x FROM accounts'), ['first']);
    assert.equal((await list('SELECT id AS x FROM sessions')).length, 2);
  });

  test('replaces the first one: its link and every session of the account end, and other accounts stay unaffected', async () => {
    await link('usr_ada', 'first');
    await link('usr_bo', 'other');
    assert.equal(await come(replace), undefined);
    assert.deepEqual(await list('SELECT id AS x FROM accounts'), ['other']);
    assert.deepEqual(await list('SELECT id AS x FROM sessions'), ['ses_usr_bo']);
    assert.equal(await lastEvent(), 'account.identity_replaced success');
  });

  test('is treated as the first one if the account has only a password or does not exist; nothing is changed', async () => {
    await link('usr_ada', 'usr_ada', 'credential');
    for (const settings of [replace, { passwordSignIn: true, newIdentity: 'refuse' } as const]) {
      assert.equal(await come(settings), undefined);
      assert.equal(await come(settings, 'usr_nobody'), undefined);
    }
    assert.deepEqual(await list('SELECT id AS x FROM accounts'), ['usr_ada']);
    assert.equal((await list('SELECT id AS x FROM sessions')).length, 2);
  });
});
