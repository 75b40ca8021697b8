import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import type { AgentJobTables } from '../tables.ts';
import { holdTree } from './hold-tree.ts';

describe('a tree that is being published', () => {
  let database: ModuleDatabase<AgentJobTables>;
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
    for (const id of ['aj_1', 'aj_2']) await insertAgentJob(database, id);
  });
  after(() => database.close());

  const hold = <T>(jobId: string, work: () => Promise<T>, signal = new AbortController().signal, baseBranch = 'main') =>
    holdTree(database.kysely, { tree: { jobId, projectId: 'project', baseBranch, tree: 'c0ffee' }, signal }, work);
  const held = async () =>
    (await database.kysely.selectFrom('agent_tree_holds').select('job_id').execute()).map(({ job_id }) => job_id);

  test('is locked by only one job, separately for each branch', async () => {
    const order: string[] = [];
    const { second: waiting } = await hold('aj_1', async () => {
      order.push('first');
      const second = hold('aj_2', async () => void order.push('second'));
      await hold('aj_2', async () => void order.push('other branch'), undefined, 'next');
      return { second };
    });
    await waiting;
    assert.deepEqual([order, await held()], [['first', 'other branch', 'second'], []]);
  });

  test('is unlocked after the work failed', async () => {
    await assert.rejects(
      hold('aj_1', () => Promise.reject(new Error('no push'))),
      /no push/,
    );
    assert.deepEqual(await held(), []);
  });

  test('isn’t waited for after an abort, and the work doesn’t run', async () => {
    const stopped = new AbortController();
    await hold('aj_1', async () => {
      const waiting = hold('aj_2', () => assert.fail('the tree is held'), stopped.signal);
      stopped.abort();
      await assert.rejects(waiting, { name: 'AbortError' });
      assert.deepEqual(await held(), ['aj_1']);
    });
  });

  test('becomes available when the lock of a killed worker expires', async () => {
    await sql`insert into agent_tree_holds (project_id, base_branch, tree_sha, job_id, held_until)
      values ('project', 'main', 'c0ffee', 'aj_1', clock_timestamp() - interval '1 second')`.execute(database.kysely);
    assert.deepEqual(await hold('aj_2', held), ['aj_2']);
  });
});
