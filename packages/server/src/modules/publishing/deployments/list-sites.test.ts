import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

describe('the list of live sites', () => {
  let sites: TestDeployments;
  before(async () => {
    sites = await openDeployments();
    for (const id of ['proj_a', 'proj_b', 'proj_c', 'proj_d']) {
      await sites.addProject(id);
      await sites.service.request('GET', `/v1/projects/${id}/site`);
    }
  });
  after(() => sites.close());
  const list = async (query = '', more: ModuleRequest = {}) =>
    (await sites.service.request('GET', `/v1/sites${query}`, more)).json;
  const find = async (projectId: string) =>
    (await list()).sites.find((site: { projectId: string }) => site.projectId === projectId);
  const query = (text: string) => sites.service.database.pool.query(text);

  test('contains a site’s address, state, and newest production deployment', async () => {
    assert.deepEqual(await find('proj_a'), {
      projectId: 'proj_a',
      url: 'https://proj-a.sites.example',
      state: 'not_deployed',
      lastDeployment: null,
    });
    const id = await sites.start('proj_a');
    assert.deepEqual((await find('proj_a')).lastDeployment.status, 'queued');
    await sites.run(id);
    const { state, lastDeployment } = await find('proj_a');
    assert.deepEqual([state, lastDeployment.deploymentId, lastDeployment.status], ['live', id, 'success']);
  });

  test('shows a deployment in progress as the newest one while the site stays live, and omits previews', async () => {
    const good = await sites.start('proj_b');
    await sites.run(good);
    const preview = await sites.start('proj_b', 'nowhere');
    await sites.run(preview);
    assert.equal((await find('proj_b')).lastDeployment.deploymentId, good);
    const next = await sites.start('proj_b');
    await query(`update site_deployments set status = 'in_progress', attempt = 1 where id = '${next}'`);
    const { state, lastDeployment } = await find('proj_b');
    assert.deepEqual([state, lastDeployment.status], ['live', 'in_progress']);
  });

  test('shows whether the project or the operator unpublished a site', async () => {
    await query(`update sites set published = false where project_id = 'proj_a'`);
    assert.equal((await find('proj_a')).state, 'unpublished');
    await query(`update sites set takedown = '{"status": 451, "reason": "r"}' where project_id = 'proj_a'`);
    assert.equal((await find('proj_a')).state, 'taken_down');
  });

  test('shows the primary domain, as the site itself does, once its records point here', async () => {
    await query(`update sites set primary_domain = 'docs.example.com' where project_id = 'proj_c'`);
    assert.equal((await find('proj_c')).url, 'https://proj-c.sites.example');
    await query(`update sites set primary_leads_here = true where project_id = 'proj_c'`);
    const { url } = await find('proj_c');
    assert.deepEqual(
      [url, (await sites.service.request('GET', '/v1/projects/proj_c/site')).json.url],
      ['https://docs.example.com', url],
    );
  });

  test('omits projects that no longer have a live site', async () => {
    await query(`update projects set deployment_kind = 'air-gapped' where id = 'proj_d'`);
    assert.equal(await find('proj_d'), undefined);
  });

  test('is paginated, and refuses a cursor that refers to no site', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    const ids = [...first.sites, ...second.sites].map(({ projectId }: { projectId: string }) => projectId);
    assert.deepEqual([ids, second.nextCursor], [['proj_a', 'proj_b', 'proj_c'], null]);
    for (const cursor of ['proj_nowhere', '%00', "'"])
      assert.equal((await list(`?cursor=${cursor}`)).code, 'invalid_request', cursor);
  });

  test('contains no site of another organization, and only the key’s projects', async () => {
    assert.deepEqual((await list('', { as: { organizationId: OTHER } })).sites, []);
    assert.equal((await list('?cursor=proj_a', { as: { organizationId: OTHER } })).code, 'invalid_request');
    const some = await list('', { as: { projectIds: ['proj_b', 'proj_nowhere'] } });
    assert.deepEqual(
      some.sites.map(({ projectId }: { projectId: string }) => projectId),
      ['proj_b'],
    );
    assert.deepEqual((await list('', { as: { projectIds: [] } })).sites, []);
    assert.equal((await list('', { as: { scopes: ['projects:read'] } })).code, 'insufficient_scope');
  });
});
