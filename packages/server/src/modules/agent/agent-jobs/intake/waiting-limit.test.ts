import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiError } from '../../../../platform/http/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, principalOf } from '../../../../testing/module-database.ts';
import type { Author } from '../../../foundation/audit-log/index.ts';
import { defineAgentQueue } from '../job.ts';
import { createAgentJob, type AgentJobDeps } from './create-agent-job.ts';
import { sendMessage } from './send-message.ts';
import { openDeployments } from '../../../publishing/deployments/testing/open-deployments.ts';
import { openExports } from '../../../publishing/exports/testing/open-exports.ts';

const waiting = 2;

/** Counts the organization's rows in a table. */
type CountRows = (table: string) => Promise<number>;

describe('an organization with the maximum number of waiting jobs', () => {
  test('can add neither a job nor a user’s follow-up, and a refused job isn’t counted toward the rate limit', async () => {
    const database = await openModuleDatabase<never>();
    const engine = createJobEngine({ url: database.url, pool: database.pool, log: createLogger({ level: 'silent' }) });
    const queue = defineAgentQueue(engine, waiting);
    await engine.start();
    try {
      await insertProject(database, 'project');
      const deps = { database, engine, queue, repositoryUrl: (stored: string) => stored } as unknown as AgentJobDeps;
      const create = () =>
        createAgentJob(deps, {
          principal: principalOf(),
          projectId: 'project',
          body: { prompt: 'Fix it' },
          idempotencyKey: undefined,
          ignoredFields: [],
        });
      await create();
      await create();
      await assert.rejects(create(), (error: ApiError) => {
        assert.equal(error.code, 'too_many_waiting');
        assert.match(error.message, /has 2 waiting agent jobs.*DOCWRIGHT_TENANT_WAITING.*cancel some/);
        assert.equal(error.headers['retry-after'], '30');
        return true;
      });
      const { rows } = await database.pool.query(
        'SELECT (SELECT count(*) FROM agent_jobs)::int AS jobs, (SELECT count(*) FROM rate_uses)::int AS uses',
      );
      assert.deepEqual(rows, [{ jobs: 2, uses: 2 }]);

      const id = await insertAgentJob(database, 'aj_done', { status: 'completed', result: 'no_changes' });
      const followUp = { principal: principalOf(), projectId: 'project', id, body: { prompt: 'More' } } as const;
      const send = (author?: Author) =>
        sendMessage(deps, { ...followUp, ...(author && { author }), idempotencyKey: undefined });
      await assert.rejects(send(principalOf()), (error: ApiError) => error.code === 'too_many_waiting');
      const { rows: jobs } = await database.pool.query(`SELECT status, turns FROM agent_jobs WHERE id = 'aj_done'`);
      assert.deepEqual(jobs, [{ status: 'completed', turns: 1 }]);
      // A comment on the code host is reported only once, and must not be lost.
      assert.equal((await send()).body.status, 'active');
    } finally {
      await engine.stop();
      await database.close();
    }
  });

  test('receives 429 for another export, even in another project', async () => {
    const exports = await openExports(waiting);
    try {
      const count: CountRows = async (table) =>
        (await exports.service.database.pool.query(`SELECT FROM ${table}`)).rows.length;
      const start = async (id: string) => {
        await exports.addProject(id);
        return exports.service.request('POST', `/v1/static-export/${id}/jobs`, { body: {} });
      };
      assert.equal((await start('a')).status, 202);
      assert.equal((await start('b')).status, 202);
      const refused = await start('c');
      assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_waiting']);
      assert.equal(await count('export_jobs'), 2);
    } finally {
      await exports.close();
    }
  });

  test('receives 429 for another deployment that a user requests', async () => {
    const deployments = await openDeployments(undefined, waiting);
    try {
      const start = async (id: string) => {
        await deployments.service.database.pool.query('DELETE FROM rate_uses');
        return deployments.service.request('POST', `/v1/project/update/${id}`, { body: {} });
      };
      for (const id of ['a', 'b', 'c']) await deployments.addProject(id);
      assert.equal((await start('a')).status, 202);
      assert.equal((await start('b')).status, 202);
      const refused = await start('c');
      assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_waiting']);
    } finally {
      await deployments.close();
    }
  });
});
