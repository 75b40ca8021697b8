import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { JobError } from '@docwright/contract';
import { sql } from 'kysely';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { OTHER, openModuleDatabase, principalOf, type ModuleDatabase } from '../../../../testing/module-database.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { archiveAgentJob, cancelAgentJob, failAgentJob, type EndAgentJobDeps } from './end-agent-job.ts';
import { requireAgentJob } from './require-agent-job.ts';
import { selectEvents } from './store.ts';

const failure: JobError = { code: 'model_rejected', message: 'No.', remedy: 'Ask again.', retryable: false };
const usage = { inputTokens: 7, outputTokens: 1, costUsd: 0, known: true };

describe('an agent job’s end', () => {
  let database: ModuleDatabase<AgentJobTables>;
  let deps: EndAgentJobDeps;
  let published: string[];
  let id: string;
  let jobs = 0;
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
    deps = {
      database,
      publishEvent: async (_tx, { type }) => void published.push(type),
      repositoryUrl: (stored) => stored,
    };
  });
  after(() => database.close());
  beforeEach(async () => {
    published = [];
    id = await addJob('active');
  });

  const addJob = (status: AgentJobRow['status']) =>
    insertAgentJob(database, `aj_${(jobs += 1)}`, { status, attempt: 3, usage: JSON.stringify(usage) });
  const requestOf = (name: string, principal = principalOf()) => ({
    principal,
    author: principal,
    projectId: 'project',
    id: name,
  });
  const eventsOf = async (name: string) =>
    (await selectEvents(database.kysely, name, 0, 10)).map(({ type }) => type as string);
  const statusOf = async (name: string) => (await requireAgentJob(database.kysely, requestOf(name))).status;

  test('is “cancelled” if a user cancels the job, includes the usage, and is reported to webhooks, events and the audit log', async () => {
    const row = await cancelAgentJob(deps, requestOf(id));
    assert.deepEqual([row.status, row.error?.code, row.usage.inputTokens], ['failed', 'cancelled', 7]);
    assert.deepEqual([published, await eventsOf(id)], [['agent.job.failed'], ['job.cancelled']]);
    const { rows } = await sql<{ action: string }>`select action from audit_events where target_id = ${id}`.execute(
      database.kysely,
    );
    assert.deepEqual(rows, [{ action: 'agent_job.cancelled' }]);
  });

  test('is recorded for a failed attempt only if that attempt still owns the job', async () => {
    await failAgentJob(deps, { id, attempt: 2 }, failure);
    assert.deepEqual([await statusOf(id), published], ['active', []]);
    await failAgentJob(deps, { id, attempt: 3 }, failure);
    assert.deepEqual(
      [await statusOf(id), published, await eventsOf(id)],
      ['failed', ['agent.job.failed'], ['job.failed']],
    );
  });

  test('doesn’t change if the job fails after a user canceled it', async () => {
    await cancelAgentJob(deps, requestOf(id));
    await failAgentJob(deps, { id, attempt: 3 }, failure);
    assert.deepEqual(await eventsOf(id), ['job.cancelled']);
  });

  for (const status of ['completed', 'failed', 'archived'] as const) {
    test(`can’t be caused by canceling a job that is ${status}`, async () => {
      const ended = await addJob(status);
      await assert.rejects(cancelAgentJob(deps, requestOf(ended)), { code: 'agent_job_not_active' });
      assert.deepEqual([await statusOf(ended), published], [status, []]);
    });
  }

  for (const status of ['completed', 'failed'] as const) {
    test(`allows archiving a job that is ${status}, and archiving it again changes nothing`, async () => {
      const ended = await addJob(status);
      const first = await archiveAgentJob(database, requestOf(ended));
      const second = await archiveAgentJob(database, requestOf(ended));
      assert.deepEqual([first.status, second.archived_at], ['archived', first.archived_at]);
      assert.deepEqual(await eventsOf(ended), ['job.archived']);
    });
  }

  test('is required before the job can be archived', async () => {
    await assert.rejects(archiveAgentJob(database, requestOf(id)), { code: 'agent_job_active' });
  });

  for (const [who, changes] of [
    ['another organization', { organizationId: OTHER }],
    ['a key of another project', { projectIds: ['other'] }],
  ] as const) {
    test(`can be neither caused nor seen by ${who}`, async () => {
      const request = requestOf(id, principalOf(changes));
      for (const act of [
        () => cancelAgentJob(deps, request),
        () => archiveAgentJob(database, request),
        () => requireAgentJob(database.kysely, request),
      ]) {
        await assert.rejects(act, { code: 'not_found' });
      }
      assert.equal(await statusOf(id), 'active');
    });
  }
});
