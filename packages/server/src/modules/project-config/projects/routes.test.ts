import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { findProject, setProjectModel } from './store.ts';
import { openProjectService, type ProjectService } from './testing/project-service.ts';

describe('a project', () => {
  let service: ProjectService;
  before(async () => {
    service = await openProjectService();
  });
  after(() => service.close());
  const make = async (body: object = {}, organizationId = HOME): Promise<string> =>
    (await service.create(body, { as: { organizationId } })).json.id;
  const startExport = (id: string) =>
    service.database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict)
       VALUES ('exp_' || $1, $2, $1, 'queued', '', false)`,
      [id, HOME],
    );

  test('is treated as nonexistent for another organization, and for a key that is bound to another project', async () => {
    const [foreign, own] = [await make({}, OTHER), await make()];
    const bound = { projectIds: [await make()] };
    for (const [id, as] of [
      [foreign, {}],
      [own, bound],
      ['proj_missing', {}],
    ] as const) {
      for (const answer of [
        await service.request('GET', `/v1/projects/${id}`, { as }),
        await service.change(id, { name: 'Mine' }, { as }),
        await service.remove(id, as),
      ]) {
        assert.deepEqual([answer.status, answer.json.error], [404, `There is no project "${id}".`]);
      }
    }
    assert.equal((await service.request('GET', `/v1/projects/${own}`)).json.name, 'Docs');
  });

  test('is listed newest first, page by page; a bound key lists only its own projects', async () => {
    const ids = [await make(), await make(), await make()].reverse();
    const first = (await service.request('GET', '/v1/projects?limit=2')).json;
    assert.deepEqual(
      first.projects.map(({ id }: { id: string }) => id),
      ids.slice(0, 2),
    );
    const second = (await service.request('GET', `/v1/projects?limit=2&cursor=${first.nextCursor}`)).json;
    assert.equal(second.projects[0].id, ids[2]);
    const bound = (await service.request('GET', '/v1/projects', { as: { projectIds: [ids[1] ?? ''] } })).json;
    assert.deepEqual([bound.projects.length, bound.projects[0].id, bound.nextCursor], [1, ids[1], null]);
  });

  test('is listed only with its organization’s cursor and a valid limit', async () => {
    const foreign = await make({}, OTHER);
    for (const query of [`cursor=${foreign}`, 'cursor=x%27%20OR%201=1', 'limit=0', 'limit=2147483648', 'limit=a']) {
      const refused = await service.request('GET', `/v1/projects?${query}`);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], query);
    }
  });

  test('keeps fields that a change omits, and the log names the changed fields', async () => {
    const id = await make({
      docsFolder: 'site',
      domains: ['kept.example.com'],
      features: { analytics: true },
      asDraft: true,
    });
    const { status, json } = await service.change(id, { name: ' New ', excludeOrphans: true });
    assert.deepEqual(
      [status, json.name, json.docsFolder, json.domains, json.features.analytics, json.asDraft, json.excludeOrphans],
      [200, 'New', 'site', ['kept.example.com'], true, true, true],
    );
    const { rows } = await service.database.pool.query<{ details: unknown }>(
      `SELECT details FROM audit_events WHERE target_id = $1 AND action = 'project.updated'`,
      [id],
    );
    assert.deepEqual(rows[0]?.details, { fields: ['name', 'excludeOrphans'] });
  });

  test('can’t get other files or more domains with a key that is bound to it', async () => {
    const id = await make({ docsFolder: 'site', domains: ['a.example.com', 'b.example.com'] });
    const as = { projectIds: [id] };
    for (const body of [
      { repository: 'local:handbook' },
      { repository: 'local:nowhere' },
      { repository: 'https://github.com/acme/site' },
      { branch: 'next' },
      { docsFolder: '' },
      { domains: ['a.example.com', 'c.example.com'] },
    ]) {
      const refused = await service.change(id, body, { as });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'], JSON.stringify(body));
    }
    assert.deepEqual(new Set(await service.listEvents(id)), new Set(['project.created', 'project.updated refused']));
    const within = await service.change(
      id,
      { docsFolder: 'site/v2', domains: ['b.example.com'], name: 'Narrower' },
      { as },
    );
    assert.deepEqual([within.status, within.json.domains], [200, ['b.example.com']]);
  });

  test('releases a domain that a change omits, so that another project may use it', async () => {
    const [one, other] = [await make({ domains: ['moving.example.com'] }), await make()];
    const refused = await service.change(other, { name: 'Not this', domains: ['moving.example.com'] });
    assert.deepEqual([refused.status, refused.json.code], [409, 'domain_taken']);
    assert.equal((await service.request('GET', `/v1/projects/${other}`)).json.name, 'Docs', 'nothing is changed');
    await service.change(one, { domains: [] });
    assert.equal((await service.change(other, { domains: ['moving.example.com'] })).status, 200);
  });

  test('is changed only once by two people with the same ETag', async () => {
    const id = await make();
    const seen = await service.request('GET', `/v1/projects/${id}`);
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    const answers = await Promise.all([
      service.change(id, { name: 'One' }, { headers }),
      service.change(id, { name: 'Two' }, { headers }),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 412]));
    const both = await Promise.all([service.change(id, { asDraft: true }), service.change(id, { docsFolder: 'x' })]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    const { json } = await service.request('GET', `/v1/projects/${id}`);
    assert.deepEqual(
      [json.asDraft, json.docsFolder],
      [true, 'x'],
      'without If-Match, both changes are made, one after the other',
    );
  });

  test('gets a later updated_at with each change of its model, even for changes in one transaction', async () => {
    const id = await make();
    const { kysely } = service.database;
    let last = (await findProject(kysely, HOME, id))?.updated_at.getTime() ?? 0;
    for (const name of ['a', 'b', 'c']) {
      await kysely.transaction().execute(async (tx) => {
        await setProjectModel(tx, id, `builtin/${name}`);
        await setProjectModel(tx, id, 'builtin/rules-1');
      });
      const now = (await findProject(kysely, HOME, id))?.updated_at.getTime() ?? 0;
      assert.ok(now >= last + 2, `${now - last} ms`);
      last = now;
    }
  });

  test('with its own models can’t get another model through its own settings', async () => {
    const id = await make();
    await service.database.pool.query(
      `INSERT INTO project_models (project_id, organization_id, models, credentials, key_id) VALUES ($1, $2, '[{}]', '', '')`,
      [id, HOME],
    );
    const refused = await service.change(id, { model: 'builtin/other' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'project_has_models']);
    assert.equal((await service.change(id, { model: 'builtin/rules-1', name: 'Same model' })).status, 200);
  });

  test('in an organization with models starts with the first of them, and can’t select another', async () => {
    await service.database.pool.query(
      `INSERT INTO organization_models (organization_id, models, credentials, key_id)
       VALUES ($1, '[{"provider":"builtin","model":"shared"}]', '', '')`,
      [HOME],
    );
    try {
      const id = await make();
      const { json } = await service.request('GET', `/v1/projects/${id}`);
      assert.equal(json.model, 'builtin/shared');
      const other = await service.create({ model: 'builtin/rules-1' });
      assert.deepEqual([other.status, other.json.details?.[0]?.path], [400, '/model']);
      const refused = await service.change(id, { model: 'builtin/rules-1' });
      assert.deepEqual([refused.status, refused.json.code], [409, 'project_has_models']);
      assert.match(refused.json.error, /organization/);
      assert.equal((await service.change(id, { model: 'builtin/shared', name: 'Same model' })).status, 200);
    } finally {
      await service.database.pool.query('DELETE FROM organization_models');
    }
  });

  test('can’t be deleted before its jobs have ended; afterwards it is deleted once, and its domain is free again', async () => {
    const id = await make({ domains: ['gone.example.com'] });
    await startExport(id);
    const refused = await service.remove(id);
    assert.deepEqual([refused.status, refused.json.code], [409, 'project_in_use']);
    await service.database.pool.query(
      `UPDATE export_jobs SET status = 'failed', error = 'x', error_code = 'internal' WHERE project_id = $1`,
      [id],
    );
    const answers = await Promise.all([service.remove(id), service.remove(id)]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204, 404]));
    assert.deepEqual(await service.listEvents(id), ['project.created', 'project.deleted']);
    assert.equal((await service.create({ domains: ['gone.example.com'] })).status, 201);
  });

  test('keeps its fetched repository if another project of the organization uses it', async () => {
    const [one, other] = [await make({ repository: 'local:handbook' }), await make({ repository: 'local:handbook' })];
    await service.remove(one);
    await service.remove(other);
    assert.deepEqual(service.deleted.slice(-2), [one, other]);
    const { rows } = await service.database.pool.query<{ project_id: string; unused_repository: string | null }>(
      'SELECT project_id, unused_repository FROM deleted_projects ORDER BY deleted_at DESC LIMIT 2',
    );
    const [second, first] = rows;
    assert.deepEqual([first?.project_id, first?.unused_repository], [one, null]);
    assert.deepEqual([second?.project_id, second?.unused_repository?.endsWith('handbook')], [other, true]);
  });
});
