import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newUuid7 } from '@docwright/site-server';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerAnalyticsEvents, type FeedbackTables } from '../analytics/index.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import { maxQuestionsOfDay, storeForwardedTurn } from './store-forwarded-turn.ts';
import type { AssistantMessageTables } from './store.ts';
import { selectUnansweredQuestions } from './unanswered-store.ts';

type Tables = FeedbackTables & AssistantMessageTables & AssistantSettingsTables;

const dayMs = 86_400_000;

describe('questions that hosts send', () => {
  let service: ModuleRoutes<Tables>;
  const nowMs = Date.now();
  before(async () => {
    service = await openModuleRoutes<Tables>((routes, { database }) =>
      registerAnalyticsEvents(routes, {
        database,
        clock: { now: () => nowMs, monotonicMs: () => nowMs },
        eventDays: 90,
        publishEvent: async () => undefined,
        pages: { of: async () => (path) => path === '/guides/keys' },
        storeTurn: (projectId, turn) => storeForwardedTurn(database.kysely, projectId, { turn, nowMs }),
      }),
    );
    for (const id of ['p', 'q']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(() => service.close());
  beforeEach(() =>
    service.database.pool.query(
      'DELETE FROM assistant_messages; DELETE FROM project_assistant_settings; DELETE FROM rate_uses',
    ),
  );

  const idAt = (ms: number): string => newUuid7(ms, randomBytes(10));
  const question = (fields: object = {}, atMs = nowMs) => ({
    kind: 'question',
    id: idAt(atMs),
    path: 'guides/keys',
    thread: 'ab'.repeat(16),
    answerId: 'a1',
    question: `How do I rotate a key'"; drop table projects?`,
    answer: 'The pages don’t say.',
    sources: ['/docs/guides/keys#rotate', '/gone'],
    outcome: 'unanswered',
    model: 'builtin/extracts-1',
    inputTokens: 3,
    outputTokens: 4,
    visitor: '0a'.repeat(16),
    ...fields,
  });
  const vote = (rating: unknown, fields: object = {}, atMs = nowMs) => ({
    kind: 'vote',
    id: idAt(atMs),
    thread: 'ab'.repeat(16),
    answerId: 'a1',
    rating,
    ...fields,
  });
  const send = async (events: readonly unknown[], projectId = 'p') =>
    (await service.request('POST', `/v1/analytics/${projectId}/events`, { body: { events } })).json;
  const rows = async () =>
    (await service.database.pool.query('SELECT * FROM assistant_messages ORDER BY id')).rows as Record<
      string,
      unknown
    >[];
  const codeOf = async (event: unknown): Promise<string> => (await send([event])).reasons[0]?.code;

  test('are listed once with the project’s conversations, even if they arrive twice, and unanswered questions are marked', async () => {
    const batch = [question({}, nowMs - 3_600_000), vote('down')];
    assert.deepEqual(await send(batch), { stored: 2, known: 0, refused: 0, reasons: [] });
    assert.deepEqual(await send(batch), { stored: 0, known: 2, refused: 0, reasons: [] });
    const [row, ...others] = await rows();
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(row, {
      project_id: 'p',
      question: batch[0] && 'question' in batch[0] ? batch[0].question : '',
      sources: [{ path: 'guides/keys', title: 'guides/keys', anchor: 'rotate', url: '/docs/guides/keys#rotate' }],
      outcome: 'unanswered',
      asked_at: new Date(nowMs - 3_600_000),
      origin: 'page',
      rating: 'down',
      input_tokens: 3,
    });
    assert.doesNotMatch(String(row?.['thread_key']), /abab/);
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const range = { projectId: 'p', from: day(nowMs - dayMs), to: day(nowMs + dayMs) };
    const open = await selectUnansweredQuestions(service.database.kysely, range, { defaultDays: 30, limit: 5 });
    assert.deepEqual(
      open.map(({ text, visitor }) => [text, visitor]),
      [[row?.['question'], '0a'.repeat(16)]],
    );
  });

  test('are separate in another project even if their IDs are equal, and refused for another organization’s project', async () => {
    const batch = [question(), vote('up')];
    await send(batch);
    assert.equal((await send([vote('down')], 'q')).reasons[0].code, 'unknown_answer');
    assert.equal((await send(batch, 'q')).stored, 2);
    const [one, other] = await rows();
    assert.notEqual(one?.['thread_key'], other?.['thread_key']);
    assert.equal(
      (await service.request('POST', '/v1/analytics/theirs/events', { body: { events: batch } })).status,
      404,
    );
    assert.equal((await rows()).length, 2);
  });

  test('have the rating of the latest vote, regardless of the order in which votes arrive', async () => {
    await send([question()]);
    const [first, second, third] = [
      vote('up', {}, nowMs - 3_000),
      vote('down', {}, nowMs - 2_000),
      vote(null, {}, nowMs - 1_000),
    ];
    assert.equal((await send([second])).stored, 1);
    assert.equal((await send([first])).known, 1);
    assert.equal((await rows())[0]?.['rating'], 'down');
    assert.equal((await send([third, second])).stored, 1);
    assert.equal((await rows())[0]?.['rating'], null);
    for (const forged of [{ answerId: 'a2' }, { thread: 'cd'.repeat(16) }])
      assert.equal(await codeOf(vote('up', forged)), 'unknown_answer');
  });

  test('are stored as long as the project’s conversations, or not at all if the project stores none', async () => {
    assert.equal(await codeOf(question({}, nowMs - 31 * dayMs)), 'too_old');
    const keep = (days: number) =>
      service.database.pool.query(
        `INSERT INTO project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days)
         SELECT id, organization_id, true, 'builtin/extracts-1', '', $1::int FROM projects WHERE id = 'p'
         ON CONFLICT (project_id) DO UPDATE SET retention_days = excluded.retention_days`,
        [days],
      );
    await keep(60);
    assert.equal((await send([question({}, nowMs - 31 * dayMs)])).stored, 1);
    await keep(0);
    assert.equal(await codeOf(question()), 'no_conversations');
    assert.equal(await codeOf(vote('up')), 'no_conversations');
    assert.equal((await rows()).length, 1);
  });

  test('are limited per project in 24 hours, and existing questions stay known', async () => {
    const first = question({}, nowMs - 1_000);
    assert.equal((await send([first])).stored, 1);
    await service.database.pool.query(
      `INSERT INTO assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome,
         asked_at, origin, path, model, input_tokens, output_tokens)
       SELECT project_id, thread_key, 'm' || n, asked_digest, question, 'a' || n, answer, sources, outcome, asked_at, origin, path, model, 1, 1
       FROM assistant_messages, generate_series(2, $1::int) AS n`,
      [maxQuestionsOfDay],
    );
    assert.equal(await codeOf(question()), 'too_many_questions');
    assert.equal((await send([first])).known, 1);
    assert.equal((await send([question({}, nowMs - 2 * dayMs)])).stored, 1, 'another day has room');
  });
});
