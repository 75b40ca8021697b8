import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertAgentJob } from '../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { deleteOldJobs } from './delete-old-jobs.ts';
import type { AgentJobTables } from './tables.ts';

describe('expired agent jobs', () => {
  let database: ModuleDatabase<AgentJobTables>;
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
  });
  after(() => database.close());

  test('are deleted after the given number of days without activity, unless they are running or have an open pull request', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const old = { updated_at: daysAgo(40) };
    await insertAgentJob(database, 'ended', { ...old, status: 'completed' });
    await insertAgentJob(database, 'archived', { ...old, status: 'archived', pr_state: 'merged' });
    await insertAgentJob(database, 'failed', { ...old, status: 'failed' });
    await insertAgentJob(database, 'open', { ...old, status: 'completed', pr_state: 'open' });
    await insertAgentJob(database, 'runs', old);
    await insertAgentJob(database, 'young', { status: 'completed', created_at: daysAgo(40), updated_at: daysAgo(5) });
    assert.equal(await deleteOldJobs(database.kysely, 30), 3);
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM agent_jobs ORDER BY id');
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['open', 'runs', 'young'],
    );
    const turns = await database.pool.query('SELECT job_id FROM agent_job_turns');
    assert.equal(turns.rowCount, 3);
  });
});
