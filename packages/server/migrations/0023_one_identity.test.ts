import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openModuleDatabase } from '../src/testing/module-database.ts';
import { oneIdentity } from './0023_one_identity.ts';

test('of several identities of an account the first one stays, and its sessions end; accounts with one keep theirs', async () => {
  const database = await openModuleDatabase<never>();
  const { pool } = database;
  try {
    await pool.query('DROP INDEX accounts_one_identity');
    await pool.query(
      `INSERT INTO users (id, name, email) SELECT u, u, u || '@example.com' FROM unnest('{several,one}'::text[]) u`,
    );
    await pool.query(
      `INSERT INTO accounts (id, user_id, account_id, provider_id, created_at) VALUES
         ('second', 'several', 'sub-2', 'oidc', '2026-01-02'), ('first', 'several', 'sub-1', 'oidc', '2026-01-01'),
         ('twin', 'several', 'sub-3', 'oidc', '2026-01-01'), ('password', 'several', 'several', 'credential', '2026-01-03'),
         ('only', 'one', 'sub-4', 'oidc', '2026-01-02')`,
    );
    await pool.query(
      `INSERT INTO sessions (id, user_id, token, expires_at)
       SELECT 'ses_' || id, id, id, now() + interval '1 day' FROM users`,
    );
    assert.ok('sql' in oneIdentity);
    await pool.query(oneIdentity.sql);
    const accounts = await pool.query<{ id: string }>('SELECT id FROM accounts ORDER BY id');
    assert.deepEqual(
      accounts.rows.map(({ id }) => id),
      ['first', 'only', 'password'],
    );
    const sessions = await pool.query<{ id: string }>('SELECT id FROM sessions');
    assert.deepEqual(sessions.rows, [{ id: 'ses_one' }]);
    await assert.rejects(
      pool.query(`INSERT INTO accounts (id, user_id, account_id, provider_id) VALUES ('x', 'one', 'sub-5', 'oidc')`),
      { code: '23505' },
    );
  } finally {
    await database.close();
  }
});
