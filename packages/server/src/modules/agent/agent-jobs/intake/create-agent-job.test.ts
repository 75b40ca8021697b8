import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SendMessageBody } from '@docwright/contract';
import type { ApiError } from '../../../../platform/http/index.ts';
import { createJobEngine, type JobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import {
  HOME,
  OTHER,
  openModuleDatabase,
  principalOf,
  type ModuleDatabase,
} from '../../../../testing/module-database.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import { defineAgentQueue } from '../job.ts';
import type { AgentJobTables } from '../tables.ts';
import { createAgentJob, type AgentJobDeps } from './create-agent-job.ts';
import { cancelAgentJob } from './end-agent-job.ts';
import { selectTurn } from '../store.ts';
import { sendMessage } from './send-message.ts';
import { selectEvents } from './store.ts';

type Tables = AgentJobTables & ProjectTables & RateLimitTables & IdempotencyTables;

describe('a prompt', () => {
  let database: ModuleDatabase<Tables>;
  let engine: JobEngine;
  let deps: AgentJobDeps;
  const projectId = 'project';
  before(async () => {
    database = await openModuleDatabase<Tables>();
    await insertProject(database, projectId);
    engine = createJobEngine({ url: database.url, pool: database.pool, log: createLogger({ level: 'silent' }) });
    const queue = defineAgentQueue(engine);
    await engine.start();
    deps = { database, engine, queue, repositoryUrl: (stored) => stored };
  });
  after(async () => {
    await engine.stop();
    await database.close();
  });

  const create = (prompt: string, more: { key?: string; principal?: ReturnType<typeof principalOf> } = {}) =>
    createAgentJob(deps, {
      principal: more.principal ?? principalOf(),
      projectId,
      body: { prompt },
      idempotencyKey: more.key,
      ignoredFields: ['baseBranch'],
    });
  const send = (id: string, prompt: string | SendMessageBody, key?: string) =>
    sendMessage(deps, {
      principal: principalOf(),
      author: principalOf(),
      projectId,
      id,
      body: typeof prompt === 'string' ? { prompt } : prompt,
      idempotencyKey: key,
    });
  const cancel = (id: string) =>
    cancelAgentJob({ ...deps, publishEvent: () => Promise.resolve() }, { principal: principalOf(), projectId, id });
  const count = async (sql: string, id: string): Promise<number> => {
    const { rows } = await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, [id]);
    return Number(rows[0]?.n);
  };
  const tickets = (id: string) => count(`pgboss.job WHERE data->>'agentJobId' = $1`, id);

  test('becomes an active job with one ticket, and its event contains the prompt and the ignored fields', async () => {
    const { body } = await create('Say hello');
    assert.deepEqual([body.status, body.turns, await tickets(body.id)], ['active', 1, 1]);
    const [event] = await selectEvents(database.kysely, body.id, 0, 10);
    assert.deepEqual(
      [event?.type, event?.prompt, event?.data],
      ['job.created', 'Say hello', { ignoredFields: ['baseBranch'] }],
    );
  });

  test('is refused if a spent budget stops jobs, but a repeated request returns the previously accepted job', async () => {
    const taken = await create('In time', { key: 'in-time' });
    await database.pool.query(
      `INSERT INTO model_spending (organization_id, project_id, month, usd, unpriced_answers)
       VALUES ($1, $2, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 5, 0)`,
      [HOME, projectId],
    );
    await database.pool.query(
      `INSERT INTO model_budgets (organization_id, usd, thresholds, stop_jobs) VALUES ($1, 5, '{}', true)`,
      [HOME],
    );
    await assert.rejects(create('Too late'), { code: 'budget_spent' });
    assert.equal(await count('agent_jobs WHERE prompt = $1', 'Too late'), 0);
    assert.equal((await create('In time', { key: 'in-time' })).body.id, taken.body.id);
    await cancel(taken.body.id);
    await database.pool.query('TRUNCATE model_budgets, model_spending');
  });

  test('starts a job that belongs to its sender, even after someone else sends a follow-up', async () => {
    const actor = { kind: 'user', id: 'user_ada', name: `ada'"@example.com` } as const;
    const { body } = await create('Whose?', { principal: principalOf({ actor }) });
    await cancel(body.id);
    await send(body.id, 'From a key');
    const { rows } = await database.pool.query(
      'SELECT started_by_kind AS kind, started_by_id AS id, started_by_name AS name FROM agent_jobs WHERE id = $1',
      [body.id],
    );
    assert.deepEqual(rows, [actor]);
    assert.deepEqual(body.startedBy, { kind: 'user', name: actor.name });
  });

  test('creates one job if it is sent twice with the same key', async () => {
    const [first, second] = [await create('Once', { key: 'k1' }), await create('Once', { key: 'k1' })];
    assert.deepEqual([second.replayed, second.body.id], [true, first.body.id]);
    assert.equal(await tickets(first.body.id), 1);
    await assert.rejects(create('Other', { key: 'k1' }), { code: 'idempotency_mismatch' });
  });

  for (const [who, changes] of [
    ['another organization', { organizationId: OTHER }],
    ['a key of another project', { projectIds: ['other'] }],
  ] as const) {
    test(`is refused with not_found if it is from ${who}`, async () => {
      await assert.rejects(create('Mine?', { principal: principalOf(changes) }), { code: 'not_found' });
    });
  }

  test('can consist of comments on lines, which are stored unchanged with the lines that they name', async () => {
    const { body } = await create('Write it');
    await cancel(body.id);
    const lines = { side: 'after' as const, from: 7, to: 8, lines: ['Old.', ''] };
    const comment = { path: 'a.mdx', ...lines, text: 'Shorter.' };
    const refusals: readonly (readonly [SendMessageBody, string])[] = [
      [{}, '/prompt'],
      [{ comments: [{ ...comment, to: 9 }] }, '/comments/0/lines'],
      [{ comments: [comment, { ...comment, from: 9 }] }, '/comments/1/lines'],
      [{ prompt: 'x'.repeat(99_990), comments: [comment] }, '/comments'],
      [
        { comments: Array.from({ length: 50 }, () => ({ ...comment, lines: ['<'.repeat(300), '<'.repeat(300)] })) },
        '/comments',
      ],
    ];
    for (const [refused, path] of refusals) {
      await assert.rejects(send(body.id, refused), (error: ApiError) => {
        assert.deepEqual([error.code, error.details?.[0]?.path], ['invalid_request', path]);
        return true;
      });
    }
    const { body: followed } = await send(body.id, { comments: [comment] }, 'c1');
    assert.equal(followed.turns, 2);
    assert.equal((await send(body.id, { comments: [comment] }, 'c1')).replayed, true);
    await assert.rejects(send(body.id, { comments: [{ ...comment, text: 'Longer.' }] }, 'c1'), {
      code: 'idempotency_mismatch',
    });
    const event = (await selectEvents(database.kysely, body.id, 0, 10)).at(-1);
    assert.deepEqual([event?.type, event?.prompt, event?.comments], ['job.follow_up', '', [comment]]);
    assert.deepEqual(await selectTurn(database.kysely, body.id, 2), {
      prompt: '',
      attachments: [],
      asksFirst: false,
      isFromCodeHost: false,
      comments: [comment],
    });
  });

  test('can follow a job that has ended, as its next turn, but not a job that is active or archived', async () => {
    const { body } = await create('First');
    await assert.rejects(send(body.id, 'Too early'), { code: 'agent_job_active' });
    await cancel(body.id);
    const { body: followed } = await send(body.id, 'Continue', 'm1');
    assert.deepEqual([followed.status, followed.turns, followed.error, await tickets(body.id)], ['active', 2, null, 2]);
    assert.equal((await send(body.id, 'Continue', 'm1')).replayed, true);
    const events = await selectEvents(database.kysely, body.id, 0, 10);
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.prompt], ['job.follow_up', 'Continue']);
    await cancel(body.id);
    await database.pool.query(`UPDATE agent_jobs SET status = 'archived' WHERE id = $1`, [body.id]);
    await assert.rejects(send(body.id, 'Too late'), { code: 'agent_job_archived' });
  });

  test('is refused beyond the hourly limit, without creating a job', async () => {
    await database.pool.query(
      `INSERT INTO rate_uses (bucket, used_at) SELECT 'agent-jobs:project', now() FROM generate_series(1, 100)`,
    );
    const before = await count('agent_jobs WHERE project_id = $1', projectId);
    await assert.rejects(create('One more'), { code: 'rate_limited' });
    assert.equal(await count('agent_jobs WHERE project_id = $1', projectId), before);
  });
});
