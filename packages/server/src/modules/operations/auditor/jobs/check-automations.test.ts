import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { Findings } from '../findings.ts';
import type { AuditTables } from '../store.ts';
import { checkAutomations } from './check-automations.ts';

let database: ModuleDatabase<AuditTables>;
before(async () => {
  database = await openModuleDatabase<AuditTables>();
  await insertProject(database, 'project');
  await insertAgentJob(database, 'aj_active');
  await insertAgentJob(database, 'aj_ended', { status: 'completed', result: 'no_changes' });
  await database.pool.query(
    `INSERT INTO automations (id, organization_id, project_id, name, kind, trigger_type, trigger, limits, due_at, created_by)
     VALUES ('auto_1', 'org_home', 'project', 'Nightly', 'custom', 'schedule', '{}', '{}', now(), 'test')`,
  );
});
after(() => database.close());

const find = async (change?: string): Promise<string> => {
  const findings = new Findings();
  // The changes are rolled back, so that each test starts with the same rows.
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      if (change !== undefined) await tx.executeQuery(CompiledQuery.raw(change));
      await checkAutomations({ database: { ...database, kysely: tx } }, findings);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  return findings
    .report()
    .violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`)
    .join('\n');
};
const run = (columns: string, values: string) =>
  `INSERT INTO automation_runs (id, automation_id, organization_id, project_id, trigger, evidence, events, ${columns})
   VALUES ('run_1', 'auto_1', 'org_home', 'project', 'event', '[]', 1, ${values})`;

test('N26: a run with an active job, and a run that ended with an outcome, are valid', async () => {
  assert.equal(await find(), '');
  assert.equal(await find(run('state, job_id, job_turn', `'running', 'aj_active', 1`)), '');
  assert.equal(await find(run('state, outcome, ended_at', `'no_changes', 'Nothing.', now()`)), '');
});

test('N26: a run that is still active after its job has ended is found', async () => {
  const message = 'N26 run_1 is running, but its agent job is not working on it';
  assert.equal(await find(run('state, job_id, job_turn', `'running', 'aj_ended', 1`)), message);
  assert.equal(await find(run('state, job_id, job_turn', `'running', 'aj_active', 2`)), message);
  assert.equal(await find(run('state', `'running'`)), message);
});

test('N26: an ended run without an outcome, or with a pull request that isn’t its job’s, is found', async () => {
  assert.equal(await find(run('state', `'failed'`)), 'N26 run_1 has ended without a time or an outcome');
  assert.equal(
    await find(run('state, outcome, ended_at, job_id, pr_number', `'accepted', 'x', now(), 'aj_ended', 7`)),
    'N26 run_1 has a different pull request than its agent job',
  );
});

test('N26: an enabled schedule that is never due, a disabled one that is due, and a secret without its trigger are found', async () => {
  assert.equal(await find('UPDATE automations SET due_at = NULL'), 'N26 auto_1 is enabled, but is never due');
  assert.equal(await find('UPDATE automations SET enabled = false'), 'N26 auto_1 is disabled, but due');
  assert.equal(
    await find(`UPDATE automations SET secret = 'x'`),
    'N26 auto_1 has a secret but not the trigger "event", or this trigger but no secret',
  );
});
