import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAgentJob } from '../src/testing/insert-agent-job.ts';
import { insertProject } from '../src/testing/insert-project.ts';
import { openModuleDatabase } from '../src/testing/module-database.ts';
import { modelBudgets } from './0111_model_budgets.ts';

test('the ledger begins with what jobs and the assistant have cost in the month that runs', async () => {
  const database = await openModuleDatabase<unknown>();
  try {
    for (const id of ['both', 'asked', 'none']) await insertProject(database, id);
    for (const id of ['aj_known', 'aj_unknown', 'aj_before'])
      await insertAgentJob(database, id, { project_id: 'both' });
    await database.pool.query(`
      UPDATE agent_jobs SET usage = '{"costUsd": 1.5, "known": true}' WHERE id IN ('aj_known', 'aj_before');
      UPDATE agent_jobs SET usage = '{"costUsd": 0.25, "known": false}' WHERE id = 'aj_unknown';
      UPDATE agent_jobs SET created_at = now() - interval '32 days' WHERE id = 'aj_before';
      INSERT INTO assistant_spending (project_id, period, visitor, usd)
      SELECT project, period, visitor, 0.5 FROM (VALUES ('both', ''), ('both', 'v'), ('asked', '')) AS spent (project, visitor),
        (VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')), ('2020-01')) AS periods (period);
      DROP TABLE model_budgets, model_spending, budget_alerts;`);
    await database.pool.query(modelBudgets.sql);
    const { rows } = await database.pool.query(
      'SELECT project_id AS id, usd::float8, unpriced_answers AS unpriced FROM model_spending ORDER BY id',
    );
    assert.deepEqual(rows, [
      { id: 'asked', usd: 0.5, unpriced: 0 },
      { id: 'both', usd: 2.25, unpriced: 1 },
    ]);
  } finally {
    await database.close();
  }
});
