import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createHttpClient } from '../../../platform/http-client/index.ts';
import { createReaderModel } from '../../../platform/models/index.ts';
import { startScriptedModels, type ScriptedModels } from '../../../platform/models/testing/scripted-models.ts';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { deleteOldMessages } from './delete-old-messages.ts';
import { askingFor, openAssistant, type AssistantStage } from './testing/assistant-stage.ts';

const defaults = {
  enabled: true,
  model: 'builtin/extracts-1',
  name: '',
  greeting: '',
  starters: [],
  instructions: '',
  tone: 'neutral',
  messagesPerMinute: 20,
  monthlyBudgetUsd: null,
  visitorDailyBudgetUsd: null,
  retentionDays: 30,
  fallback: null,
  spentThisMonthUsd: 0,
  updatedAt: null,
};

describe('a project’s assistant settings', () => {
  let stage: AssistantStage;
  let providers: ScriptedModels;
  const http = { client: createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [] }) };
  before(async () => {
    stage = await openAssistant();
    providers = await startScriptedModels();
    await http.client.close();
    http.client = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [providers.host] });
  });
  after(async () => {
    await http.client.close();
    await providers[Symbol.asyncDispose]();
    await stage.service.close();
  });
  beforeEach(async () => {
    await sql`delete from project_assistant_settings where project_id = 'ours'`.execute(kysely());
    await sql`delete from project_models`.execute(kysely());
  });
  const kysely = () => stage.service.database.kysely;
  const call = (method: string, more: ModuleRequest = {}, project = 'ours') =>
    stage.service.request(method, `/v1/projects/${project}/assistant`, more);
  const set = (body: unknown, more: ModuleRequest = {}) => call('PATCH', { body, ...more });
  const giveModels = (provider: string) =>
    sql`insert into project_models (project_id, organization_id, models, credentials, key_id)
      values ('ours', 'org_home', ${JSON.stringify([{ provider }])}::jsonb, '', '')`.execute(kysely());
  const unanswerable = askingFor('How do I bake sourdough bread?');

  test('are defaults until they are set, and omitted fields stay unchanged', async () => {
    assert.deepEqual((await call('GET')).json, defaults);
    await set({ instructions: 'Be brief.', retentionDays: 7 });
    const { status, json } = await set({ enabled: false });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...json, updatedAt: null },
      { ...defaults, instructions: 'Be brief.', retentionDays: 7, enabled: false },
    );
    assert.deepEqual((await call('GET')).json, json);
  });

  test('refuse values out of range and invalid links, and stay unchanged', async () => {
    for (const [body, says] of [
      [{ retentionDays: 366 }, /"retentionDays" must be <= 365/],
      [{ retentionDays: -1 }, /must be >= 0/],
      [{ instructions: 'x'.repeat(4001) }, /at most 4000 characters/],
      [{ instructions: 'NUL \0' }, /NUL/],
      [{ model: 'openai/gpt' }, /must be one of builtin\/extracts-1, project/],
      [{ enabled: 'yes' }, /must be boolean/],
      [{ fallback: { label: 'Ask', url: 'javascript:alert(1)' } }, /fallback link "javascript:alert\(1\)" must start/],
      [{ fallback: { label: 'Ask', url: 'http://example.com' } }, /must start with https: or mailto:/],
      [{ fallback: { label: ' ', url: 'https://example.com' } }, /must not be blank/],
      [{ fallback: { label: 'Ask' } }, /"fallback\/url" is required/],
    ] as const) {
      const refused = await set(body);
      assert.deepEqual(
        [refused.status, refused.json.code],
        [400, 'invalid_request'],
        JSON.stringify(body).slice(0, 60),
      );
      assert.match(refused.json.error, says);
    }
    for (const provider of [undefined, 'builtin']) {
      if (provider !== undefined) await giveModels(provider);
      const refused = await set({ model: 'project' });
      assert.deepEqual([refused.status, refused.json.code], [400, 'model_settings_invalid']);
      assert.match(refused.json.error, /PUT \/v1\/projects\/ours\/models/);
    }
    assert.deepEqual((await call('GET')).json, defaults);
  });

  test('require permission to change the project, record an audit event, and honor If-Match', async () => {
    for (const as of [{ organizationId: OTHER }, { projectIds: ['beside'] }])
      for (const answer of [await call('GET', { as }), await set({ enabled: false }, { as })])
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    assert.equal((await set({ enabled: false }, { as: { scopes: ['projects:read'] } })).status, 403);
    const headers = { 'if-match': (await call('GET')).headers.get('etag') ?? '' };
    const both = await Promise.all([1, 2].map((retentionDays) => set({ retentionDays }, { headers })));
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 412]));
    const events = await sql<{ action: string }>`
      select action from audit_events where target_id = 'ours' and action like 'assistant%'`.execute(kysely());
    assert.equal(events.rows.at(-1)?.action, 'assistant_settings.updated');
  });

  test('can turn off the API’s answers, and the error explains how to turn them on', async () => {
    await set({ enabled: false });
    const { status, json } = await stage.ask('ours');
    assert.deepEqual([status, json.code], [403, 'assistant_off']);
    assert.match(json.message, /Set "enabled" in its assistant settings/);
    await set({ enabled: true });
    assert.equal((await stage.ask('ours')).status, 200);
  });

  test('can add a link below a response if the pages don’t contain the answer, with a label in plain text', async () => {
    await set({
      fallback: { label: 'Ask *us* [now](javascript:x) <img>', url: 'https://support.example.com/a b?q=(1)' },
    });
    const unanswered = await stage.ask('ours', unanswerable);
    assert.equal(unanswered.json.outcome, 'unanswered');
    assert.ok(
      unanswered.json.text.endsWith(
        '\n\n[Ask \\*us\\* \\[now\\](javascript:x) \\<img\\>](<https://support.example.com/a%20b?q=(1)>)\n',
      ),
      unanswered.json.text,
    );
    assert.doesNotMatch((await stage.ask('ours')).json.text, /support\.example/);
    await set({ fallback: { label: 'Write to us', url: 'mailto:help@example.com' } });
    assert.match((await stage.ask('ours', unanswerable)).json.text, /\[Write to us\]\(<mailto:help@example\.com>\)/);
    await set({ fallback: null });
    assert.doesNotMatch((await stage.ask('ours', unanswerable)).json.text, /Write to us/);
  });

  test('can let the project’s models answer over HTTP with its instructions, and use passages if the models fail', async () => {
    const { baseUrl } = providers.add('good', 'openai-compatible', () => 'Twice: see [Keys](/keys).');
    const broken = providers.add('broken', 'openai-compatible', () => ({ status: 401, body: { error: 'no' } }));
    const settingsOf = (url: string) => ({ provider: 'openai-compatible' as const, model: 'm', baseUrl: url });
    const open =
      (...urls: string[]) =>
      async () =>
        createReaderModel(urls.map(settingsOf), { http: http.client, silenceMs: 20_000 });
    await giveModels('openai-compatible');
    assert.equal((await set({ model: 'project', instructions: 'Call us Acme.' })).status, 200);
    stage.models.open = open(baseUrl);
    const answered = await stage.ask('ours');
    assert.deepEqual([answered.json.text, answered.json.outcome], ['Twice: see [Keys](/keys).', 'answered']);
    assert.match(JSON.stringify(providers.requestsOf('good')[0]?.body), /Call us Acme\./);
    stage.models.open = open(broken.baseUrl, baseUrl);
    assert.equal((await stage.ask('ours')).json.text, 'Twice: see [Keys](/keys).');
    stage.models.open = open(broken.baseUrl);
    assert.match((await stage.ask('ours')).json.text, /can’t answer at the moment.*create a second key/s);
    for (const none of [() => Promise.resolve(undefined), () => Promise.reject(new Error('sealed with another key'))]) {
      stage.models.open = none;
      assert.match((await stage.ask('ours')).json.text, /^This is what the pages say:.*create a second key/s);
    }
  });

  test('determine how long threads are stored; with 0 days, none are stored', async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from assistant_messages`.execute(kysely())).rows[0]
        ?.count;
    await stage.ask('ours', { ...askingFor(), fp: 'v' });
    await sql`update assistant_messages set asked_at = now() - interval '8 days'`.execute(kysely());
    await set({ retentionDays: 9 });
    await deleteOldMessages(kysely());
    assert.equal(await count(), 1);
    await set({ retentionDays: 7 });
    await deleteOldMessages(kysely());
    assert.equal(await count(), 0);
    await stage.ask('ours', { ...askingFor(), fp: 'v' });
    await set({ retentionDays: 0 });
    assert.equal(await count(), 0);
    assert.equal((await stage.ask('ours', { ...askingFor(), fp: 'v' })).status, 200);
    assert.equal(await count(), 0);
  });
});
