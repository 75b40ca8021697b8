import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { createUser } from '../create-user.ts';
import { insertMember } from '../member-store.ts';
import { recordAccountEvent, recordUnknownUser } from './record-sign-in.ts';
import type { AccountTables } from '../tables.ts';

const origin = { address: '192.0.2.1', userAgent: 'Browser', requestId: 'req_1' };

describe('events about a person’s account', () => {
  let database: ModuleDatabase<AccountTables>;
  let users = 0;
  before(async () => {
    database = await openModuleDatabase<AccountTables>();
    await database.pool.query('UPDATE organizations SET operator = true WHERE id = $1', [HOME]);
  });
  after(() => database.close());
  // Events can't be deleted, so a test reads only those after its start.
  let since = 0;
  beforeEach(async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      'SELECT coalesce(max(id), 0)::int AS id FROM audit_events',
    );
    since = rows[0]?.id ?? 0;
  });

  async function addUser(...organizations: readonly string[]) {
    const email = `ada-${(users += 1)}@example.com`;
    const user = await database.kysely
      .transaction()
      .execute((tx) => createUser(tx, { email, name: 'Ada', isVerified: true }));
    assert.ok(user);
    for (const organizationId of organizations)
      await insertMember(database.kysely, { organizationId, userId: user.id, role: 'viewer' });
    return { id: user.id, email };
  }
  const events = async () => {
    const { rows } = await database.pool.query(
      `SELECT organization_id, action, result, actor_kind, actor_id, actor_name, target_id FROM audit_events
       WHERE id > $1 ORDER BY id`,
      [since],
    );
    return rows.map((row: Record<string, unknown>) => Object.values(row));
  };

  test('are recorded in each of the person’s organizations, and not in others', async () => {
    const user = await addUser(HOME, OTHER);
    await recordAccountEvent(database.kysely, user, { action: 'password.changed', origin });
    const reported = (organizationId: string) => [
      organizationId,
      'password.changed',
      'success',
      'user',
      user.id,
      user.email,
      user.id,
    ];
    assert.deepEqual(new Set(await events()), new Set([reported(HOME), reported(OTHER)]));
    const theirs = await addUser(OTHER);
    await recordAccountEvent(database.kysely, theirs, { action: 'session.created', result: 'refused', origin });
    assert.deepEqual(
      (await events()).slice(2).map(([organizationId, , result]) => [organizationId, result]),
      [[OTHER, 'refused']],
    );
  });

  test('are recorded in the installation’s own organization if the person has no membership', async () => {
    const user = await addUser();
    await recordAccountEvent(database.kysely, user, { action: 'session.created', origin });
    assert.deepEqual(
      (await events()).map(([organizationId]) => organizationId),
      [HOME],
    );
  });

  test('are recorded in the installation’s own organization for an unknown user, with the given name and no user ID', async () => {
    const event = { action: 'session.created', result: 'refused' as const, details: { by: 'password' }, origin };
    await recordUnknownUser(database.kysely, '<b>eve</b>@example.com', event);
    assert.deepEqual(await events(), [
      [HOME, 'session.created', 'refused', 'anonymous', null, '<b>eve</b>@example.com', null],
    ]);
  });

  test('contain the request’s origin, or none if the event follows from another one', async () => {
    const user = await addUser(HOME);
    await recordAccountEvent(database.kysely, user, { action: 'a', origin });
    await recordAccountEvent(database.kysely, user, { action: 'b', origin: null });
    const { rows } = await database.pool.query<{ origin: unknown }>(
      `SELECT to_jsonb(audit_events)->>'address' AS origin FROM audit_events WHERE id > $1 ORDER BY id`,
      [since],
    );
    assert.deepEqual(
      rows.map((row) => row.origin),
      ['192.0.2.1', null],
    );
  });
});
