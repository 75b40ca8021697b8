import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { siteChannel } from './site-store.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

describe('a live site’s settings', () => {
  let sites: TestDeployments;
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${count}`);
    await sites.service.database.pool.query('DELETE FROM rate_uses');
  });
  const get = (more: ModuleRequest = {}) => sites.service.request('GET', `/v1/projects/${projectId}/site`, more);
  const change = (body: unknown, more: ModuleRequest = {}) =>
    sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body, ...more });
  const audited = async (action: string) => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT actor_id, details FROM audit_events WHERE action = $1 AND target_id = $2 ORDER BY id`,
      [action, projectId],
    );
    return rows;
  };

  test('exist before anything was deployed: previews on, published, nothing live', async () => {
    const { status, json } = await get();
    assert.equal(status, 200);
    assert.deepEqual(
      { live: json.live, active: json.activeDeployment, previews: json.previews, takedown: json.takedown },
      { live: false, active: null, previews: [], takedown: null },
    );
    assert.deepEqual(json.settings, {
      previews: true,
      requireNoErrors: false,
      published: true,
      previewAccess: null,
      basePath: '',
      requireForkApproval: true,
    });
    assert.equal(json.url, `https://${json.slug as string}.sites.example`);
  });

  test('can be changed one by one, and the audit log contains the author of each change', async () => {
    await change({ previews: false });
    await change({ requireNoErrors: true });
    const { json } = await change({ previewAccess: 'members' });
    assert.deepEqual(json.settings, {
      previews: false,
      requireNoErrors: true,
      published: true,
      previewAccess: 'members',
      basePath: '',
      requireForkApproval: true,
    });
    assert.deepEqual(await audited('site.updated'), [
      { actor_id: 'key_test', details: { previews: false } },
      { actor_id: 'key_test', details: { requireNoErrors: true } },
      { actor_id: 'key_test', details: { previewAccess: 'members' } },
    ]);
  });

  test('include a base path, which changes on the live site only with the deployment that the change starts', async () => {
    await sites.run(await sites.start(projectId));
    const before = (await get()).json;
    const queued = async (): Promise<readonly string[]> => {
      const { rows } = await sites.service.database.pool.query(
        `SELECT id FROM site_deployments WHERE project_id = $1 AND status = 'queued'`,
        [projectId],
      );
      return rows.map(({ id }: { id: string }) => id);
    };
    const changed = (await change({ basePath: '/docs' })).json;
    assert.deepEqual([changed.settings.basePath, changed.url], ['/docs', before.url]);
    const [id, ...more] = await queued();
    assert.ok(id !== undefined && more.length === 0);
    await sites.run(id);
    const { url, activeDeployment } = (await get()).json;
    assert.deepEqual([url, activeDeployment.url], [`${before.url}/docs`, `${before.url}/docs`]);
    assert.notEqual(activeDeployment.deploymentId, before.activeDeployment.deploymentId);
    // Setting the same value again starts no build.
    await change({ basePath: '/docs' });
    assert.deepEqual(await queued(), []);
    // The previous live deployment is live again at its own path.
    const path = `/v1/projects/${projectId}/deployments/${before.activeDeployment.deploymentId}/promote`;
    await sites.service.request('POST', path);
    assert.equal((await get()).json.url, before.url);
    assert.deepEqual(
      (await audited('site.updated')).map(({ details }) => details),
      [{ basePath: '/docs' }, { basePath: '/docs' }],
    );
  });

  test('are not overwritten if someone else changed them in the meantime', async () => {
    const read = await get();
    const headers = { 'if-match': String(read.headers.get('etag')) };
    assert.equal((await change({ previews: false }, { headers })).status, 200);
    const late = await change({ published: false }, { headers });
    assert.deepEqual([late.status, late.json.code], [412, 'precondition_failed']);
    assert.equal((await get()).json.settings.published, true);
  });

  test('are refused if a type or value is invalid, and the error names the field', async () => {
    for (const [body, at] of [
      [{ published: 'no' }, '/published'],
      [{ previews: null }, '/previews'],
      [{ previewAccess: 'everybody' }, '/previewAccess'],
      [{ requireNoErrors: 1 }, '/requireNoErrors'],
      [{ basePath: 'docs' }, '/basePath'],
      [{ basePath: '/docs/' }, '/basePath'],
      [{ basePath: '/docs/../x' }, '/basePath'],
      [{ basePath: '//evil.example' }, '/basePath'],
      [{ basePath: `/${'x'.repeat(200)}` }, '/basePath'],
      [{ basePath: '/a\u0000' }, '/basePath'],
    ] as const) {
      const { status, json } = await change(body);
      assert.deepEqual([status, json.code, json.details[0].path], [400, 'invalid_request', at], JSON.stringify(body));
    }
    assert.deepEqual(await audited('site.updated'), []);
  });

  test('are announced to the edges when they change', async () => {
    await get();
    const client = await sites.service.database.pool.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    try {
      await client.query(`LISTEN ${siteChannel}`);
      await change({ published: false });
      // Notifications arrive with the next response at the latest.
      await client.query('SELECT 1');
      assert.deepEqual(heard, [projectId]);
    } finally {
      client.removeAllListeners('notification');
      await client.query('UNLISTEN *');
      client.release();
    }
  });

  test('can unpublish the site: nothing is live, even after a deployment, until the site is published again', async () => {
    await sites.run(await sites.start(projectId));
    assert.equal((await get()).json.live, true);
    assert.equal((await change({ published: false })).json.live, false);
    await sites.run(await sites.start(projectId));
    assert.equal((await get()).json.live, false);
    assert.equal((await change({ published: true })).json.live, true);
  });

  test('give projects with the same name separate addresses, which are not reused after a deletion', async () => {
    const { pool } = sites.service.database;
    const slugs: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      projectId = await sites.addProject(`proj_twin_${id}`);
      await pool.query(`UPDATE projects SET name = 'Twin Docs' WHERE id = $1`, [projectId]);
      slugs.push((await get()).json.slug);
      await pool.query('DELETE FROM projects WHERE id = $1', [projectId]);
    }
    assert.equal(slugs[0], 'twin-docs');
    for (const slug of slugs.slice(1)) assert.match(slug, /^twin-docs-[0-9a-f]{6}$/);
    assert.equal(new Set(slugs).size, 3);
  });

  test('belong to one site if they are first requested concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => get()));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ json }) => json.slug)).size, 1);
    const { rows } = await sites.service.database.pool.query(
      'SELECT kind FROM site_environments WHERE project_id = $1',
      [projectId],
    );
    assert.deepEqual(rows, [{ kind: 'production' }]);
  });
});
