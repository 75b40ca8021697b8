import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertAgentJob } from '../src/testing/insert-agent-job.ts';
import { insertProject } from '../src/testing/insert-project.ts';
import { HOME, openModuleDatabase, OTHER, type ModuleDatabase } from '../src/testing/module-database.ts';
import { startersOfJobs } from './0110_starters_of_jobs.ts';

describe('jobs from before their starters were kept', () => {
  let database: ModuleDatabase<unknown>;
  before(async () => {
    database = await openModuleDatabase();
    await insertProject(database, 'project');
  });
  after(() => database.close());

  test('are given whom the audit log of their organization names, and nobody where it does not', async () => {
    for (const id of ['aj_user', 'aj_archived', 'aj_other', 'aj_none']) await insertAgentJob(database, id);
    const addEvent = (organizationId: string, target: string, action = 'agent_job.created') =>
      database.pool.query(
        `INSERT INTO audit_events (organization_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, result, details)
         VALUES ($1, 'user', 'user_1', 'ada@example.com', $2, 'agent_job', $3, 'success', '{}')`,
        [organizationId, action, target],
      );
    await addEvent(HOME, 'aj_user');
    await addEvent(HOME, 'aj_archived');
    await addEvent(OTHER, 'aj_other');
    await addEvent(HOME, 'aj_none', 'agent_job.cancelled');
    await database.pool.query(
      `UPDATE agent_jobs SET status = 'archived' WHERE id = 'aj_archived';
       ALTER TABLE agent_jobs DROP COLUMN started_by_kind, DROP COLUMN started_by_id, DROP COLUMN started_by_name;`,
    );
    await database.pool.query(startersOfJobs.sql);
    const { rows } = await database.pool.query(
      `SELECT id, concat_ws(' ', started_by_kind, started_by_id, started_by_name) AS starter FROM agent_jobs ORDER BY id`,
    );
    const starter = 'user user_1 ada@example.com';
    assert.deepEqual(rows, [
      { id: 'aj_archived', starter },
      { id: 'aj_none', starter: '' },
      { id: 'aj_other', starter: '' },
      { id: 'aj_user', starter },
    ]);
  });
});
