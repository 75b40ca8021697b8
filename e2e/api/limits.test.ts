import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deleteOldAnswers } from '../../packages/server/src/modules/foundation/idempotency/index.ts';
import { sendWhenAvailable, startTestService, type TestService } from './test-service.ts';

describe('limits and idempotency', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const newProject = async (): Promise<string> => {
    const body = { name: 'P', repository: `${service.baseUrl}/git/example-docs.git` };
    return (await service.request('POST', '/v1/projects', { body })).json.id;
  };
  const create = (projectId: string, key?: string, prompt = 'x') =>
    sendWhenAvailable(
      () =>
        service.request('POST', `/v2/agent/${projectId}/job`, {
          body: { prompt },
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        }),
      ({ headers }) => headers.get('retry-after'),
    );

  test('exactly 100 of 300 parallel jobs in one project are accepted', async () => {
    const projectId = await newProject();
    const answers = await Promise.all(Array.from({ length: 300 }, () => create(projectId)));
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(201), count(429)], [100, 200]);
    for (const refused of answers.filter(({ status }) => status === 429)) {
      assert.equal(refused.json.code, 'rate_limited');
      const retryAfter = Number(refused.headers.get('retry-after'));
      assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 3_600);
      assert.equal(refused.headers.get('ratelimit-policy'), '"agent-jobs";q=100;w=3600');
      assert.match(refused.headers.get('ratelimit') ?? '', /^"agent-jobs";r=0;t=\d+$/);
    }
    const listed = await service.request('GET', `/v2/agent/${projectId}/jobs?limit=100`);
    assert.equal(listed.json.jobs.length, 100);
    assert.equal(listed.json.nextCursor, null);
    assert.equal((await create(await newProject())).status, 201, 'another project has its own limit');
  });

  test('the hourly limit is a sliding window, and a retry after Retry-After succeeds', async () => {
    const projectId = await newProject();
    const { pool } = service.api.platform.database;
    const bucket = `agent-jobs:${projectId}`;
    await pool.query(
      `insert into rate_uses (bucket, used_at) select $1, clock_timestamp() - interval '30 minutes' from generate_series(1, 100)`,
      [bucket],
    );
    const refused = await create(projectId);
    assert.equal(refused.status, 429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    assert.ok(retryAfter > 1_200 && retryAfter <= 1_800, String(retryAfter));
    // Simulates that this time has passed.
    await pool.query('update rate_uses set used_at = used_at - make_interval(secs => $2) where bucket = $1', [
      bucket,
      retryAfter,
    ]);
    assert.equal((await create(projectId)).status, 201);
  });

  test('rejected requests and replays don’t count toward the limit', async () => {
    const projectId = await newProject();
    await create(projectId, 'once');
    await create(projectId, 'once');
    await service.request('POST', `/v2/agent/${projectId}/job`, { body: { prompt: '' } });
    const { rows } = await service.api.platform.database.pool.query(
      'select count(*)::int as used from rate_uses where bucket = $1',
      [`agent-jobs:${projectId}`],
    );
    assert.equal(rows[0].used, 1);
  });

  test('the same idempotency key and body return the first response again', async () => {
    const projectId = await newProject();
    const first = await create(projectId, 'k1');
    const again = await create(projectId, 'k1');
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.status, 201);
    assert.deepEqual(again.json, first.json);
  });

  test('the same idempotency key with another body, project or operation is rejected with 422', async () => {
    const projectId = await newProject();
    await create(projectId, 'k2');
    const otherBody = await create(projectId, 'k2', 'y');
    assert.deepEqual([otherBody.status, otherBody.json.code], [422, 'idempotency_mismatch']);
    const otherProject = await create(await newProject(), 'k2');
    assert.equal(otherProject.status, 422);
    const otherOperation = await service.request('POST', '/v1/static-export/jobs', {
      body: { domain: service.domain },
      headers: { 'idempotency-key': 'k2' },
    });
    assert.equal(otherOperation.status, 422);
  });

  test('parallel requests with one idempotency key create one job; the others receive its response or 409', async () => {
    const projectId = await newProject();
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(projectId, 'race')));
    const made = answers.filter(({ status }) => status === 201);
    assert.ok(made.length >= 1);
    assert.equal(new Set(made.map(({ json }) => json.id)).size, 1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([answer.status, answer.json.code], [409, 'idempotency_in_progress']);
    }
    assert.equal((await service.request('GET', `/v2/agent/${projectId}/jobs`)).json.jobs.length, 1);
  });

  test('an idempotency key that is empty or longer than 255 characters is rejected with 400', async () => {
    const projectId = await newProject();
    for (const key of ['', 'x'.repeat(256)]) {
      const answer = await create(projectId, key);
      assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_request']);
    }
    assert.equal((await create(projectId, 'x'.repeat(255))).status, 201);
  });

  test('more simultaneous requests than database connections succeed', async () => {
    const repository = `${service.baseUrl}/git/example-docs.git`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => [
        service.request('POST', '/v1/projects', { body: { name: 'P', repository } }),
        service.request('POST', '/v1/repositories', { body: { name: `many-${index}` } }),
        service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } }),
        service.request('POST', '/v1/api-keys', { body: { name: 'k' } }),
      ]).flat(),
    );
    for (const answer of answers) assert.ok(answer.status < 300, answer.text);
  });

  test('an idempotency key can be used for another request after 24 hours', async () => {
    const projectId = await newProject();
    const first = await create(projectId, 'old');
    await service.api.platform.database.pool.query(
      `update idempotency_keys set created_at = created_at - interval '25 hours' where key = 'old'`,
    );
    const later = await create(projectId, 'old', 'another prompt');
    assert.equal(later.status, 201);
    assert.notEqual(later.json.id, first.json.id);
    const again = await create(projectId, 'old', 'another prompt');
    assert.deepEqual([again.headers.get('idempotent-replayed'), again.json.id], ['true', later.json.id]);
  });

  test('responses are stored for 24 hours, and then removed', async () => {
    const { pool, kysely } = service.api.platform.database;
    const projectId = await newProject();
    await create(projectId, 'young');
    await create(projectId, 'aged');
    const age = (key: string, by: string) =>
      pool.query(`update idempotency_keys set created_at = now() - $2::interval where key = $1`, [key, by]);
    await age('young', '23 hours 59 minutes');
    await age('aged', '24 hours');
    assert.equal((await create(projectId, 'young')).headers.get('idempotent-replayed'), 'true');
    await deleteOldAnswers(kysely);
    const { rows } = await pool.query(`select key from idempotency_keys where key in ('young', 'aged')`);
    assert.deepEqual(rows, [{ key: 'young' }]);
    assert.equal((await create(projectId, 'aged')).headers.get('idempotent-replayed'), null);
  });

  test('idempotency keys of different API keys are separate, and don’t return each other’s responses', async () => {
    const projectId = await newProject();
    const elsewhere = await newProject();
    const makeKey = async (projectIds: readonly string[]): Promise<string> => {
      const body = { name: 'bound', scopes: ['agent-jobs:write'], projectIds };
      return (await service.request('POST', '/v1/api-keys', { body })).json.key;
    };
    const headers = { 'idempotency-key': 'shared' };
    const post = (path: string, key: string) =>
      service.request('POST', path, { key, headers, body: { prompt: 'Say it again' } });
    const [own, other] = [await makeKey([projectId]), await makeKey([elsewhere])];
    const first = await post(`/v2/agent/${projectId}/job`, own);
    assert.equal(first.status, 201);
    const path = `/v2/agent/${projectId}/job/${first.json.id as string}`;
    await service.request('POST', `${path}/cancel`);
    const message = { 'idempotency-key': 'follow-up' };
    const follow = (key: string) =>
      service.request('POST', `${path}/message`, { key, headers: message, body: { prompt: 'More' } });
    assert.equal((await follow(own)).status, 200);
    assert.equal((await follow(own)).headers.get('idempotent-replayed'), 'true');
    assert.equal((await follow(other)).status, 404);
    const others = await post(`/v2/agent/${elsewhere}/job`, other);
    assert.deepEqual([others.status, others.headers.get('idempotent-replayed')], [201, null]);
  });
});
