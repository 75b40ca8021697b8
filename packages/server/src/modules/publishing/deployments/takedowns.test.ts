import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

describe('a site that its operator takes down', () => {
  let sites: TestDeployments;
  let projectId = '';
  let slug = '';
  let count = 0;
  const owner = { organizationId: OTHER, isOperator: false };
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${count}`, { organizationId: OTHER });
    slug = (await get()).json.slug;
  });
  const get = () => sites.service.request('GET', `/v1/projects/${projectId}/site`, { as: owner });
  const takeDown = (body: object = {}, more: ModuleRequest = {}) =>
    sites.service.request('POST', '/v1/takedowns', {
      body: { site: slug, reason: 'A court said so.', ...body },
      ...more,
    });
  const lift = (site = slug, more: ModuleRequest = {}) =>
    sites.service.request('DELETE', `/v1/takedowns?site=${encodeURIComponent(site)}`, more);
  const listed = async (): Promise<string[]> => {
    const { json } = await sites.service.request('GET', '/v1/takedowns');
    return json.takedowns.map((each: { site: string }) => each.site);
  };
  const audited = async (organizationId: string): Promise<string[]> => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT concat_ws(' ', action, actor_kind, details ->> 'reason') AS x FROM audit_events
       WHERE organization_id = $1 AND target_name = $2 AND result = 'success' ORDER BY id`,
      [organizationId, slug],
    );
    return rows.map(({ x }) => x);
  };

  test('shows the reason, also to its owners, until it is restored', async () => {
    const { status, json } = await takeDown();
    assert.equal(status, 200);
    assert.deepEqual(json, { site: slug, organizationId: OTHER, status: 451, reason: 'A court said so.' });
    const seen = (await get()).json;
    assert.deepEqual([seen.live, seen.takedown], [false, { status: 451, reason: 'A court said so.' }]);
    assert.ok((await listed()).includes(slug));
    assert.equal((await lift()).status, 204);
    assert.equal((await get()).json.takedown, null);
    assert.ok(!(await listed()).includes(slug));
  });

  test('stays offline even if its owners deploy or publish it', async () => {
    await takeDown({ status: 410 });
    const started = await sites.service.request('POST', `/v1/project/update/${projectId}`, { as: owner });
    await sites.run(started.json.statusId);
    await sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body: { published: true }, as: owner });
    const { live, activeDeployment, takedown } = (await get()).json;
    assert.deepEqual([live, takedown.status], [false, 410]);
    assert.equal(activeDeployment.status, 'success');
    await lift();
    assert.equal((await get()).json.live, true);
  });

  test('is in both organizations’ audit logs: the owners’ log has the action, and the operator’s log also has the author', async () => {
    await takeDown({ reason: '  A court said so.  ' });
    await lift();
    assert.deepEqual(await audited(HOME), ['site.taken_down api_key A court said so.', 'site.takedown_lifted api_key']);
    assert.deepEqual(await audited(OTHER), ['site.taken_down system A court said so.', 'site.takedown_lifted system']);
  });

  test('gets the new reason if it is taken down again', async () => {
    await takeDown();
    await takeDown({ status: 410, reason: 'Another.' });
    assert.deepEqual((await get()).json.takedown, { status: 410, reason: 'Another.' });
  });

  test('is restored by one request; another request, or one for a site that doesn’t exist, gets 404', async () => {
    await takeDown();
    assert.equal((await lift()).status, 204);
    for (const answer of [await lift(), await lift('no-such-site'), await takeDown({ site: 'no-such-site' })])
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
  });

  test('can’t be taken down without a reason or with an invalid status', async () => {
    for (const body of [
      { reason: ' ' },
      { reason: '' },
      { reason: 'A\u0000b' },
      { status: 200 },
      { status: '451' },
      { reason: 'x'.repeat(1001) },
    ])
      assert.equal((await takeDown(body)).status, 400, JSON.stringify(body).slice(0, 60));
    assert.equal((await get()).json.takedown, null);
  });

  test('can be taken down and restored only by the operator, with full scopes and a key that isn’t bound to projects', async () => {
    await takeDown();
    for (const as of [
      { ...owner, scopes: ['admin' as const] },
      { scopes: ['projects:write' as const, 'deployments:write' as const] },
      { projectIds: [projectId] },
    ])
      for (const answer of [
        await takeDown({ reason: 'Mine.' }, { as }),
        await lift(slug, { as }),
        await sites.service.request('GET', '/v1/takedowns', { as }),
      ])
        assert.equal(answer.status, 403, `${JSON.stringify(as)} ${answer.text}`);
    assert.equal((await get()).json.takedown.reason, 'A court said so.');
  });
});
