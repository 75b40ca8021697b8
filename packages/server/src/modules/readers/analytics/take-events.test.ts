import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { newUuid7, parseForwardedEvent } from '@docwright/site-server';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import { askForRecounts, countDay, recountDay, selectDays, selectRecounts } from './counting-store.ts';
import { registerAnalyticsEvents } from './event-routes.ts';
import { registerFeedbackRoutes } from './feedback-routes.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';
import { registerAnalyticsRoutes } from './routes.ts';
import { dropDay, insertEvents } from './store.ts';

const dayMs = 86_400_000;
const startMs = Date.parse('2026-05-05T12:00:00Z');
const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 0 };

describe('events that hosts send', () => {
  let service: ModuleRoutes<FeedbackTables>;
  let nowMs = startMs;
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const counted = new Map<string, number>();
  const published: unknown[] = [];
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => {
      registerAnalyticsRoutes(routes, { database, clock });
      registerFeedbackRoutes(routes, { database, clock });
      registerAnalyticsEvents(routes, {
        database,
        clock,
        eventDays: settings.analyticsEventDays,
        publishEvent: async (_, reported) => void published.push(reported),
        storeTurn: async () => 'no_conversations',
        pages: { of: async (id) => (path) => path === '/' || path === '/a' || path === `/of-${id}` },
        count: (outcome, events) => counted.set(outcome, (counted.get(outcome) ?? 0) + events),
      });
    });
    for (const id of ['p', 'q', 'many']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(() => service.close());
  beforeEach(async () => {
    nowMs = startMs;
    published.length = 0;
    await service.database.pool.query(
      'DELETE FROM analytics_events; DELETE FROM analytics_daily; DELETE FROM analytics_counted_days; DELETE FROM analytics_recounts; DELETE FROM rate_uses; DELETE FROM page_feedback',
    );
  });

  const db = () => service.database.kysely;
  const event = (fields: object = {}, atMs = nowMs): Record<string, unknown> => ({
    id: newUuid7(atMs, randomBytes(10)),
    at: new Date(atMs).toISOString(),
    kind: 'view',
    path: '/a',
    visitor: '0a'.repeat(16),
    isAi: false,
    referrer: null,
    query: null,
    target: null,
    results: null,
    ...fields,
  });
  const send = (events: unknown, projectId = 'p', options: object = {}) =>
    service.request('POST', `/v1/analytics/${projectId}/events`, { body: { events }, ...options });
  const get = async (path: string, projectId = 'p') =>
    (await service.request('GET', `/v1/analytics/${projectId}/${path}?dateFrom=2026-02-01&dateTo=2026-05-07`)).json;
  const rows = async (projectId = 'p'): Promise<number> =>
    Number(
      (await service.database.pool.query('SELECT count(*) FROM analytics_events WHERE project_id = $1', [projectId]))
        .rows[0].count,
    );

  test('are stored before the response, and once even if they are sent several times', async () => {
    const batch = [event(), event({ path: '/' }), event({ kind: 'search', query: 'keys', results: 0 })];
    assert.deepEqual((await send(batch)).json, { stored: 3, known: 0, refused: 0, reasons: [] });
    assert.deepEqual((await send([...batch, event()])).json, { stored: 1, known: 3, refused: 0, reasons: [] });
    const again = event();
    assert.deepEqual((await send([again, again])).json, { stored: 1, known: 1, refused: 0, reasons: [] });
    assert.equal(await rows(), 5);
    // The same ID is a different event in another project.
    assert.equal((await send(batch, 'q')).json.stored, 3);
    assert.deepEqual((await get('views')).totals, { human: 4, ai: 0, total: 4 });
  });

  test('are checked individually: refused events are counted with their reason, and other events are stored', async () => {
    counted.clear();
    const answer = await send([
      event({ path: '/of-q' }),
      event(),
      null,
      event({ path: '/none' }),
      event({}, nowMs + 120_000),
      event({}, nowMs - 91 * dayMs),
      event({ kind: 'search', query: 'a\0b' }),
      event({ kind: 'search', query: '\ud800' }),
      event({ kind: 'drop table' }),
      event({ id: "x' or 1=1" }),
      event({ kind: 'search', query: 'x'.repeat(500_000) }),
      event({ siteId: 'theirs', project_id: 'theirs', path: '/' }),
    ]);
    assert.equal(answer.status, 200);
    const { stored, known, refused, reasons } = answer.json;
    assert.deepEqual([stored, known, refused], [2, 0, 10]);
    assert.deepEqual(
      reasons.map(({ code, count, first }: { code: string; count: number; first: number }) => [code, count, first]),
      [
        ['unknown_page', 2, 0],
        ['not_an_event', 1, 2],
        ['in_the_future', 1, 4],
        ['too_old', 1, 5],
        ['invalid_field', 3, 6],
        ['unknown_kind', 1, 8],
        ['invalid_id', 1, 9],
      ],
    );
    assert.deepEqual([await rows(), await rows('theirs')], [2, 0]);
    assert.deepEqual([counted.get('stored'), counted.get('unknown_page'), counted.get('invalid_field')], [2, 2, 3]);
  });

  test('need their own scope and a project that the key may use, and empty or too large batches are refused', async () => {
    for (const scopes of [['analytics:read'], ['analytics:write'], ['projects:write']] as const)
      assert.equal((await send([event()], 'p', { as: { scopes: [...scopes] } })).status, 403, scopes[0]);
    const own = { as: { scopes: ['analytics-events:write' as const], projectIds: ['p'] } };
    assert.equal((await send([event()], 'p', own)).status, 200);
    assert.equal((await send([event()], 'q', own)).status, 404);
    assert.equal((await send([event()], 'theirs')).status, 404);
    assert.equal((await send([event()], 'nobodys')).status, 404);
    assert.equal((await send([event()], 'p', { as: null })).status, 401);
    assert.equal((await service.request('GET', '/v1/analytics/p/views', own)).status, 403);
    for (const events of [[], Array.from({ length: 2_001 }, () => 1), 'x', null, undefined])
      assert.equal((await send(events)).status, 400);
    assert.equal((await send([event({ path: 'x'.repeat(1024 * 1024) })])).status, 413);
    assert.equal(await rows(), 1);
  });

  test('with ten thousand made-up addresses are all stored, but only a thousand of the addresses separately', async () => {
    for (let n = 0; n < 10_000; n += 2_000) {
      const some = Array.from({ length: 2_000 }, (_, at) => event({ kind: 'not_found', path: `/${n + at}` }));
      assert.equal((await send(some, 'many')).json.stored, 2_000);
    }
    const { rows: found } = await service.database.pool.query(
      `SELECT count(DISTINCT path) AS paths, count(*) AS events FROM analytics_events WHERE project_id = 'many'`,
    );
    assert.deepEqual(found, [{ paths: 1001, events: 10_000 }]);
  });

  test('with five thousand made-up referrers and searches are all stored, but only a thousand of each separately', async () => {
    const visitor = '0c'.repeat(16);
    for (let n = 0; n < 5_000; n += 1_000) {
      const some = Array.from({ length: 1_000 }, (_, at) => [
        event({ visitor, referrer: `h${n + at}.example` }),
        event({ visitor, kind: 'search', query: `word ${n + at}` }),
      ]);
      assert.equal((await send(some.flat(), 'many')).json.stored, 2_000);
    }
    const { referrers } = (await service.request('GET', '/v1/analytics/many/referrers?limit=1')).json;
    assert.deepEqual(referrers, [{ referrer: '(other)', human: 4_000, ai: 0, total: 4_000 }]);
    const { searches, totalSearches } = (await service.request('GET', '/v1/analytics/many/searches?limit=1')).json;
    assert.deepEqual([searches[0].searchQuery, searches[0].hits, totalSearches], ['(other)', 4_000, 5_000]);
    const { rows: found } = await service.database.pool.query(
      `SELECT count(DISTINCT referrer) AS referrers, count(DISTINCT query) AS queries FROM analytics_events WHERE project_id = 'many'`,
    );
    assert.deepEqual(found, [{ referrers: 1001, queries: 1001 }]);
  });

  test('are in the results immediately if they arrive after their day was counted, and in the counts after the next run', async () => {
    const lateMs = startMs - 10 * dayMs;
    const someone = (n: number) => n.toString(16).padStart(32, '0');
    await send([event({ visitor: someone(1) }, lateMs), event({ visitor: someone(2), path: '/' }, lateMs)]);
    await send([event({ visitor: someone(1) }, lateMs)], 'q');
    await keepAnalytics({ database: service.database, clock }, settings);
    const asked = async () => [
      await get('views'),
      await get('visitors'),
      await get('timeseries'),
      await get('views', 'q'),
    ];
    const [views] = await asked();
    assert.equal(views.totals.human, 2);
    const late = [event({ visitor: someone(2) }, lateMs), event({ visitor: someone(3), path: '/' }, lateMs)];
    assert.equal((await send(late)).json.stored, 2);
    const before = await asked();
    assert.deepEqual([before[0].totals.human, before[1].totals.human], [4, 3]);
    assert.equal(before[3].totals.human, 1);
    assert.deepEqual(await selectRecounts(db(), 10), [{ projectId: 'p', day: '2026-04-25' }]);
    await keepAnalytics({ database: service.database, clock }, settings);
    assert.deepEqual(await selectRecounts(db(), 10), []);
    assert.deepEqual(await asked(), before);
    // Known events need no recount.
    assert.equal((await send(late)).json.known, 2);
    assert.deepEqual(await selectRecounts(db(), 10), []);
    await dropDay(db(), '2026-04-25');
    assert.deepEqual(await asked(), before);
  });

  test('are refused if their day’s individual events were deleted, and the day’s counts stay', async () => {
    const lateMs = startMs - 20 * dayMs;
    await send([event({}, lateMs)]);
    await keepAnalytics({ database: service.database, clock }, settings);
    await dropDay(db(), '2026-04-15');
    const { json } = await send([event({}, lateMs), event()]);
    assert.deepEqual([json.stored, json.refused, json.reasons[0].code], [1, 1, 'too_old']);
    assert.equal((await selectDays(db())).includes('2026-04-15'), false);
    assert.equal((await get('views')).totals.human, 2);
    // A late event that was noted before the day's events were deleted.
    await askForRecounts(sql`select 'p' as project_id, date '2026-04-15' as day`).execute(db());
    await db()
      .transaction()
      .execute((tx) => recountDay(tx, { projectId: 'p', day: '2026-04-15' }));
    assert.equal((await get('views')).totals.human, 2);
  });

  test('are counted even if they are stored while their day is recounted', async () => {
    const lateMs = startMs - 5 * dayMs;
    const day = '2026-04-30';
    await send([event({}, lateMs)]);
    await db()
      .transaction()
      .execute((tx) => countDay(tx, day));
    const storing = await service.database.pool.connect();
    try {
      await storing.query('BEGIN');
      await storing.query(
        `INSERT INTO analytics_events (project_id, at, id, kind, path, visitor, is_ai) VALUES ('p', $1, $2, 'view', '/a', decode($3, 'hex'), false)`,
        [new Date(lateMs), newUuid7(lateMs, randomBytes(10)), '0b'.repeat(16)],
      );
      await storing.query(
        `INSERT INTO analytics_recounts (project_id, day) VALUES ('p', $1) ON CONFLICT (project_id, day) DO UPDATE SET asked_at = excluded.asked_at`,
        [day],
      );
      const recounted = db()
        .transaction()
        .execute((tx) => recountDay(tx, { projectId: 'p', day }));
      await waitForLockWaiter(service.database);
      await storing.query('COMMIT');
      await recounted;
    } finally {
      storing.release();
    }
    const { rows: kept } = await service.database.pool.query(
      `SELECT human FROM analytics_daily WHERE project_id = 'p' AND kind = 'site'`,
    );
    assert.deepEqual(kept, [{ human: 2 }]);
  });

  test('don’t wait if they are noted while their day is counted for the first time', async () => {
    const lateMs = startMs - 5 * dayMs;
    const day = '2026-04-30';
    await send([event({}, lateMs)]);
    await db()
      .transaction()
      .execute(async (tx) => {
        await countDay(tx, day);
        assert.equal((await send([event({}, lateMs)])).json.stored, 1);
      });
    assert.equal((await get('views')).totals.human, 2);
    await keepAnalytics({ database: service.database, clock }, settings);
    assert.deepEqual([(await get('views')).totals.human, await selectRecounts(db(), 10)], [2, []]);
  });

  test('cause a recount if their note was not visible yet when their day was counted', async () => {
    const lateMs = startMs - 5 * dayMs;
    const day = '2026-04-30';
    await send([event({}, lateMs)]);
    await keepAnalytics({ database: service.database, clock }, settings);
    await service.database.pool.query(`DELETE FROM analytics_counted_days; DELETE FROM analytics_daily`);
    const storing = await service.database.pool.connect();
    try {
      await storing.query('BEGIN');
      const late = { ...parseForwardedEvent(event({}, lateMs), { hasPage: () => true, nowMs, maxAgeMs: 90 * dayMs }) };
      await storing.query(
        `INSERT INTO analytics_events (project_id, at, id, kind, path, visitor, is_ai) VALUES ('p', $1, $2, 'view', '/a', decode($3, 'hex'), false)`,
        [late.at, late.id, late.visitor],
      );
      await storing.query(`INSERT INTO analytics_recounts (project_id, day) VALUES ('p', $1)`, [day]);
      await keepAnalytics({ database: service.database, clock }, settings);
      await storing.query('COMMIT');
    } finally {
      storing.release();
    }
    assert.equal((await get('views')).totals.human, 2);
    assert.deepEqual(await selectRecounts(db(), 10), [{ projectId: 'p', day }]);
    await keepAnalytics({ database: service.database, clock }, settings);
    assert.equal((await get('views')).totals.human, 2);
    assert.deepEqual(await selectRecounts(db(), 10), []);
  });

  const feedbackEvent = (fields: object = {}, atMs = nowMs): Record<string, unknown> => ({
    kind: 'feedback',
    id: newUuid7(atMs, randomBytes(10)),
    at: new Date(atMs).toISOString(),
    path: '/a',
    source: 'contextual',
    helpful: false,
    comment: 'The key is missing.',
    contact: 'ada@example.com',
    block: null,
    lang: null,
    code: null,
    filename: null,
    visitor: '0a'.repeat(16),
    ...fields,
  });
  const inbox = async (projectId = 'p') =>
    (await service.request('GET', `/v1/analytics/${projectId}/feedback?dateFrom=2026-02-01&dateTo=2026-05-07`)).json
      .feedback;

  test('can include feedback, which is in the inbox once, with its own time, and is sent to webhooks once', async () => {
    const thumb = feedbackEvent({ source: 'thumbs_only', helpful: true, comment: null, contact: null, visitor: null });
    const ofBlock = { source: 'code_snippet', helpful: null, block: 2, lang: 'js', code: 'call()', filename: 'a.js' };
    const batch = [feedbackEvent({}, startMs - 3 * dayMs), event(), thumb, feedbackEvent(ofBlock)];
    const ofAgent = feedbackEvent({ source: 'agent', helpful: null, contact: null });
    assert.deepEqual((await send([...batch, ofAgent])).json, { stored: 5, known: 0, refused: 0, reasons: [] });
    assert.deepEqual((await send([ofAgent, ...batch, thumb])).json, { stored: 0, known: 6, refused: 0, reasons: [] });
    const rows = await inbox();
    assert.equal(rows.length, 4);
    const { id, ...oldest } = rows.at(-1);
    assert.match(id, /^fb_[0-9A-Za-z]{20}$/);
    assert.deepEqual(
      [oldest.createdAt, oldest.source, oldest.helpful, oldest.comment, oldest.contact, oldest.status],
      ['2026-05-02T12:00:00.000Z', 'contextual', false, 'The key is missing.', 'ada@example.com', 'pending'],
    );
    const block = rows.find(({ source }: { source: string }) => source === 'code_snippet');
    assert.deepEqual([block.block, block.lang, block.code, block.filename], [2, 'js', 'call()', 'a.js']);
    assert.equal(published.length, 4);
    assert.doesNotMatch(JSON.stringify(published), /ada@example/);
    // The same ID is a different event in another project, and both exist.
    assert.equal((await send([batch[0]], 'q')).json.stored, 1);
    assert.equal((await inbox('q')).length, 1);
    assert.notEqual((await inbox('q'))[0].id, id);
  });

  test('can’t include feedback that a page could not have sent', async () => {
    const refusals: readonly (readonly [object, string])[] = [
      [{ path: '/none' }, 'unknown_page'],
      [{ path: '/of-q' }, 'unknown_page'],
      [{ path: 7 }, 'unknown_page'],
      [{ id: 'x' }, 'invalid_id'],
      [feedbackEvent({}, nowMs + 2 * dayMs), 'in_the_future'],
      [feedbackEvent({}, nowMs - 100 * dayMs), 'too_old'],
      [{ comment: 'a\u0000b' }, 'invalid_field'],
      [{ comment: 'a'.repeat(2_001) }, 'invalid_field'],
      [{ comment: 'half \ud800' }, 'invalid_field'],
      [{ contact: 'nobody' }, 'invalid_field'],
      [{ helpful: null }, 'invalid_field'],
      [{ source: 'agent' }, 'invalid_field'],
      [{ source: 'thumbs_only' }, 'invalid_field'],
      [{ source: 'everybody' }, 'invalid_field'],
      [{ block: 2 ** 31, source: 'code_snippet', helpful: null }, 'invalid_field'],
      [{ visitor: '0A'.repeat(16) }, 'invalid_field'],
      [{ visitor: undefined }, 'invalid_field'],
    ];
    for (const [fields, code] of refusals) {
      const { stored, refused, reasons } = (await send([feedbackEvent(fields)])).json;
      assert.deepEqual([stored, refused, reasons[0]?.code], [0, 1, code], JSON.stringify(fields));
    }
    assert.deepEqual([(await inbox()).length, published.length], [0, 0]);
  });

  test('include at most as much feedback per day as a project accepts, and older feedback doesn’t count toward it', async () => {
    await service.database.pool.query(
      `INSERT INTO page_feedback (id, project_id, created_at, updated_at, path, source, helpful)
       SELECT 'fb_' || n, 'p', $1, $1, '/a', 'thumbs_only', true FROM generate_series(1, 2000) AS n`,
      [new Date(startMs - 1000)],
    );
    const [older, now] = [feedbackEvent({}, startMs - 3 * dayMs), feedbackEvent()];
    const { stored, reasons } = (await send([older, now])).json;
    assert.deepEqual([stored, reasons[0].code, reasons[0].first], [1, 'too_much_feedback', 1]);
  });

  test('are discarded if their project is deleted in the meantime', async () => {
    await insertProject(service.database, 'gone');
    await service.database.pool.query(`DELETE FROM projects WHERE id = 'gone'`);
    const nobodys = {
      ...parseForwardedEvent(event(), { hasPage: () => true, nowMs, maxAgeMs: dayMs }),
      siteId: 'gone',
    };
    assert.equal(await insertEvents(db(), [nobodys], '2026-05-06'), 0);
  });
});
