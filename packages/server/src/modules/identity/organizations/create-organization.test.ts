import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Queryable } from '../../../platform/database/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { createOrganization } from './create-organization.ts';
import {
  hasSeveralOrganizations,
  findConnectedRepositories,
  findFirstOrganization,
  type OrganizationTables,
} from './store.ts';

type Tables = OrganizationTables & AuditLogTables;

describe('the first organization', () => {
  let database: ModuleDatabase<Tables>;
  before(async () => {
    database = await openModuleDatabase<Tables>();
    await database.pool.query('DELETE FROM organizations');
  });
  after(() => database.close());

  test('is the operator’s and may use every repository; if two are created at the same time, one is refused', async () => {
    const make = (db: Queryable<Tables>, name: string) => createOrganization(db, { name, plan: 'enterprise' });
    const { first, second } = await database.kysely.transaction().execute(async (tx) => {
      const made = await make(tx, 'First');
      const late = Promise.allSettled([make(database.kysely, 'Second')]);
      await waitForLockWaiter(database);
      return { first: made, second: { late } };
    });
    assert.equal((await second.late)[0].status, 'rejected');
    assert.equal((await findFirstOrganization(database.kysely))?.id, first.id);
    const connections = await findConnectedRepositories(database.kysely, first.id);
    assert.deepEqual([first.operator, connections.map(({ pattern }) => pattern)], [true, ['*']]);
  });

  test('stays the operator’s, and the next organization starts without repositories', async () => {
    const first = await findFirstOrganization(database.kysely);
    const { id, operator } = await createOrganization(database.kysely, { name: 'Tenant', plan: 'free' });
    assert.equal(operator, false);
    assert.deepEqual(await findConnectedRepositories(database.kysely, id), []);
    assert.equal((await findFirstOrganization(database.kysely))?.id, first?.id);
    assert.equal(await hasSeveralOrganizations(database.kysely), true);
  });
});

describe('an organization’s slug', () => {
  let database: ModuleDatabase<Tables>;
  before(async () => {
    database = await openModuleDatabase<Tables>();
  });
  after(() => database.close());
  const make = (name: string, slug?: string) =>
    createOrganization(database.kysely, { name, plan: 'free', ...(slug !== undefined && { slug }) });

  test('is derived from the name, without accents and punctuation, and doesn’t end with a hyphen', async () => {
    for (const [name, slug] of [
      ['Zoë & Müller GmbH', 'zoe-muller-gmbh'],
      [`${'long '.repeat(7)}aaaa cut`, 'long-long-long-long-long-long-long-aaaa'],
      ['../../etc/passwd', 'etc-passwd'],
      [`Robert'); DROP TABLE organizations;--`, 'robert-drop-table-organizations'],
    ] as const) {
      assert.equal((await make(name)).slug, slug);
    }
  });

  test('is chosen by the database if the name can’t be used or is taken', async () => {
    const taken = await make('Taken');
    for (const name of ['Taken', '文書', '!']) {
      const { slug } = await make(name);
      assert.notEqual(slug, taken.slug);
      assert.match(slug, /^[a-z0-9][a-z0-9-]{1,38}$/, name);
    }
  });

  test('is refused if a requested slug is taken, or not valid in an address', async () => {
    await make('Acme', 'acme');
    await assert.rejects(make('Acme again', 'acme'), /Another organization already has the slug "acme"/);
    for (const slug of [
      'a',
      'A',
      'a'.repeat(40),
      '-a',
      'a-',
      'a--b',
      'a/b',
      'a b',
      '../a',
      'a\u0000b',
      'ä',
      '',
      '@a',
    ]) {
      await assert.rejects(make('Bad', slug), { name: 'OrganizationRefusal' }, JSON.stringify(slug));
    }
    assert.equal((await make('Longest', `${'a'.repeat(38)}0`)).slug.length, 39);
  });

  test('is recorded in the log together with the plan', async () => {
    const { id } = await make('Logged', 'logged');
    const { rows } = await database.pool.query(
      'SELECT action, actor_kind, details FROM audit_events WHERE organization_id = $1',
      [id],
    );
    assert.deepEqual(rows, [
      { action: 'organization.created', actor_kind: 'system', details: { plan: 'free', slug: 'logged' } },
    ]);
  });
});
