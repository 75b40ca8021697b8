import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { RenderFailure } from '../../building/site-rendering/index.ts';
import { failExport } from './end-export.ts';
import { openExports, type TestExports } from './testing/open-exports.ts';

const path = '/v1/static-export';

describe('the start of an export', () => {
  let exports: TestExports;
  let project = '';
  let domain = '';
  let count = 0;
  before(async () => {
    exports = await openExports();
  });
  after(() => exports.close());
  beforeEach(async () => {
    count += 1;
    domain = `docs-${count}.example`;
    project = await exports.addProject(`proj_${count}`, { domain });
    await exports.service.database.pool.query('DELETE FROM rate_uses');
    exports.listPages = () => Promise.reject(new Error('unexpected call of listPages'));
  });
  const byDomain = (body: object = {}, more: ModuleRequest = {}) =>
    exports.service.request('POST', `${path}/jobs`, { body: { domain, ...body }, ...more });
  const byProject = (body: object = {}, more: ModuleRequest = {}) =>
    exports.service.request('POST', `${path}/${project}/jobs`, { body, ...more });
  const fail = (id: string, code: string) =>
    failExport({ database: exports.service.database, publishEvent: exports.publishEvent }, { id, code, message: code });
  const countJobs = async () => {
    const { rows } = await exports.service.database.pool.query('SELECT FROM export_jobs WHERE project_id = $1', [
      project,
    ]);
    return rows.length;
  };

  test('responds with a job, which is in the database together with its queue entry and its event', async () => {
    const { status, json } = await byDomain({ version: 'v1', basePath: '/docs', strict: true });
    assert.equal(status, 202);
    assert.deepEqual(
      [json.status, json.progress, json.projectId, json.domain, json.version, json.basePath],
      ['queued', 0, project, domain, 'v1', '/docs'],
    );
    assert.ok((await exports.listTickets()).some((data) => JSON.stringify(data) === `{"exportJobId":"${json.jobId}"}`));
    const { rows } = await exports.service.database.pool.query(
      'SELECT action, target_name, details FROM audit_events WHERE target_id = $1',
      [json.jobId],
    );
    assert.deepEqual(rows, [{ action: 'static_export.started', target_name: domain, details: { projectId: project } }]);
  });

  test('by domain is limited to 300 per hour for each organization, and a refusal contains the time until the next one', async () => {
    const bucketOf = async (): Promise<string> =>
      (await exports.service.database.pool.query<{ bucket: string }>('SELECT bucket FROM rate_uses')).rows[0]?.bucket ??
      '';
    assert.equal((await byDomain()).status, 202);
    await exports.service.database.pool.query(
      'INSERT INTO rate_uses (bucket, used_at) SELECT $1, clock_timestamp() FROM generate_series(1, 298)',
      [await bucketOf()],
    );
    assert.equal((await byDomain()).status, 202);
    const refused = await byDomain();
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
    assert.match(refused.json.error, /300/);
    assert.ok(Number(refused.headers.get('retry-after')) > 3_500);
    assert.equal(await countJobs(), 2);
    const theirs = 'theirs.example';
    await exports.addProject('proj_theirs_of_limit', { domain: theirs, organizationId: OTHER });
    const other = await byDomain({ domain: theirs }, { as: { organizationId: OTHER } });
    assert.equal(other.status, 202);
  });

  test('treats a domain in another case as the same domain', async () => {
    assert.equal((await byDomain({ domain: domain.toUpperCase() })).json.domain, domain);
  });

  for (const wrong of [
    'https://docs.example',
    'docs.example/x',
    'docs.example:443',
    'a b',
    '',
    'x'.repeat(300),
    "a'--",
  ]) {
    test(`refuses ${JSON.stringify(wrong.slice(0, 30))} as a domain`, async () => {
      const refused = await byDomain({ domain: wrong });
      assert.equal(refused.status, 400);
      assert.ok(['invalid_domain', 'invalid_request'].includes(refused.json.code), refused.text);
    });
  }

  test('treats another organization’s domain and project like missing ones', async () => {
    await exports.addProject(`${project}_foreign`, { domain: `foreign-${domain}`, organizationId: OTHER });
    for (const answer of [
      await byDomain({ domain: `foreign-${domain}` }),
      await byDomain({ domain: 'nowhere.example' }),
      await byDomain({}, { as: { projectIds: ['proj_of_another'] } }),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [400, 'unknown_domain']);
    }
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
      const answer = await byProject({}, { as });
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    }
    assert.equal(await countJobs(), 0);
  });

  test('requires its scope and a plan that includes exports', async () => {
    assert.equal((await byDomain({}, { as: { scopes: ['exports:read'] } })).status, 403);
    const { pool } = exports.service.database;
    await pool.query(`UPDATE organizations SET plan = 'pro' WHERE id = 'org_home'`);
    const refused = await byDomain();
    await pool.query(`UPDATE organizations SET plan = 'enterprise' WHERE id = 'org_home'`);
    assert.equal(refused.json.code, 'plan_required');
    assert.equal(await countJobs(), 0);
  });

  test('by project allows one job at a time, even if eight are requested at once; by domain, it allows several', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => byProject()));
    const codes = answers.map(({ status, json }) => (status === 202 ? 'started' : json.code));
    assert.equal(codes.filter((code) => code === 'export_in_progress').length, 7);
    assert.equal(await countJobs(), 1);
    const started = answers.find(({ status }) => status === 202);
    await fail(started?.json.jobId, 'internal');
    assert.equal((await byProject()).status, 202);
    assert.equal((await byDomain()).status, 202);
  });

  test('by project counts toward the organization’s hourly limit, but a refused start does not', async () => {
    const first = await byProject();
    assert.match(first.headers.get('ratelimit') ?? '', /"static-exports";r=9/);
    for (let refused = 0; refused < 12; refused += 1) assert.equal((await byProject()).json.code, 'export_in_progress');
    await fail(first.json.jobId, 'internal');
    const second = await byProject();
    assert.match(second.headers.get('ratelimit') ?? '', /"static-exports";r=8/);
    await fail(second.json.jobId, 'internal');
    await exports.service.database.pool.query(
      `INSERT INTO rate_uses (bucket, used_at) SELECT bucket, now() FROM rate_uses, generate_series(1, 9) LIMIT 8`,
    );
    const limited = await byProject();
    assert.deepEqual([limited.status, limited.json.code], [429, 'rate_limited']);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
  });

  test('creates one job for an Idempotency-Key, even for two concurrent requests, and refuses a different body', async () => {
    const headers = { 'idempotency-key': `key-${domain}` };
    const answers = await Promise.all([
      byProject({ version: 'v1' }, { headers }),
      byProject({ version: 'v1' }, { headers }),
    ]);
    // The second request gets an error because the first is in progress, or the first one's response, but never a
    // second job.
    const codes = answers.map(({ status, json }) => (status === 202 ? 'started' : json.code));
    assert.ok(codes.includes('started') && codes.every((code) => /^(started|idempotency_in_progress)$/.test(code)));
    const again = await byProject({ version: 'v1' }, { headers });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(await countJobs(), 1);
    const other = await byProject({ version: 'v2' }, { headers });
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_mismatch']);
  });

  test('reads the site first if pages are named, and the error points to a missing page', async () => {
    exports.listPages = async () => ['index', 'guides/start'];
    const refused = await byDomain({ paths: ['/guides/start/', 'guides/none'] });
    assert.deepEqual([refused.status, refused.json.code], [400, 'unknown_page']);
    assert.equal(refused.json.details[0].path, '/paths/1');
    const { json } = await byDomain({ paths: ['/guides/start/', '/'] });
    const { rows } = await exports.service.database.pool.query('SELECT paths FROM export_jobs WHERE id = $1', [
      json.jobId,
    ]);
    assert.deepEqual(rows[0].paths, ['guides/start', 'index']);
    for (const paths of [[], [''], ['x'.repeat(1001)], ['NUL\u0000'], 'index']) {
      assert.equal((await byDomain({ paths })).json.code, 'invalid_request', JSON.stringify(paths).slice(0, 40));
    }
  });

  test('is refused after an export found the site protected, unless excludeRestricted is set or the site is open again', async () => {
    const { json } = await byDomain();
    await fail(json.jobId, 'site_protected');
    exports.listPages = () => Promise.reject(new RenderFailure('site_protected', 'The whole site is protected.'));
    const refused = await byDomain();
    assert.deepEqual([refused.status, refused.json.code], [403, 'site_protected']);
    assert.equal((await byDomain({ excludeRestricted: true })).status, 202);
    exports.listPages = async (_project, policy) => {
      assert.equal(policy.restricted, 'refuse');
      return ['index'];
    };
    assert.equal((await byDomain()).status, 202, 'it is open again');
  });

  test('includes restricted content only if the request asks for it', async () => {
    for (const [body, access] of [
      [{}, null],
      [{ excludeRestricted: true }, 'excluded'],
      [{ access: 'excluded' }, 'excluded'],
      [{ access: 'included' }, 'included'],
      [{ allowProtected: true }, 'included'],
      [{ allowProtected: true, excludeRestricted: true }, 'excluded'],
      [{ allowProtected: false }, null],
    ] as const)
      assert.equal((await byDomain(body)).json.access, access, JSON.stringify(body));
    assert.equal((await byDomain({ access: 'all' })).json.code, 'invalid_request');
    assert.equal((await byDomain({ access: 'included' })).json.signIn, 'required');
    assert.equal((await byDomain({ access: 'included', signIn: 'optional' })).json.signIn, 'optional');
    for (const body of [{ signIn: 'optional' }, { access: 'excluded', signIn: 'optional' }])
      assert.equal((await byDomain(body)).json.code, 'invalid_request', JSON.stringify(body));
  });

  test('refuses an invalid version label, base path or strict setting', async () => {
    for (const body of [
      { version: '' },
      { version: '-rf' },
      { version: 'v'.repeat(101) },
      { version: '../../etc' },
      { version: 'a"b' },
      { basePath: 'docs' },
      { basePath: '/../x' },
      { basePath: '//evil.example' },
      { basePath: '/a b' },
      { strict: 'yes' },
    ]) {
      const refused = await byProject(body);
      assert.equal(refused.status, 400, JSON.stringify(body));
    }
    assert.equal(await countJobs(), 0);
  });
});
