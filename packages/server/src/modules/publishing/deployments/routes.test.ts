import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

describe('a caller that requests deployments', () => {
  let sites: TestDeployments;
  let project = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    project = await sites.addProject(`proj_asked_${count}`);
    await sites.service.database.pool.query('DELETE FROM rate_uses');
  });
  const update = (more: ModuleRequest = {}) => sites.service.request('POST', `/v1/project/update/${project}`, more);
  const preview = (body: unknown, more: ModuleRequest = {}) =>
    sites.service.request('POST', `/v1/project/preview/${project}`, { body, ...more });
  const get = (path: string, more: ModuleRequest = {}) => sites.service.request('GET', path, more);
  const changeSite = (body: object, more: ModuleRequest = {}) =>
    sites.service.request('PATCH', `/v1/projects/${project}/site`, { body, ...more });

  test('finds nothing from another organization or with another project’s key', async () => {
    const { statusId } = (await update()).json;
    const at = `/v1/projects/${project}`;
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_elsewhere'] }]) {
      for (const [method, path, body] of [
        ['POST', `/v1/project/update/${project}`, undefined],
        ['POST', `/v1/project/preview/${project}`, { branch: 'main' }],
        ['GET', `/v1/project/update-status/${statusId}`, undefined],
        ['GET', `${at}/deployments`, undefined],
        ['GET', `${at}/deployments/${statusId}`, undefined],
        ['GET', `${at}/deployments/${statusId}/events`, undefined],
        ['POST', `${at}/deployments/${statusId}/promote`, undefined],
        ['POST', `${at}/deployments/${statusId}/cancel`, undefined],
        ['DELETE', `${at}/previews/main`, undefined],
        ['GET', `${at}/site`, undefined],
        ['PATCH', `${at}/site`, { published: false }],
      ] as const) {
        const { status, json } = await sites.service.request(method, path, { as, body });
        assert.deepEqual([status, json.code], [404, 'not_found'], `${method} ${path}`);
      }
    }
    assert.equal((await get(`/v1/project/update-status/${statusId}`)).json.status, 'queued');
  });

  test('finds a deployment only below its own project', async () => {
    const { statusId } = (await update()).json;
    const elsewhere = await sites.addProject(`proj_beside_${count}`);
    assert.equal((await get(`/v1/projects/${elsewhere}/deployments/${statusId}`)).status, 404);
  });

  test('can read with deployments:read, but not change anything', async () => {
    const { statusId } = (await update()).json;
    const as = { scopes: ['deployments:read' as const] };
    assert.equal((await get(`/v1/project/update-status/${statusId}`, { as })).status, 200);
    for (const answer of [
      await update({ as }),
      await preview({ branch: 'next' }, { as }),
      await changeSite({}, { as }),
    ])
      assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
  });

  test('deploys with deployments:write, but can’t change the site’s settings', async () => {
    const as = { scopes: ['deployments:write' as const] };
    assert.equal((await update({ as })).status, 202);
    assert.equal((await changeSite({ published: false }, { as })).status, 403);
  });

  test('gets a retry time after ten requests in ten seconds, regardless of the project', async () => {
    assert.equal((await update()).status, 202);
    // The other requests are dated in the future, so that all of them are within ten seconds of the last request.
    await sites.service.database.pool.query(
      `INSERT INTO rate_uses SELECT bucket, clock_timestamp() + interval '1 minute' FROM rate_uses, generate_series(1, 9)`,
    );
    assert.equal((await update()).status, 429);
    project = await sites.addProject(`proj_limit_${count}`);
    const { status, json, headers } = await update();
    assert.deepEqual([status, json.code], [429, 'rate_limited']);
    assert.match(json.error, /limit of 10 requests in 10 seconds/);
    assert.ok(Number(headers.get('retry-after')) >= 1);
  });

  test('can request five previews a minute, and refused requests don’t count', async () => {
    for (let asked = 0; asked < 5; asked += 1) {
      assert.equal((await preview({ branch: '' })).status, 400);
      assert.equal((await preview({ branch: `b${asked}` })).status, 202);
    }
    assert.equal((await preview({ branch: 'sixth' })).status, 429);
  });

  test('gets one deployment for two requests with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `key-${count}` };
    const first = await preview({ branch: 'next' }, { headers });
    const again = await preview({ branch: 'next' }, { headers });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.json, first.json);
    const other = await preview({ branch: 'other' }, { headers });
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_mismatch']);
  });

  for (const [what, branch] of [
    ['a NUL', 'a\u0000b'],
    ['a space', 'a b'],
    ['two dots', 'a..b'],
    ['a leading hyphen', '--upload-pack=x'],
    ['a git reference', 'refs/heads/../x'],
    ['more than 200 characters', 'x'.repeat(201)],
    ['a number', 7],
  ] as const)
    test(`is refused for a branch with ${what}, and nothing is created`, async () => {
      const { status, json } = await preview({ branch });
      assert.equal(status, 400, JSON.stringify(json));
      assert.deepEqual((await get(`/v1/projects/${project}/site`)).json.previews, []);
    });

  test('is refused a preview while previews are off, and existing ones stay', async () => {
    await preview({ branch: 'next' });
    await changeSite({ previews: false });
    const { status, json } = await preview({ branch: 'other' });
    assert.deepEqual([status, json.code], [403, 'previews_off']);
    assert.equal((await get(`/v1/projects/${project}/site`)).json.previews.length, 1);
  });

  test('gets the same address for a second request for the same branch, until the preview is deleted', async () => {
    const first = (await preview({ branch: 'next' })).json.previewUrl;
    assert.equal((await preview({ branch: 'next' })).json.previewUrl, first);
    await sites.service.request('DELETE', `/v1/projects/${project}/previews/next`);
    assert.notEqual((await preview({ branch: 'next' })).json.previewUrl, first);
  });

  test('can cancel a deployment once: one of two concurrent requests is refused, and the audit log has one event', async () => {
    const { statusId } = (await update()).json;
    const path = `/v1/projects/${project}/deployments/${statusId as string}/cancel`;
    const cancel = () => sites.service.request('POST', path);
    const answers = await Promise.all([cancel(), cancel()]);
    const reported = answers.map(({ status, json }) => `${status} ${json.code ?? json.errorCode}`);
    assert.deepEqual(new Set(reported), new Set(['200 cancelled', '409 deployment_not_active']));
    const { rows } = await sites.service.database.pool.query(
      `SELECT target_id FROM audit_events WHERE action = 'deployment.cancelled' AND target_id = $1`,
      [statusId],
    );
    assert.equal(rows.length, 1);
    const queued = await sites.service.database.pool.query('SELECT state FROM pgboss.job WHERE singleton_key = $1', [
      statusId,
    ]);
    assert.deepEqual(queued.rows, [{ state: 'cancelled' }]);
  });

  test('gets the reason if a deployment can’t be promoted because it isn’t ready, or can’t be canceled because it has ended', async () => {
    const { statusId } = (await update()).json;
    const at = `/v1/projects/${project}/deployments/${statusId as string}`;
    const early = await sites.service.request('POST', `${at}/promote`);
    assert.deepEqual([early.status, early.json.code], [409, 'deployment_not_ready']);
    assert.equal((await sites.service.request('POST', `${at}/cancel`)).json.errorCode, 'cancelled');
    const late = await sites.service.request('POST', `${at}/cancel`);
    assert.deepEqual([late.status, late.json.code], [409, 'deployment_not_active']);
  });

  test('gets the newest first in a list, page by page, and another project’s cursor is refused', async () => {
    const ids: string[] = [];
    for (let asked = 0; asked < 3; asked += 1) ids.unshift((await update()).json.statusId);
    const at = `/v1/projects/${project}/deployments`;
    const first = await get(`${at}?limit=2`);
    const second = await get(`${at}?limit=2&cursor=${first.json.nextCursor as string}`);
    const listed = [...first.json.deployments, ...second.json.deployments];
    assert.deepEqual(
      listed.map(({ deploymentId }) => deploymentId),
      ids,
    );
    assert.equal(second.json.nextCursor, null);
    const skipped = await get(`${at}?status=skipped`);
    assert.equal(skipped.json.deployments.length, 2);
    const elsewhere = await sites.addProject(`proj_cursor_${count}`);
    assert.equal((await get(`/v1/projects/${elsewhere}/deployments?cursor=${ids[0] ?? ''}`)).status, 400);
  });

  test('gets full pages in a list that omits skipped deployments', async () => {
    const skipped = (await update()).json.statusId;
    const newest = (await update()).json.statusId;
    const other = (await preview({ branch: 'next' })).json.statusId;
    const at = `/v1/projects/${project}/deployments`;
    const idsOf = async (query: string): Promise<string[]> =>
      (await get(at + query)).json.deployments.map(({ deploymentId }: { deploymentId: string }) => deploymentId);
    assert.deepEqual(await idsOf('?skipped=false'), [other, newest]);
    assert.deepEqual(await idsOf(`?skipped=false&limit=1&cursor=${other}`), [newest]);
    assert.deepEqual(await idsOf('?skipped=false&environment=production'), [newest]);
    assert.deepEqual(await idsOf('?skipped=false&status=skipped'), []);
    for (const query of ['', '?skipped=true']) assert.deepEqual(await idsOf(query), [other, newest, skipped]);
  });

  test('gets an error for a project whose kind has no site', async () => {
    await sites.service.database.pool.query(`UPDATE projects SET deployment_kind = 'air-gapped' WHERE id = $1`, [
      project,
    ]);
    for (const answer of [
      await update(),
      await preview({ branch: 'x' }),
      await changeSite({}),
      await get(`/v1/projects/${project}/site`),
    ])
      assert.deepEqual([answer.status, answer.json.code], [403, 'site_not_live']);
  });

  test('doesn’t cause a deadlock with a concurrent deletion of the project', async () => {
    const { pool } = sites.service.database;
    for (let round = 0; round < 5; round += 1) {
      project = await sites.addProject(`proj_gone_${count}_${round}`);
      await update();
      const remove = async (): Promise<void> => {
        const client = await pool.connect();
        try {
          await client.query('BEGIN');
          await client.query('SELECT id FROM projects WHERE id = $1 FOR UPDATE', [project]);
          await client.query('DELETE FROM projects WHERE id = $1', [project]);
          await client.query('COMMIT');
        } finally {
          client.release();
        }
      };
      const [, ...answers] = await Promise.all([remove(), update(), update(), preview({ branch: 'x' })]);
      for (const { status } of answers) assert.ok(status === 202 || status === 404, String(status));
    }
  });
});
