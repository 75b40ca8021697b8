import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { defaultAllowPaths, defaultLimits } from '@docwright/doc-agent';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { ProjectTables } from '../projects/index.ts';
import { limitNames } from './agent-settings.ts';
import { findAgentSettings } from './find-agent-settings.ts';
import { registerAgentSettingsRoutes } from './routes.ts';
import type { AgentSettingsTables } from './store.ts';

const settableLimits = Object.fromEntries(limitNames.map((name) => [name, defaultLimits[name]]));

describe('a project’s agent settings', () => {
  let service: ModuleRoutes<AgentSettingsTables & ProjectTables>;
  let project = '';
  let count = 0;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) =>
      registerAgentSettingsRoutes(routes, {
        database,
        rules: { baseUrl: 'https://docs.example', hosts: [{ kind: 'github', webUrl: 'https://github.com' }] },
        localCodeHost: {
          findRepository: (organizationId, name) =>
            Promise.resolve(organizationId === HOME && name === 'api' ? { path: '@home/api' } : undefined),
        },
        findConnected: (id) => Promise.resolve(id === HOME ? ['https://github.com/acme/*'] : []),
      }),
    );
  });
  after(() => service.close());
  beforeEach(async () => {
    count += 1;
    project = await insertProject(service.database, `proj_${count}`, { docsFolder: 'docs' });
  });
  const ask = (method: string, more: ModuleRequest = {}) =>
    service.request(method, `/v1/projects/${project}/agent-settings`, more);
  const set = (body: unknown, more: ModuleRequest = {}) => ask('PATCH', { body, ...more });
  const listEvents = async () => {
    const rows = await service.database.kysely
      .selectFrom('audit_events')
      .select(['action', 'result'])
      .where('target_id', '=', project)
      .orderBy('id')
      .execute();
    return rows.map(({ action, result }) => `${action} ${result}`);
  };

  test('are the engine’s defaults until they are set', async () => {
    const { json } = await ask('GET');
    assert.deepEqual(json.limits, settableLimits);
    assert.deepEqual(json.allowPaths, defaultAllowPaths);
    assert.deepEqual([json.updatedAt, json.drafts, json.allowScripts], [null, 'as_asked', false]);
    const resolved = await findAgentSettings(service.database.kysely, { organizationId: HOME, projectId: project });
    assert.deepEqual({ ...resolved, updatedAt: null }, json);
  });

  test('change only the given fields', async () => {
    await set({ labels: ['docs'], instructions: 'Be brief.', limits: { maxFiles: 2, maxSteps: 9 } });
    const { json } = await set({ drafts: 'always', labels: [], limits: { maxSteps: 10 } });
    assert.deepEqual([json.labels, json.instructions, json.drafts], [[], 'Be brief.', 'always']);
    assert.deepEqual(json.limits, { ...settableLimits, maxFiles: 2, maxSteps: 10 });
    assert.deepEqual((await ask('GET')).json, json);
  });

  test('return to their defaults with null', async () => {
    await set({ allowPaths: ['guides/**'], limits: { maxFiles: 2, maxSteps: 9 } });
    const { json } = await set({ allowPaths: null, limits: { maxFiles: null } });
    assert.deepEqual(json.allowPaths, defaultAllowPaths);
    assert.deepEqual(json.limits, { ...settableLimits, maxSteps: 9 });
  });

  test('are treated as nonexistent for another organization or project, and stay unchanged', async () => {
    await set({ labels: ['ours'] });
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
      for (const answer of [await ask('GET', { as }), await set({ labels: ['theirs'] }, { as })]) {
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], JSON.stringify(as));
      }
    }
    assert.deepEqual((await ask('GET')).json.labels, ['ours']);
    assert.deepEqual(await listEvents(), ['agent_settings.updated success']);
  });

  test('are changed only once by two callers with the same ETag, even before the first change', async () => {
    const both = async () => {
      const headers = { 'if-match': (await ask('GET')).headers.get('etag') ?? '' };
      return Promise.all(['one', 'two'].map((label) => set({ labels: [label] }, { headers })));
    };
    for (const answers of [await both(), await both()]) {
      assert.deepEqual(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [200, 412],
      );
    }
    assert.equal((await listEvents()).length, 2);
  });

  test('get a later updatedAt than before even if the clock is behind', async () => {
    await set({ labels: ['a'] });
    const ahead = "UPDATE project_agent_settings SET updated_at = now() + interval '1 hour' WHERE project_id = $1";
    await service.database.pool.query(ahead, [project]);
    const before = (await ask('GET')).json.updatedAt;
    const { json } = await set({ labels: ['b'] });
    assert.ok(json.updatedAt > before, `${json.updatedAt} after ${before}`);
  });

  for (const [field, path, why] of [
    ['allowPaths', '/etc/**', /must be relative/],
    ['allowPaths', 'a/../b', /\. or \.\. segments/],
    ['denyPaths', 'a//b', /must be relative/],
    ['denyPaths', '+(a|aa)+(b)', /contains "\+"/],
    ['denyPaths', '!secret/**', /contains "!"/],
    ['denyPaths', 'a\\b', /contains/],
    ['guidePaths', '../style.md', /must be relative/],
    ['guidePaths', 'style/', /must be relative/],
    ['guidePaths', 'a\nb.md', /control character/],
    ['guidePaths', 'a\\b.md', /backslash/],
    ['guidePaths', '.env', /style guide/],
    ['guidePaths', 'keys/id_rsa', /style guide/],
    ['guidePaths', 'docs.json', /style guide/],
  ] as const) {
    test(`refuse ${JSON.stringify(path)} in ${field}, and the error gives the reason`, async () => {
      const refused = await set({ [field]: ['guides/good.md', path] });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request']);
      assert.equal(refused.json.details[0].path, `/${field}/1`);
      assert.match(refused.json.error, why);
    });
  }

  test('refuse invalid values and values out of range, and stay unset', async () => {
    for (const body of [
      { limits: { maxFiles: 0 } },
      { limits: { maxFiles: 2 ** 31 } },
      { limits: { maxSteps: 1.5 } },
      { limits: { maxCostUsd: -1 } },
      { instructions: 'x'.repeat(20_001) },
      { instructions: 'NUL \u0000' },
      { labels: ['a,b'] },
      { labels: ['a\nb'] },
      { labels: Array.from({ length: 21 }, (_, index) => `label-${index}`) },
      { reviewers: ['-x; id'] },
      { fetchHosts: ['https://x.example'] },
      { denyPaths: Array.from({ length: 101 }, (_, index) => `a/${index}`) },
      { drafts: 'never' },
    ]) {
      const refused = await set(body);
      assert.deepEqual(
        [refused.status, refused.json.code],
        [400, 'invalid_request'],
        JSON.stringify(body).slice(0, 80),
      );
    }
    assert.equal((await ask('GET')).json.updatedAt, null);
  });

  test('can’t name a new guide outside the docs folder if the key is bound to the project', async () => {
    const as = { projectIds: [project] };
    const refused = await set({ guidePaths: ['docs/style.md', 'internal/plans.md'] }, { as });
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    assert.match(refused.json.error, /internal\/plans\.md/);
    assert.deepEqual(await listEvents(), ['agent_settings.updated refused']);
    // A folder whose name only starts with the docs folder's name is a different folder.
    assert.equal((await set({ guidePaths: ['docs-internal/style.md'] }, { as })).status, 403);
    assert.equal((await set({ guidePaths: ['docs/style.md'] }, { as })).status, 200);
    await set({ guidePaths: ['internal/plans.md'] });
    const kept = await set({ guidePaths: ['internal/plans.md', 'docs/style.md'] }, { as });
    assert.equal(kept.status, 200, 'a guide that was named with permission may stay');
  });

  test('can list context repositories of the organization, on any of its code hosts', async () => {
    const api = { repository: 'https://docs.example/git/api.git' };
    const server = { repository: 'https://github.com/acme/server', branch: 'next', paths: ['src', 'docs/*.yaml'] };
    const { status, json } = await set({ contextRepositories: [api, server] });
    assert.equal(status, 200, json.error);
    const shown = [{ repository: 'https://docs.example/git/@home/api.git' }, server];
    assert.deepEqual(json.contextRepositories, shown);
    assert.deepEqual((await set({ labels: ['docs'] })).json.contextRepositories, shown);
    const name = { organizationId: HOME, projectId: project };
    const resolved = await findAgentSettings(service.database.kysely, name);
    assert.equal(resolved.contextRepositories[0]?.repository, 'local:@home/api');
    assert.deepEqual((await set({ contextRepositories: [] })).json.contextRepositories, []);
  });

  test('reject context repositories that belong to others, are listed twice, or have invalid branches or paths', async () => {
    const own = 'https://github.com/acme/server';
    const table = [
      [[{ repository: 'https://github.com/other/server' }], '/contextRepositories/0/repository'],
      [[{ repository: own }, { repository: 'local:secrets' }], '/contextRepositories/1/repository'],
      [[{ repository: 'file:///etc' }], '/contextRepositories/0/repository'],
      [[{ repository: own }, { repository: `${own}.git` }], '/contextRepositories/1/repository'],
      [[{ repository: own, branch: '--upload-pack=x' }], '/contextRepositories/0/branch'],
      [[{ repository: own, paths: ['src', '../..'] }], '/contextRepositories/0/paths/1'],
      [[{ repository: own, paths: ['/etc'] }], '/contextRepositories/0/paths/0'],
    ] as const;
    for (const [contextRepositories, path] of table) {
      const { status, json } = await set({ contextRepositories });
      assert.equal(status, 400, json.error);
      assert.equal(json.details[0]?.path, path, JSON.stringify(json));
    }
    const eleven = Array.from({ length: 11 }, (_, index) => ({ repository: `https://github.com/acme/r${index}` }));
    assert.equal((await set({ contextRepositories: eleven })).status, 400);
  });

  test('can’t give the agent access to more code with a key that is bound to the project', async () => {
    const as = { projectIds: [project] };
    const server = { repository: 'https://github.com/acme/server' };
    for (const repository of [server.repository, 'https://github.com/acme/missing', 'https://github.com/other/x']) {
      const refused = await set({ contextRepositories: [{ repository }] }, { as });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'], repository);
    }
    await set({ contextRepositories: [{ ...server, paths: ['src'] }] });
    assert.equal((await set({ contextRepositories: [server] }, { as })).status, 403);
    assert.equal(
      (await set({ contextRepositories: [{ ...server, branch: 'next', paths: ['src'] }] }, { as })).status,
      403,
    );
    assert.equal((await set({ contextRepositories: [{ ...server, paths: ['src'] }] }, { as })).status, 200);
    assert.equal((await set({ contextRepositories: [] }, { as })).status, 200);
  });

  test('are read and written with their own scopes, and are deleted with their project', async () => {
    await set({ labels: ['docs'] });
    const readOnly = { scopes: ['projects:read'] as const };
    assert.equal((await ask('GET', { as: readOnly })).status, 200);
    assert.equal((await set({ labels: ['x'] }, { as: readOnly })).status, 403);
    assert.equal((await ask('GET', { as: { scopes: ['agent-jobs:write'] } })).status, 403);
    await service.database.pool.query('DELETE FROM projects WHERE id = $1', [project]);
    assert.equal((await ask('GET')).status, 404);
    assert.equal((await set({ labels: ['x'] })).status, 404);
    const left = await service.database.pool.query('SELECT FROM project_agent_settings WHERE project_id = $1', [
      project,
    ]);
    assert.equal(left.rows.length, 0);
  });
});
