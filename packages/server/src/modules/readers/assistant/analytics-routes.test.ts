import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { askingFor, openAssistant, question, type AssistantStage } from './testing/assistant-stage.ts';

describe('assistant analytics', () => {
  let stage: AssistantStage;
  before(async () => {
    stage = await openAssistant();
  });
  after(() => stage.service.close());

  const get = async (path: string, more: ModuleRequest = {}) => {
    await stage.service.database.kysely.deleteFrom('rate_uses').execute();
    return stage.service.request('GET', `/v1/analytics/ours/assistant${path}`, more);
  };
  const put = (rows: string) =>
    stage.service.database.pool.query(
      `insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome,
         origin, asked_at)
       select 'ours', 'k', 'm' || n, 'd', 'q' || n, 'a', coalesce(answer, 'Yes.'), '[]', 'answered', origin, now() - age::interval
       from (values ${rows}) as r (n, origin, age, answer)`,
    );
  const queriesOf = (json: { readonly conversations: readonly { readonly query: string }[] }) =>
    json.conversations.map(({ query }) => query);

  test('answered and unanswered questions are returned with the published fields, and counted by caller', async () => {
    const ask = (text: string, id: string) =>
      stage.ask('ours', { ...askingFor(), messages: [question(text, id)], fp: 'v', threadId: 'one' });
    await ask('How do I rotate an API key?', 'm1');
    await ask('How do I bake sourdough?', 'm2');
    const { status, json } = await get('');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['conversations', 'nextCursor', 'hasMore']);
    assert.deepEqual([json.nextCursor, json.hasMore], [null, false]);
    const [unanswered, answered] = json.conversations;
    assert.deepEqual(Object.keys(answered), [
      'id',
      'timestamp',
      'query',
      'response',
      'sources',
      'resolutionStatus',
      'queryCategory',
    ]);
    assert.match(answered.id, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    assert.equal(answered.query, 'How do I rotate an API key?');
    assert.deepEqual([answered.resolutionStatus, unanswered.resolutionStatus], ['answered', 'unanswered']);
    assert.match(answered.response, /second key/);
    assert.deepEqual(Object.keys(answered.sources[0]), ['title', 'url']);
    assert.deepEqual((await get('/caller-stats')).json, { web: 0, api: 2, other: 0, total: 2 });
  });

  test('a cursor continues after the last row, even among rows with the same time', async () => {
    await put(
      `(1, 'page', '1 day', null), (2, 'page', '1 day', null), (3, 'api', '1 day', null), (4, 'page', '2 days', null)`,
    );
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await get(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      found.push(...queriesOf(json));
      assert.equal(json.hasMore, json.nextCursor !== null);
      cursor = json.nextCursor as string | null;
    }
    assert.deepEqual(found, ['How do I bake sourdough?', 'How do I rotate an API key?', 'q3', 'q2', 'q1', 'q4']);
    assert.deepEqual((await get('/caller-stats')).json, { web: 3, api: 3, other: 0, total: 6 });
  });

  test('dateTo is exclusive', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual(queriesOf((await get(`?dateFrom=${day(1)}&dateTo=${day(0)}`)).json), ['q3', 'q2', 'q1']);
    const { json } = await get(`/caller-stats?dateFrom=${day(2)}&dateTo=${day(1)}`);
    assert.deepEqual(json, { web: 1, api: 0, other: 0, total: 1 });
  });

  test('long answers end a page early, and the next page continues', async () => {
    await put(
      `(5, 'page', '3 days', repeat('x', 5000000)), (6, 'page', '3 days', repeat('x', 5000000)), (7, 'page', '4 days', null)`,
    );
    const first = (await get('?limit=1000')).json;
    assert.equal(queriesOf(first).at(-1), 'q6');
    assert.deepEqual(queriesOf((await get(`?cursor=${first.nextCursor}`)).json), ['q5', 'q7']);
  });

  test('expired answers aren’t returned even if they still exist, and none are returned if the project stores none', async () => {
    const keep = (days: number) =>
      stage.service.database.pool.query(
        `insert into project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days)
         select id, organization_id, true, 'builtin/extracts-1', '', $1 from projects where id = 'ours'
         on conflict (project_id) do update set retention_days = $1`,
        [days],
      );
    await stage.service.database.pool.query(`delete from assistant_messages where length(answer) > 1000000`);
    await put(`(8, 'page', '20 days', null)`);
    assert.equal(queriesOf((await get('')).json).at(-1), 'q8');
    await keep(10);
    assert.equal(queriesOf((await get('')).json).at(-1), 'q7');
    await keep(0);
    assert.deepEqual((await get('')).json, { conversations: [], nextCursor: null, hasMore: false });
    assert.equal((await get('/caller-stats')).json.total, 0);
  });

  test('other organizations’ projects aren’t found, and invalid cursors are refused', async () => {
    for (const as of [{ organizationId: OTHER }, { projectIds: ['beside'] }])
      for (const path of ['', '/caller-stats']) assert.equal((await get(path, { as })).status, 404, path);
    assert.equal((await get('', { as: { scopes: ['discovery:read'] } })).status, 403);
    for (const cursor of ['x', '7'.repeat(26), `0${'Z'.repeat(25)}`, '01KQVZJS3V%00'])
      assert.equal((await get(`?cursor=${cursor}`)).status, 400, cursor);
    assert.equal((await get('?limit=1001')).status, 400);
  });
});
