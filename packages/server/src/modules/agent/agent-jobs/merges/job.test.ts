import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../../platform/clock/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import type { UpkeepTables } from '../../../foundation/upkeep/index.ts';
import { notePullRequest } from '../publish/pull-request-of-job.ts';
import type { AgentJobTables } from '../tables.ts';
import { defineMergeCheckQueue, startDueMergeChecks, workOnMergeChecks, type MergeCheckDeps } from './job.ts';
import { openMergedDocs, type MergedDocs } from './testing/merged-docs.ts';

describe('checks of merged pull requests', () => {
  let docs: MergedDocs;
  before(async () => {
    docs = await openMergedDocs();
  });
  after(() => docs.close());

  /** Runs the due checks until each has ended. */
  const runDue = async (changes: Partial<MergeCheckDeps>, count: number): Promise<void> => {
    await docs.database.pool.query(`DELETE FROM upkeep_runs WHERE rule = 'merge_checks'`);
    const log = createLogger({ level: 'silent' });
    const { url, pool } = docs.database;
    const engine = createJobEngine({ url, pool, log, times: { pollMs: 100 } });
    const queue = defineMergeCheckQueue(engine);
    await engine.start();
    const begun = Promise.withResolvers<void>();
    let left = count;
    const connectRepository: MergeCheckDeps['connectRepository'] = async (owner) => {
      left -= 1;
      if (left === 0) begun.resolve();
      return (changes.connectRepository ?? docs.connectRepository)(owner);
    };
    const database = docs.database as unknown as Database<AgentJobTables & UpkeepTables>;
    const clock = createFixedClock(new Date(Date.now() + 1_000));
    const deps = { database, clock, engine, queue, log, connectRepository };
    await workOnMergeChecks(deps, 1);
    await Promise.all([startDueMergeChecks(deps), startDueMergeChecks(deps)]);
    await begun.promise;
    await engine.stop({ drainMs: 60_000 });
  };
  const selectHeads = async () =>
    (await docs.database.pool.query(`SELECT id, merged_head FROM agent_jobs WHERE pr_state = 'merged' ORDER BY id`))
      .rows;
  const selectDue = async () =>
    (
      await docs.database.pool.query(
        `SELECT job_id, due_at > now() + interval '5 hours' AS later FROM agent_merge_checks ORDER BY job_id`,
      )
    ).rows;

  test('are postponed if they fail, and store each merge’s head when they run again', async () => {
    const one = await docs.openJob('aj_1');
    const two = await docs.openJob('aj_2');
    for (const job of [one, two]) {
      await job.merge();
      await notePullRequest(docs.database, job.id, { state: 'merged', by: null });
    }
    await runDue({ connectRepository: () => Promise.reject(new Error('the code host is away')) }, 2);
    assert.deepEqual(await selectDue(), [
      { job_id: 'aj_1', later: true },
      { job_id: 'aj_2', later: true },
    ]);
    await docs.database.pool.query('UPDATE agent_merge_checks SET due_at = now()');
    await runDue({}, 2);
    assert.deepEqual(await selectHeads(), [
      { id: 'aj_1', merged_head: one.commit },
      { id: 'aj_2', merged_head: two.commit },
    ]);
  });
});
