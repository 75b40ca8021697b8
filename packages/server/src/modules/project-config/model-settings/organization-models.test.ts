import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createUrlCheck } from '../../../platform/http-client/index.ts';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import { createSecretBox, SecretBoxError } from '../../../platform/secret-box/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { ProjectTables } from '../projects/index.ts';
import { hasProjectModels, openProjectEmbedding, openProjectModels } from './open-models.ts';
import { resealCredentials } from './reseal-credentials.ts';
import { registerModelSettingsRoutes } from './routes.ts';
import type { ModelSettingsTables } from './store.ts';

const canary = 'sk-canary-9a8b7c6d5e4f';
const path = '/v1/organization/models';
const shared = { provider: 'openai', model: 'shared', apiKey: canary };
const own = { provider: 'anthropic', model: 'own', apiKey: 'sk-own' };
const embed = { provider: 'openai', model: 'embed', apiKey: 'sk-embed' };

describe('an organization’s models', () => {
  const oldKey = randomBytes(32);
  const secretBox = createSecretBox({ current: oldKey, previous: [] });
  const embeddingOfAll: ModelSettings = { provider: 'openai', model: 'embed-of-all', apiKey: 'sk-operator' };
  let service: ModuleRoutes<ModelSettingsTables & ProjectTables>;
  let tried: string[] = [];
  before(async () => {
    service = await openModuleRoutes((routes, { database }) =>
      registerModelSettingsRoutes(routes, {
        database,
        secretBox,
        installationModels: (model) => [{ provider: 'anthropic', model, apiKey: 'sk-operator' }],
        installationEmbedding: embeddingOfAll,
        defaultModel: 'anthropic/of-all',
        tryModel: async ({ model, apiKey }, { source, purpose }) => {
          tried.push([model, apiKey, source, purpose].join(' '));
          return { works: true, line: model };
        },
        checkUrl: createUrlCheck({}, (_name, callback) => callback(null, [{ address: '93.184.215.14', family: 4 }])),
      }),
    );
  });
  after(() => service.close());
  beforeEach(async () => {
    tried = [];
    await service.database.pool.query('delete from organization_models');
    await service.database.pool.query('delete from projects');
    for (const id of ['proj_a', 'proj_b']) await insertProject(service.database, id, { model: 'anthropic/of-all' });
    await insertProject(service.database, 'proj_theirs', { organizationId: OTHER, model: 'anthropic/of-all' });
  });
  const put = (body: unknown, more: ModuleRequest = {}) => service.request('PUT', path, { body, ...more });
  const ofProject = (method: string, projectId: string, more: ModuleRequest = {}) =>
    service.request(method, `/v1/projects/${projectId}/models`, more);
  const open = (projectId: string, organizationId = HOME, box = secretBox) =>
    openProjectModels(service.database.kysely, box, { organizationId, projectId });
  const labels = async () => {
    const { rows } = await service.database.pool.query('select id, model from projects order by id');
    return Object.fromEntries(rows.map(({ id, model }) => [id, model]));
  };
  const listActions = async () => {
    const { rows } = await service.database.pool.query(
      "select action, result, target_kind, target_id from audit_events where action like 'organization_models%' order by id",
    );
    return rows.map((row) => `${row.action} ${row.result} ${row.target_kind} ${row.target_id}`);
  };

  test('are used by its projects without their own models, and not by another organization', async () => {
    assert.equal((await put({ models: [shared] })).status, 200);
    await ofProject('PUT', 'proj_b', { body: { models: [own] } });
    assert.deepEqual(
      (await open('proj_a'))?.map(({ model, apiKey }) => [model, apiKey]),
      [['shared', canary]],
    );
    assert.deepEqual(
      (await open('proj_b'))?.map(({ model, apiKey }) => [model, apiKey]),
      [['own', 'sk-own']],
    );
    assert.equal(await open('proj_theirs', OTHER), undefined);
    assert.deepEqual(
      [(await ofProject('GET', 'proj_a')).json.source, (await ofProject('GET', 'proj_b')).json.source],
      ['organization', 'project'],
    );
    const theirs = await service.request('GET', path, { as: { organizationId: OTHER } });
    assert.deepEqual([theirs.json.source, theirs.json.updatedAt], ['installation', null]);
    assert.doesNotMatch(theirs.text, /shared/);
  });

  test('apply independently for text and for searches', async () => {
    await put({ models: [shared], embedding: embed });
    await ofProject('PUT', 'proj_a', { body: { models: [own] } });
    await ofProject('PUT', 'proj_b', { body: { models: [], embedding: { ...embed, model: 'own-embed' } } });
    const embeddingOf = (projectId: string, organizationId = HOME) =>
      openProjectEmbedding(service.database.kysely, secretBox, { organizationId, projectId });
    assert.deepEqual([(await open('proj_a'))?.[0]?.model, (await embeddingOf('proj_a'))?.model], ['own', 'embed']);
    assert.deepEqual(
      [(await open('proj_b'))?.[0]?.model, (await embeddingOf('proj_b'))?.model],
      ['shared', 'own-embed'],
    );
    const shown = (await ofProject('GET', 'proj_a')).json;
    assert.deepEqual([shown.source, shown.embedding.source], ['project', 'organization']);
    const all = (await service.request('GET', path)).json;
    assert.deepEqual(
      [all.source, all.embedding.source, all.embedding.model.model],
      ['organization', 'organization', 'embed'],
    );
    await put({ models: [shared], embedding: null });
    assert.equal(await embeddingOf('proj_a'), undefined);
  });

  test('are shown with the address and the names of credentials, but not with their key', async () => {
    const baseUrl = 'https://models.example/v1';
    const answers = [
      await put({ models: [{ ...shared, baseUrl }] }),
      await service.request('GET', path),
      await ofProject('GET', 'proj_a'),
      await service.request('POST', `${path}/test`, { body: {} }),
      await put({ models: [{ ...shared, model: 'a b' }] }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 400],
    );
    const [, set, inherited] = answers.map(({ json }) => json.models?.[0]);
    assert.deepEqual([set.baseUrl, set.credentials], [baseUrl, ['apiKey']]);
    assert.deepEqual([inherited.model, inherited.baseUrl, inherited.credentials], ['shared', null, []]);
    const { pool } = service.database;
    const rows = [
      await pool.query('select * from organization_models'),
      await pool.query('select * from audit_events'),
    ];
    assert.doesNotMatch(JSON.stringify([answers.map(({ text }) => text), rows.map((found) => found.rows)]), /canary/);
  });

  test('give their name to projects that use them, until they are deleted', async () => {
    await ofProject('PUT', 'proj_b', { body: { models: [own] } });
    await put({ models: [shared] });
    assert.deepEqual(await labels(), {
      proj_a: 'openai/shared',
      proj_b: 'anthropic/own',
      proj_theirs: 'anthropic/of-all',
    });
    await ofProject('DELETE', 'proj_b');
    assert.equal((await labels())['proj_b'], 'openai/shared');
    assert.equal((await service.request('DELETE', path)).status, 204);
    assert.deepEqual(new Set(Object.values(await labels())), new Set(['anthropic/of-all']));
    assert.equal((await service.request('GET', path)).json.source, 'installation');
  });

  test('are changed only by callers who may change the organization, and the changes are in its audit log', async () => {
    const earlier = (await listActions()).length;
    await put({ models: [shared] });
    for (const as of [{ scopes: ['organization:read', 'projects:write'] as const }, { projectIds: ['proj_a'] }]) {
      for (const answer of [
        await put({ models: [own] }, { as }),
        await service.request('DELETE', path, { as }),
        await service.request('POST', `${path}/test`, { as, body: {} }),
      ])
        assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
    }
    assert.equal((await open('proj_a'))?.[0]?.model, 'shared');
    await service.request('POST', `${path}/test`, { body: {} });
    assert.deepEqual(tried, [`shared ${canary} organization text`, 'embed-of-all sk-operator installation embedding']);
    await service.request('DELETE', path);
    const target = `success organization ${HOME}`;
    assert.deepEqual((await listActions()).slice(earlier), [
      `organization_models.updated ${target}`,
      `organization_models.tested ${target}`,
      `organization_models.deleted ${target}`,
    ]);
  });

  test('count as models for answers to readers', async () => {
    const has = () => hasProjectModels(service.database.kysely, { organizationId: HOME, projectId: 'proj_a' });
    assert.equal(await has(), false);
    await put({ models: [{ provider: 'builtin', model: 'rules-1' }] });
    assert.equal(await has(), false);
    await put({ models: [shared] });
    assert.equal(await has(), true);
  });

  test('have credentials that open only for their organization, and are re-encrypted with a new master key', async () => {
    await put({ models: [shared] });
    await ofProject('PUT', 'proj_b', { body: { models: [own] } });
    const newKey = randomBytes(32);
    const rotated = createSecretBox({ current: newKey, previous: [oldKey] });
    assert.deepEqual(await resealCredentials(service.database, rotated), { resealed: 2, unreadable: [] });
    const fresh = createSecretBox({ current: newKey, previous: [] });
    assert.equal((await open('proj_a', HOME, fresh))?.[0]?.apiKey, canary);
    for (const set of [
      `update project_models set credentials = (select credentials from organization_models)`,
      `insert into organization_models select '${OTHER}', models, credentials, key_id from organization_models`,
    ])
      await service.database.pool.query(set);
    await assert.rejects(open('proj_b', HOME, fresh), SecretBoxError);
    await assert.rejects(open('proj_theirs', OTHER, fresh), SecretBoxError);
    const shown = await service.request('GET', path, { as: { organizationId: OTHER } });
    assert.equal(shown.json.credentialsReadable, false);
    assert.deepEqual(
      new Set((await resealCredentials(service.database, secretBox)).unreadable),
      new Set([HOME, OTHER, 'proj_b']),
    );
  });

  test('are changed only once by two callers with the same ETag', async () => {
    const none = (await service.request('GET', path)).headers.get('etag') ?? '';
    const both = await Promise.all(
      ['one', 'two'].map((model) => put({ models: [{ ...shared, model }] }, { headers: { 'if-match': none } })),
    );
    assert.deepEqual(
      both.map(({ status }) => status).sort((a, b) => a - b),
      [200, 412],
    );
  });
});
