import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createUrlCheck } from '../../../platform/http-client/index.ts';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import { createSecretBox } from '../../../platform/secret-box/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { ProjectTables } from '../projects/index.ts';
import { openProjectEmbedding, openProjectModels } from './open-models.ts';
import { registerModelSettingsRoutes } from './routes.ts';
import type { ModelSettingsTables } from './store.ts';

const canary = 'sk-canary-0f1e2d3c4b5a';
const gateway = 'https://models.example/v1';
const openai = { provider: 'openai', model: 'gpt', apiKey: canary };

describe('a project’s models', () => {
  const secretBox = createSecretBox({ current: randomBytes(32), previous: [] });
  let service: ModuleRoutes<ModelSettingsTables & ProjectTables>;
  let project = '';
  let count = 0;
  let tried: string[] = [];
  let sources: string[] = [];
  let searchOfAll: ModelSettings | undefined;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) =>
      registerModelSettingsRoutes(routes, {
        database,
        secretBox,
        installationModels: (model) => [
          { provider: 'anthropic', model, baseUrl: 'https://inner.example', apiKey: 'sk-of-the-operator' },
        ],
        get installationEmbedding() {
          return searchOfAll;
        },
        defaultModel: 'anthropic/of-all',
        tryModel: async (settings, { source, purpose }) => {
          if (purpose === 'text') sources.push(source);
          const label = `${settings.provider}/${settings.model} ${settings.apiKey ?? 'no key'}`;
          tried.push(purpose === 'text' ? label : `${label} ${purpose}`);
          return { works: settings.model !== 'broken', line: settings.model };
        },
        checkUrl: createUrlCheck({}, (_name, callback) => callback(null, [{ address: '93.184.215.14', family: 4 }])),
      }),
    );
  });
  after(() => service.close());
  beforeEach(async () => {
    count += 1;
    tried = [];
    sources = [];
    searchOfAll = undefined;
    project = await insertProject(service.database, `proj_${count}`, { model: 'anthropic/of-all' });
  });
  const ask = (method: string, more: ModuleRequest & { readonly rest?: string } = {}) =>
    service.request(method, `/v1/projects/${project}/models${more.rest ?? ''}`, more);
  const put = (models: unknown, more: ModuleRequest = {}) => ask('PUT', { body: { models }, ...more });
  const opened = () =>
    openProjectModels(service.database.kysely, secretBox, { organizationId: HOME, projectId: project });
  const listActions = async () => {
    const rows = await service.database.kysely
      .selectFrom('audit_events')
      .select(['action', 'result'])
      .where('target_id', '=', project)
      .orderBy('id')
      .execute();
    return rows.map(({ action, result }) => `${action} ${result}`);
  };

  test('are the installation’s until the project sets its own, and the operator’s address and key are hidden', async () => {
    const { json, text } = await ask('GET');
    assert.deepEqual([json.source, json.updatedAt], ['installation', null]);
    assert.deepEqual(json.models, [
      {
        provider: 'anthropic',
        model: 'anthropic/of-all',
        baseUrl: null,
        region: null,
        credentials: [],
        prices: null,
        contextTokens: null,
        outputTokens: null,
        seesImages: null,
      },
    ]);
    assert.doesNotMatch(text, /inner|operator/);
  });

  test('can see images if every model is known or configured to support them', async () => {
    const compatible = (model: string, seesImages?: boolean) => ({
      provider: 'openai-compatible',
      model,
      baseUrl: gateway,
      seesImages,
    });
    const sees = async (...models: unknown[]) => {
      const { json } = await put(models);
      return [json.seesImages, json.models.map((model: { seesImages: boolean | null }) => model.seesImages)];
    };
    assert.deepEqual(await sees(compatible('gpt-5')), [true, [null]]);
    assert.deepEqual(await sees(compatible('acme-1')), [false, [null]]);
    assert.deepEqual(await sees(compatible('acme-1', true)), [true, [true]]);
    assert.deepEqual(await sees(compatible('gpt-5'), compatible('acme-1')), [false, [null, null]]);
    assert.deepEqual(await sees(compatible('gpt-5', false)), [false, [false]]);
    const [model] = (await opened()) ?? [];
    assert.equal(model?.seesImages, false, 'jobs use the setting');
    assert.equal((await put([compatible('gpt-5', 'yes' as never)])).status, 400);
  });

  test('include a model for searches, which defaults to the installation’s and whose key is kept and hidden like other keys', async () => {
    searchOfAll = { provider: 'openai', model: 'embed-of-all', apiKey: 'sk-of-the-operator' };
    const embed = { provider: 'openai-compatible', model: 'embed', baseUrl: gateway };
    const searchOf = async () => {
      const { embedding, source, models } = (await ask('GET')).json;
      return [source, models[0].model, embedding?.source, embedding?.model.model, embedding?.model.credentials];
    };
    assert.deepEqual(await searchOf(), ['installation', 'anthropic/of-all', 'installation', 'embed-of-all', []]);
    const keyOf = async () =>
      (await openProjectEmbedding(service.database.kysely, secretBox, { organizationId: HOME, projectId: project }))
        ?.apiKey;

    const alone = await ask('PUT', { body: { models: [], embedding: { ...embed, apiKey: canary } } });
    assert.doesNotMatch(alone.text, /canary|operator/);
    assert.deepEqual(await searchOf(), ['installation', 'anthropic/of-all', 'project', 'embed', ['apiKey']]);
    assert.equal(await opened(), undefined);

    await put([{ ...openai, apiKey: 'sk-text' }]);
    assert.deepEqual(await searchOf(), ['project', 'gpt', 'project', 'embed', ['apiKey']]);
    assert.deepEqual([await keyOf(), (await opened())?.[0]?.apiKey], [canary, 'sk-text']);

    await ask('PUT', { body: { models: [openai], embedding: embed } });
    assert.equal(await keyOf(), canary);
    const moved = { ...embed, baseUrl: 'https://thief.example/v1' };
    await ask('PUT', { body: { models: [openai], embedding: moved } });
    assert.equal(await keyOf(), undefined);

    for (const refused of [
      { provider: 'anthropic', model: 'm', apiKey: canary },
      { provider: 'builtin', model: 'rules-1' },
      { ...embed, baseUrl: 'http://127.0.0.1:11434/v1' },
    ]) {
      const { status, json } = await ask('PUT', { body: { models: [], embedding: refused } });
      assert.deepEqual([status, json.code, json.details[0].path], [400, 'model_settings_invalid', '/embedding']);
    }

    tried = [];
    const tests = await ask('POST', { rest: '/test', body: {} });
    assert.equal(tests.json.models.length, 2);
    assert.match(tried[1] ?? '', /^openai-compatible\/embed no key embedding$/);
    await ask('PUT', { body: { models: [], embedding: null } });
    assert.deepEqual((await searchOf()).slice(2, 4), ['installation', 'embed-of-all']);
  });

  test('are not accessible to another organization or to a key that is bound to another project', async () => {
    await put([openai]);
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
      const answers = await Promise.all([
        ask('GET', { as }),
        put([{ provider: 'builtin', model: 'rules-1' }], { as }),
        ask('DELETE', { as }),
        ask('POST', { as, rest: '/test', body: {} }),
      ]);
      for (const answer of answers) {
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], JSON.stringify(as));
      }
    }
    assert.deepEqual(tried, []);
    assert.equal((await opened())?.[0]?.apiKey, canary);
    assert.deepEqual(await listActions(), ['project_models.updated success']);
  });

  test('have a key that no response, row or event shows', async () => {
    const answers = [
      await put([{ ...openai, prices: { inputUsdPerMillion: 1, outputUsdPerMillion: 2 } }]),
      await ask('GET'),
      await ask('POST', { rest: '/test', body: {} }),
      await put([{ ...openai, model: 'a b' }]),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 400],
    );
    assert.deepEqual(answers[1]?.json.models[0].credentials, ['apiKey']);
    assert.deepEqual(answers[1]?.json.models[0].prices, { inputUsdPerMillion: 1, outputUsdPerMillion: 2 });
    const { pool } = service.database;
    const rows = [await pool.query('SELECT * FROM project_models'), await pool.query('SELECT * FROM audit_events')];
    assert.doesNotMatch(JSON.stringify([answers.map(({ text }) => text), rows.map((found) => found.rows)]), /canary/);
    assert.equal((await opened())?.[0]?.apiKey, canary);
  });

  test('keep an omitted key only for the same provider and address', async () => {
    await put([{ ...openai, baseUrl: `${gateway}//` }]);
    const kept = await put([{ provider: 'openai', model: 'gpt-2', baseUrl: gateway }]);
    assert.deepEqual(kept.json.models[0].credentials, ['apiKey']);
    assert.equal((await opened())?.[0]?.apiKey, canary);
    for (const moved of [
      { provider: 'openai', model: 'gpt-2', baseUrl: 'https://thief.example/v1' },
      { provider: 'openai-chat', model: 'gpt-2', baseUrl: gateway },
      { provider: 'openai', model: 'gpt-2' },
    ]) {
      const refused = await put([moved]);
      assert.deepEqual([refused.status, refused.json.code], [400, 'model_settings_invalid'], JSON.stringify(moved));
      assert.match(refused.json.error, /Model 1 .*needs `apiKey`/);
    }
  });

  test('each keep their own key, even with the same address', async () => {
    await put([openai, { provider: 'openai', model: 'small', apiKey: 'sk-small' }]);
    await put([
      { provider: 'openai', model: 'small' },
      { provider: 'openai', model: 'gpt' },
    ]);
    assert.deepEqual(
      (await opened())?.map(({ model, apiKey }) => [model, apiKey]),
      [
        ['small', 'sk-small'],
        ['gpt', canary],
      ],
    );
  });

  test('are refused if a field is missing or invalid, and the error gives the position of the model', async () => {
    const keyed = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
    for (const [model, wrong] of [
      [{ provider: 'openai-compatible', model: 'm' }, /`baseUrl`/],
      [{ provider: 'azure', model: 'm', apiKey: 'k' }, /`baseUrl`/],
      [{ provider: 'bedrock', model: 'm', ...keyed }, /`region`/],
      [{ provider: 'bedrock', model: 'm', region: 'eu-west-1', accessKeyId: 'AKIA' }, /`secretAccessKey`/],
      [{ ...openai, model: 'm\u0001' }, /`model`/],
      [{ ...openai, apiKey: 'sk-ключ' }, /`apiKey` contains a character/],
      [{ ...openai, baseUrl: 'https://u:p@models.example' }, /./],
      [{ ...openai, baseUrl: 'https://models.example/?key=1' }, /`baseUrl`/],
      [{ ...openai, baseUrl: 'no address' }, /`baseUrl`/],
    ] as const) {
      const refused = await put([{ provider: 'builtin', model: 'rules-1' }, model]);
      assert.deepEqual([refused.status, refused.json.code], [400, 'model_settings_invalid'], JSON.stringify(model));
      assert.match(refused.json.error, wrong);
      assert.equal(refused.json.details[0].path, '/models/1');
    }
    assert.equal(await opened(), undefined);
    assert.deepEqual(await listActions(), []);
  });

  test('must be one to five, without NUL characters and with values within the limits', async () => {
    for (const models of [
      [],
      Array.from({ length: 6 }, () => openai),
      [{ ...openai, apiKey: '' }],
      [{ ...openai, apiKey: 'k'.repeat(5001) }],
      [{ ...openai, model: 'm\u0000' }],
      [{ ...openai, prices: { inputUsdPerMillion: -1, outputUsdPerMillion: 1 } }],
      [{ ...openai, prices: { inputUsdPerMillion: 2 ** 31, outputUsdPerMillion: 1 } }],
      [{ provider: 'nobody', model: 'm' }],
      'openai',
    ]) {
      const refused = await put(models);
      assert.equal(refused.status, 400, JSON.stringify(models).slice(0, 100));
      assert.ok(['invalid_request', 'model_settings_invalid'].includes(refused.json.code), refused.text);
    }
  });

  for (const baseUrl of ['http://169.254.169.254/latest', 'https://127.0.0.1/v1', 'http://[::1]:11434/v1']) {
    test(`can’t be at ${baseUrl}, which is inside the installation`, async () => {
      const refused = await put([{ provider: 'openai-compatible', model: 'm', baseUrl }]);
      assert.deepEqual([refused.status, refused.json.code], [400, 'model_settings_invalid']);
      assert.equal(await opened(), undefined);
    });
  }

  for (const provider of ['ollama', 'lmstudio', 'llamacpp', 'vllm']) {
    test(`can’t use ${provider} on the installation’s machine unless a setting allows its address`, async () => {
      const refused = await put([{ provider, model: 'm' }]);
      assert.deepEqual([refused.status, refused.json.code], [400, 'model_settings_invalid']);
      assert.match(refused.text, /DOCWRIGHT_PRIVATE_MODEL_HOSTS=http:\/\/127\.0\.0\.1:\d+ in the/);
      assert.equal((await put([{ provider, model: 'm', baseUrl: gateway }])).status, 200, 'called at another address');
    });
  }

  test('can’t get a new address with a key that is bound to the project, and the attempt is logged', async () => {
    const as = { projectIds: [project] };
    const refused = await put([{ ...openai, baseUrl: gateway }], { as });
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    assert.equal((await put([{ ...openai, baseUrl: gateway }])).status, 200);
    const known = await put([{ provider: 'openai', model: 'gpt-3', baseUrl: `${gateway}/` }], { as });
    assert.deepEqual([known.status, known.json.models[0].credentials], [200, ['apiKey']]);
    assert.equal((await put([openai], { as })).status, 200);
    assert.equal((await listActions())[0], 'project_models.updated refused');
  });

  test('are changed only once by two callers with the same ETag, even if nothing was set', async () => {
    const both = (ifMatch: string) =>
      Promise.all(['one', 'two'].map((model) => put([{ ...openai, model }], { headers: { 'if-match': ifMatch } })));
    const none = (await ask('GET')).headers.get('etag') ?? '';
    const first = await both(none);
    assert.deepEqual(
      first.map(({ status }) => status).sort((a, b) => a - b),
      [200, 412],
    );
    const saved = first.find(({ status }) => status === 200);
    const second = await both(saved?.headers.get('etag') ?? '');
    assert.deepEqual(
      second.map(({ status }) => status).sort((a, b) => a - b),
      [200, 412],
    );
  });

  test('get a later updatedAt than before even if the clock is behind', async () => {
    await put([openai]);
    const ahead = "UPDATE project_models SET updated_at = now() + interval '1 hour' WHERE project_id = $1";
    await service.database.pool.query(ahead, [project]);
    const before = (await ask('GET')).json.updatedAt;
    const { json } = await put([openai]);
    assert.ok(json.updatedAt > before, `${json.updatedAt} after ${before}`);
  });

  test('give the project the first model’s label, and deleting them restores the installation’s model', async () => {
    const label = async () => {
      const { rows } = await service.database.pool.query('SELECT model FROM projects WHERE id = $1', [project]);
      return rows[0].model;
    };
    await put([{ provider: 'builtin', model: 'whatever' }, openai]);
    assert.equal(await label(), 'builtin/rules-1');
    assert.equal((await ask('DELETE')).status, 204);
    assert.deepEqual([await label(), (await ask('GET')).json.source], ['anthropic/of-all', 'installation']);
  });

  test('are tested one by one with their own keys, or alone by name', async () => {
    await put([openai, { ...openai, model: 'broken', apiKey: 'sk-2' }]);
    const all = await ask('POST', { rest: '/test', body: {} });
    assert.deepEqual(all.json, {
      works: false,
      models: [
        { model: 'openai/gpt', works: true, line: 'gpt' },
        { model: 'openai/broken', works: false, line: 'broken' },
      ],
    });
    assert.deepEqual(tried, [`openai/gpt ${canary}`, 'openai/broken sk-2']);
    assert.deepEqual(sources, ['project', 'project']);
    const one = await ask('POST', { rest: '/test', body: { model: 'openai/gpt' } });
    assert.deepEqual([one.json.works, one.json.models.length], [true, 1]);
    const unknown = await ask('POST', { rest: '/test', body: { model: 'openai/other' } });
    assert.deepEqual([unknown.status, unknown.json.code], [400, 'model_settings_invalid']);
    assert.match(unknown.json.error, /openai\/gpt, openai\/broken/);
    assert.equal((await listActions()).filter((action) => action.startsWith('project_models.tested')).length, 3);
  });
});
