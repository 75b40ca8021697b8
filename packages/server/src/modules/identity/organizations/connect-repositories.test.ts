import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, openModuleDatabase, OTHER, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { allowRepositories, removeRepositories } from './connect-repositories.ts';
import { findConnectedRepositories, type OrganizationTables } from './store.ts';

type Tables = OrganizationTables & AuditLogTables;
const docs = 'https://github.com/acme/docs';

describe('an organization’s list of allowed repositories', () => {
  let database: ModuleDatabase<Tables>;
  before(async () => {
    database = await openModuleDatabase<Tables>();
  });
  after(() => database.close());
  const change = (verb: typeof allowRepositories, pattern: string, organizationId = HOME) =>
    database.kysely.transaction().execute((tx) => verb(tx, { organizationId, pattern }));
  const patternsOf = async (organizationId: string) =>
    (await findConnectedRepositories(database.kysely, organizationId)).map(({ pattern }) => pattern);
  const countEvents = async (action: string) => {
    const { rows } = await database.pool.query('SELECT FROM audit_events WHERE action = $1', [action]);
    return rows.length;
  };

  test('is separate for each organization', async () => {
    await change(allowRepositories, docs);
    assert.deepEqual([await patternsOf(HOME), await patternsOf(OTHER)], [[docs], []]);
    await assert.rejects(change(removeRepositories, docs, OTHER), /has no entry .* It has no entries/);
    assert.deepEqual(await patternsOf(HOME), [docs]);
  });

  test('contains an entry once, with one event, even if two callers allow it at once', async () => {
    const before = await countEvents('repositories.allowed');
    const owner = 'https://github.com/acme/*';
    const lists = await Promise.all([change(allowRepositories, owner), change(allowRepositories, owner)]);
    assert.equal(await countEvents('repositories.allowed'), before + 1);
    for (const list of lists)
      assert.deepEqual(
        list.map(({ pattern }) => pattern),
        [owner, docs],
      );
  });

  test('is returned without an entry that is removed, and a refusal lists its entries', async () => {
    await assert.rejects(change(removeRepositories, 'https://github.com/acme'), (error: Error) => {
      assert.equal(error.name, 'OrganizationRefusal');
      assert.match(error.message, /Its entries: https:\/\/github\.com\/acme\/\*, https:\/\/github\.com\/acme\/docs\./);
      return true;
    });
    const left = await change(removeRepositories, 'https://github.com/acme/*');
    assert.deepEqual(
      left.map(({ pattern }) => pattern),
      [docs],
    );
    assert.equal(await countEvents('repositories.removed'), 1);
  });

  test('has at most 1,000 entries, and a refused entry is neither listed nor logged', async () => {
    await database.pool.query(
      `INSERT INTO connected_repositories (organization_id, pattern)
       SELECT $1, 'https://github.com/many/' || n FROM generate_series(1, 1000) n`,
      [OTHER],
    );
    const before = await countEvents('repositories.allowed');
    await assert.rejects(change(allowRepositories, docs, OTHER), /already has 1000 entries\. Allow a whole owner/);
    assert.equal((await patternsOf(OTHER)).length, 1000);
    assert.equal(await countEvents('repositories.allowed'), before);
  });
});
