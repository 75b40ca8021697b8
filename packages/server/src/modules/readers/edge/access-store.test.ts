import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { insertEndedSession, selectEndedSessions, type AccessTables } from './access-store.ts';

let database: ModuleDatabase<AccessTables>;
before(async () => {
  database = await openModuleDatabase<AccessTables>();
});
after(() => database.close());

test('ending a session of a deleted site stores no row and doesn’t fail', async () => {
  const { kysely, pool } = database;
  await insertProject(database, 'acme', { organizationId: HOME });
  await pool.query(`INSERT INTO sites (project_id, organization_id, slug) VALUES ('acme', $1, 'acme')`, [HOME]);
  const expiresAt = new Date(Date.now() + 60_000);
  await insertEndedSession(kysely, { id: 'one', projectId: 'deleted', expiresAt });
  await insertEndedSession(kysely, { id: 'two', projectId: 'acme', expiresAt });
  assert.deepEqual(
    (await selectEndedSessions(kysely, undefined)).map(({ id }) => id),
    ['two'],
  );
});
