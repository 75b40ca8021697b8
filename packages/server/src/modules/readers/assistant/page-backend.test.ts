import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  openSiteKnowledge,
  parseMessage,
  ServiceError,
  type QuestionRequest,
  type TurnEvent,
} from '@docwright/site-assistant';
import { sql } from 'kysely';
import { createHttpClient, type HttpClient } from '../../../platform/http-client/index.ts';
import { createReaderModel, type ModelBudget } from '../../../platform/models/index.ts';
import { startScriptedModels, type ScriptedModels } from '../../../platform/models/testing/scripted-models.ts';
import { sampleSource } from '../discovery/testing/sample-source.ts';
import { openAssistant, question, type AssistantStage } from './testing/assistant-stage.ts';

const knowledge = openSiteKnowledge(
  sampleSource({ keys: 'Rotate an API key every month: create a second key, then delete the first.' }),
);
const prices = { inputUsdPerMillion: 1, outputUsdPerMillion: 10 };
/** Cost of a call according to the scripted provider: 100 and 20 tokens. */
const costOfCall = (100 * 1 + 20 * 10) / 1_000_000;

describe('the assistant on a live site’s own pages', () => {
  let stage: AssistantStage;
  let providers: ScriptedModels;
  let http: HttpClient;
  before(async () => {
    stage = await openAssistant();
    providers = await startScriptedModels();
    http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [providers.host] });
    const { baseUrl } = providers.add('local', 'openai-compatible', () => 'Twice: see [Keys](/keys).');
    stage.models.open = async (budget?: ModelBudget) =>
      createReaderModel(
        [{ provider: 'openai-compatible', model: 'm', baseUrl, prices }],
        { http, silenceMs: 20_000 },
        budget,
      );
    await sql`insert into project_models (project_id, organization_id, models, credentials, key_id)
      values ('ours', 'org_home', '[{"provider": "openai-compatible"}]'::jsonb, '', '')`.execute(kysely());
  });
  after(async () => {
    await http.close();
    await providers[Symbol.asyncDispose]();
    await stage.service.close();
  });
  beforeEach(async () => {
    for (const table of ['project_assistant_settings', 'assistant_messages', 'assistant_spending', 'rate_uses'])
      await sql`delete from ${sql.table(table)}`.execute(kysely());
  });
  const kysely = () => stage.service.database.kysely;
  const asked = (threadId: string, id: string, more: Partial<QuestionRequest> = {}): QuestionRequest => ({
    message: parseMessage({ messages: [question('How do I rotate an API key?', id)], threadId, currentPath: '/start' }),
    knowledge,
    audience: '',
    address: '198.51.100.7',
    isCounted: true,
    signal: new AbortController().signal,
    ...more,
  });
  const textOf = async (events: AsyncIterable<TurnEvent>): Promise<string> =>
    (await Array.fromAsync(events)).map((event) => (event.type === 'text' ? event.text : '')).join('');
  const set = async (body: object): Promise<void> => {
    const { status, json } = await stage.service.request('PATCH', '/v1/projects/ours/assistant', { body });
    assert.equal(status, 200, JSON.stringify(json));
  };
  const get = async (path: string) => (await stage.service.request('GET', `/v1/projects/ours/assistant${path}`)).json;
  const isRefusal = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

  test('uses the owner’s new settings from the next question on', async () => {
    const backend = stage.backend('ours');
    assert.deepEqual(await backend.profile(), { name: '', greeting: '', starters: [], retentionDays: 30 });
    await set({ name: 'Ada', greeting: 'Hello.', starters: ['How do I begin?'], retentionDays: 0 });
    const profile = { name: 'Ada', greeting: 'Hello.', starters: ['How do I begin?'], retentionDays: 0 };
    assert.deepEqual(await backend.profile(), profile);
    await set({ enabled: false });
    await assert.rejects(backend.profile(), isRefusal('assistant-off'));
    await assert.rejects(backend.ask(asked('t', 'm1')), isRefusal('assistant-off'));
  });

  test('calls and bills the project’s model once for a message, even if it is sent again through another backend', async () => {
    await set({ model: 'project', tone: 'formal', instructions: 'Call us Acme.', monthlyBudgetUsd: 5 });
    const asks = providers.requestsOf('local').length;
    const backend = stage.backend('ours');
    const first = await backend.ask(asked('t1', 'm1'));
    assert.equal(await textOf(first.events), 'Twice: see [Keys](/keys).');
    const again = await stage.backend('ours').ask(asked('t1', 'm1'));
    assert.equal(again.messageId, first.messageId);
    assert.equal(await textOf(again.events), 'Twice: see [Keys](/keys).');
    const requests = providers.requestsOf('local').slice(asks);
    assert.equal(requests.length, 1);
    assert.match(JSON.stringify(requests[0]?.body), /Write in a formal tone\.\\nCall us Acme\./);
    const { spentThisMonthUsd } = await get('');
    assert.ok(Math.abs(spentThisMonthUsd - costOfCall) < 1e-9, String(spentThisMonthUsd));
  });

  test('stores the question for its owner, with the reader’s rating and without their identity', async () => {
    const backend = stage.backend('ours');
    const { threadId, messageId, events } = await backend.ask(asked('t1', 'm1'));
    await textOf(events);
    assert.equal(await backend.rate({ threadId, messageId, rating: 'down' }, ''), true);
    assert.equal(await backend.rate({ threadId: 'other', messageId, rating: 'up' }, ''), false);
    const [stored] = (await get('/conversations')).questions;
    assert.deepEqual(
      [stored.question, stored.outcome, stored.rating, stored.origin, stored.path, stored.model],
      ['How do I rotate an API key?', 'answered', 'down', 'page', 'start', 'builtin/extracts-1'],
    );
    const { rows } = await sql`select to_jsonb(m) as row from assistant_messages m`.execute(kysely());
    assert.doesNotMatch(JSON.stringify(rows), /198\.51|"t1"/);
    assert.equal(await backend.rate({ threadId, messageId, rating: undefined }, ''), true);
    assert.equal((await get('/conversations')).questions[0].rating, null);
  });

  test('repeats an answer only to readers in the same groups', async () => {
    const backend = stage.backend('ours');
    const staff = { audience: '["staff"]' };
    const theirs = await backend.ask(asked('t1', 'm1', staff));
    await textOf(theirs.events);
    const again = await backend.ask(asked('t1', 'm1', staff));
    await textOf(again.events);
    assert.equal(again.messageId, theirs.messageId);
    for (const audience of ['', '[]', '["board"]']) {
      const other = await backend.ask(asked('t1', 'm1', { audience }));
      await textOf(other.events);
      assert.notEqual(other.messageId, theirs.messageId, audience);
      const { threadId, messageId } = theirs;
      assert.equal(await backend.rate({ threadId, messageId, rating: 'up' }, audience), false, audience);
    }
    assert.equal(
      await backend.rate({ threadId: 't1', messageId: theirs.messageId, rating: 'up' }, staff.audience),
      true,
    );
  });

  test('stores the last vote on an answer, but no vote from another site, or for another thread or message', async () => {
    const backend = stage.backend('ours');
    const { threadId, messageId, events } = await backend.ask(asked('t1', 'm1'));
    await textOf(events);
    for (const rating of ['up', 'down', 'down', 'up', 'up', 'down'] as const)
      assert.equal(await backend.rate({ threadId, messageId, rating }, ''), true);
    assert.equal(await stage.backend('theirs').rate({ threadId, messageId, rating: 'up' }, ''), false);
    for (const forged of [{ threadId: 't2' }, { messageId: 'm1' }, { messageId: '' }, { messageId: 'x'.repeat(200) }])
      assert.equal(
        await backend.rate({ threadId, messageId, ...forged, rating: 'up' }, ''),
        false,
        JSON.stringify(forged),
      );
    const { questions } = await get('/conversations');
    assert.deepEqual(
      questions.map(({ rating }: { readonly rating: string }) => rating),
      ['down'],
    );
  });

  test('stores no questions from previews, for a project with storage turned off, or in requests without a thread', async () => {
    assert.equal((await stage.backend('ours', 'preview').profile()).retentionDays, 0);
    await textOf((await stage.backend('ours', 'preview').ask(asked('t', 'm1'))).events);
    const message = parseMessage({ messages: [question('How do I rotate an API key?')] });
    await textOf((await stage.backend('ours').ask(asked('', '', { message }))).events);
    await set({ retentionDays: 0 });
    await textOf((await stage.backend('ours').ask(asked('t', 'm1'))).events);
    assert.deepEqual((await get('/conversations')).questions, []);
  });

  test('answers with passages after the monthly budget or a visitor’s daily budget is spent', async () => {
    const ask = async (id: string, address = '198.51.100.7') =>
      textOf((await stage.backend('ours').ask(asked('t', id, { address }))).events);
    // Less than the first call can cost, so the call isn't made.
    await set({ model: 'project', monthlyBudgetUsd: 0.001 });
    assert.match(await ask('m1'), /can’t answer at the moment.*create a second key/s);
    assert.equal((await get('')).spentThisMonthUsd, 0);
    await set({ monthlyBudgetUsd: null, visitorDailyBudgetUsd: 0.1 });
    assert.match(await ask('m2'), /^Twice/);
    await sql`update assistant_spending set usd = 0.0999 where visitor <> ''`.execute(kysely());
    assert.match(await ask('m3'), /create a second key/);
    assert.match(await ask('m4', '203.0.113.5'), /^Twice/);
  });

  test('accepts as many messages per minute from one address as the project allows', async () => {
    await set({ messagesPerMinute: 2 });
    const ask = async (id: string, address: string) =>
      textOf((await stage.backend('ours').ask(asked('t', id, { address }))).events);
    await ask('m1', '198.51.100.7');
    await ask('m2', '198.51.100.7');
    await assert.rejects(ask('m3', '198.51.100.7'), isRefusal('rate-limited'));
    await ask('m3', '203.0.113.5');
  });

  test('answers without storing the question after the project’s daily storage limit is reached', async () => {
    await set({});
    const stored = async () => (await sql`select from assistant_messages`.execute(kysely())).rows.length;
    const ask = async (id: string) =>
      textOf((await stage.backend('ours').ask(asked('full', id, { address: '203.0.113.77' }))).events);
    assert.match(await ask('m1'), /create a second key/);
    assert.equal(await stored(), 1);
    // Leaves less than an answer takes.
    while (stage.storedBytes.take('ours', 1_000) === 0);
    assert.match(await ask('m2'), /create a second key/);
    assert.equal(await stored(), 1);
  });

  test('refuses a question that contains NUL', async () => {
    const message = parseMessage({ messages: [question('a\0b')], threadId: 't' });
    await assert.rejects(stage.backend('ours').ask(asked('t', 'm', { message })), isRefusal('request-invalid'));
  });
});
