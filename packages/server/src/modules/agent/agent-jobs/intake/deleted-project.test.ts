import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { removeProject } from '../../../project-config/projects/index.ts';
import { selectAgentJob } from '../store.ts';
import type { AgentJobTables } from '../tables.ts';
import { isAgentJobOf, selectAgentJobs } from './store.ts';

let database: ModuleDatabase<AgentJobTables>;
before(async () => {
  database = await openModuleDatabase<AgentJobTables>();
});
after(() => database.close());

test('jobs of a deleted project are neither listed nor found, even before their rows are deleted', async () => {
  for (const project of ['gone', 'stays']) {
    await insertProject(database, project);
    await insertAgentJob(database, `aj_${project}`, { project_id: project });
  }
  await database.kysely.transaction().execute((tx) => removeProject(tx as never, HOME, 'gone'));
  const { rows } = await database.pool.query(`select id from agent_jobs where id = 'aj_gone'`);
  assert.equal(rows.length, 1);
  const filter = { organizationId: HOME, projectIds: null, status: undefined, after: undefined, limit: 100 };
  const listed = await selectAgentJobs(database.kysely, { ...filter, search: undefined, pullRequest: undefined });
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['aj_stays'],
  );
  assert.equal(await isAgentJobOf(database.kysely, HOME, 'aj_gone'), false);
  const name = { organizationId: HOME, projectId: 'gone', id: 'aj_gone' };
  assert.equal(await selectAgentJob(database.kysely, name), undefined);
});
