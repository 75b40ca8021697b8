import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { selectDays } from './counting-store.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';
import { newUuid7, toDay, type SiteEvent } from '@docwright/site-server';
import { registerAnalyticsRoutes } from './routes.ts';
import { ensureDay, insertEvents, searchesWithoutResult } from './store.ts';

const today = '2026-05-05';
const clock = createFixedClock(new Date(`${today}T12:00:00Z`));
const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 0 };

describe('web analytics', () => {
  let service: ModuleRoutes<FeedbackTables>;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => registerAnalyticsRoutes(routes, { database, clock }));
    for (const id of ['p', 'kept', 'gone', 'busy', 'vain', 'agents', 'hours'])
      await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(() => service.close());

  const db = () => service.database.kysely;
  const store = async (projectId: string, at: string, events: readonly Partial<SiteEvent>[]) => {
    const ms = Date.parse(at);
    await ensureDay(db(), at.slice(0, 10), randomBytes(32));
    const filled = events.map((event) => ({
      siteId: projectId,
      id: newUuid7(ms, randomBytes(10)),
      at: new Date(ms).toISOString(),
      kind: 'view' as const,
      path: '/a',
      visitor: '00'.repeat(16),
      isAi: false,
      referrer: null,
      query: null,
      target: null,
      results: null,
      ...event,
    }));
    await insertEvents(db(), filled, toDay(clock.now()));
    return filled;
  };
  const get = async (path: string, projectId = 'p') => {
    await db().deleteFrom('rate_uses').execute();
    return service.request('GET', `/v1/analytics/${projectId}/${path}`);
  };
  const visitor = (n: number): string => n.toString(16).padStart(32, '0');

  test('views and visitors are counted by page, for people and agents; a range’s visitors are the sum of its days’ visitors', async () => {
    await store('p', '2026-05-04T01:00:00Z', [
      { visitor: visitor(1) },
      { visitor: visitor(1) },
      { visitor: visitor(2), path: '/b', referrer: 'search.example' },
      { visitor: visitor(3), isAi: true },
    ]);
    await store('p', '2026-05-05T01:00:00Z', [{ visitor: visitor(1) }]);
    const views = await get('views');
    assert.deepEqual(views.json, {
      totals: { human: 4, ai: 1, total: 5 },
      views: [
        { path: '/a', human: 3, ai: 1, total: 4 },
        { path: '/b', human: 1, ai: 0, total: 1 },
      ],
      hasMore: false,
    });
    const visitors = await get('visitors?limit=1');
    assert.deepEqual(visitors.json, {
      totals: { human: 3, ai: 1, total: 4 },
      visitors: [{ path: '/a', human: 2, ai: 1, total: 3 }],
      hasMore: true,
    });
    assert.deepEqual((await get('views?offset=1')).json.views.length, 1);
    const referrers = [{ referrer: 'search.example', human: 1, ai: 0, total: 1 }];
    assert.deepEqual((await get('referrers')).json.referrers, referrers);
    const { days } = (await get('timeseries?dateFrom=2026-05-03&dateTo=2026-05-05')).json;
    assert.deepEqual(
      days.map((day: { date: string; views: { total: number } }) => [day.date, day.views.total]),
      [
        ['2026-05-03', 0],
        ['2026-05-04', 4],
      ],
    );
  });

  test('hours are in UTC, each with its visitors, before and after the day is counted', async () => {
    const at = (time: string) => store('hours', `2026-05-04T${time}Z`, [{ visitor: visitor(1) }]);
    await at('00:00:00');
    await at('13:59:59.999');
    await at('14:00:00');
    await store('hours', '2026-05-04T14:30:00Z', [{ visitor: visitor(1) }, { visitor: visitor(2), isAi: true }]);
    await at('23:59:59.999');
    const read = async () =>
      (await get('timeseries?interval=hour&dateFrom=2026-05-04&dateTo=2026-05-06', 'hours')).json;
    const { days, hours } = await read();
    assert.deepEqual([days.length, hours.length, hours[0].time], [2, 48, '2026-05-04T00:00:00.000Z']);
    assert.deepEqual(
      hours
        .filter(({ views }: { views: { total: number } }) => views.total > 0)
        .map(({ time, views, visitors }: { time: string; views: { total: number }; visitors: { human: number } }) => [
          time.slice(11, 13),
          views.total,
          visitors.human,
        ]),
      [
        ['00', 1, 1],
        ['13', 1, 1],
        ['14', 3, 1],
        ['23', 1, 1],
      ],
    );
    await keepAnalytics(
      { database: service.database, clock: createFixedClock(new Date('2026-05-05T01:00:00Z')) },
      settings,
    );
    assert.deepEqual(await read(), { days, hours });
    assert.equal('hours' in (await get('timeseries?interval=day', 'hours')).json, false);
  });

  test('a repeated event counts once', async () => {
    const events = await store('kept', '2026-05-05T02:00:00Z', [{}, {}]);
    await insertEvents(db(), events, toDay(clock.now()));
    assert.equal((await get('views', 'kept')).json.totals.total, 2);
  });

  test('searches include their clicks and the most opened page, and a cursor continues after the last row', async () => {
    const search = (query: string) => ({ kind: 'search' as const, query });
    const click = (query: string, target: string) => ({ kind: 'search_click' as const, query, target });
    await store('p', '2026-05-04T03:00:00Z', [search('keys'), search('keys'), search('keys'), search('none')]);
    await store('p', '2026-05-05T03:00:00Z', [
      search('keys'),
      search('rare'),
      click('keys', '/a'),
      click('keys', '/b'),
      click('keys', '/b'),
    ]);
    const first = (await get('searches?limit=2')).json;
    assert.equal(first.totalSearches, 6);
    assert.deepEqual(first.searches[0], {
      searchQuery: 'keys',
      hits: 4,
      ctr: 0.75,
      topClickedPage: '/b',
      withoutResult: 0,
      lastSearchedAt: '2026-05-05T03:00:00.000Z',
    });
    const next = (await get(`searches?limit=2&cursor=${first.nextCursor}`)).json;
    const found = [...first.searches, ...next.searches].map(({ searchQuery }) => searchQuery);
    assert.deepEqual([found, next.nextCursor], [['keys', 'none', 'rare'], null]);
    for (const cursor of ['x', 'WzEsMl0', Buffer.from('[1e99,"x"]').toString('base64url')])
      assert.equal((await get(`searches?cursor=${cursor}`)).status, 400, cursor);
  });

  test('searches without results are counted by visitor, and exclude searches with an unknown number of results', async () => {
    const search = (query: string, n: number, results: number | null) =>
      ({ kind: 'search', query, visitor: visitor(n), results }) as const;
    const loud = Array.from({ length: 9 }, () => search('x'.repeat(200), 1, 0));
    await store('vain', '2026-05-04T03:00:00Z', [
      ...loud,
      search('sso', 1, 0),
      search('sso', 2, 0),
      search('keys', 1, 3),
    ]);
    await store('vain', '2026-05-05T03:00:00Z', [search('sso', 1, 0), search('sso', 3, 7), search('old', 1, null)]);
    const { totalSearches, searches } = (await get('searches', 'vain')).json;
    const reported = (rows: readonly { searchQuery: string; hits: number; withoutResult: number }[]) =>
      rows.map(({ searchQuery, hits, withoutResult }) => [searchQuery.slice(0, 4), hits, withoutResult]);
    const fruitless = [
      ['xxxx', 9, 9],
      ['sso', 4, 3],
    ];
    assert.deepEqual([totalSearches, reported(searches)], [15, [...fruitless, ['keys', 1, 0], ['old', 1, 0]]]);
    const first = (await get('searches?withoutResult=true&limit=1', 'vain')).json;
    const next = (await get(`searches?withoutResult=true&limit=1&cursor=${first.nextCursor}`, 'vain')).json;
    assert.deepEqual(reported([...first.searches, ...next.searches]), fruitless);
    assert.equal(next.nextCursor, null);
    assert.equal((await get('searches?withoutResult=maybe', 'vain')).status, 400);
    const asked = { projectId: 'vain', from: '2026-05-01', to: '2026-05-06' };
    const found = await searchesWithoutResult(db(), asked);
    assert.deepEqual(found, [
      { query: 'sso', visitors: 3, lastAt: new Date('2026-05-05T03:00:00Z') },
      { query: 'x'.repeat(200), visitors: 1, lastAt: new Date('2026-05-04T03:00:00Z') },
    ]);
    assert.deepEqual(await searchesWithoutResult(db(), { ...asked, projectId: 'p' }), []);
  });

  test('missing addresses are listed with the most frequent source host', async () => {
    const missed = { kind: 'not_found' as const, path: '/none' };
    await store('p', '2026-05-05T04:00:00Z', [
      { ...missed, referrer: 'old.example' },
      { ...missed, referrer: 'old.example' },
      { ...missed, referrer: 'a.example' },
      missed,
    ]);
    const { notFound } = (await get('not-found')).json;
    assert.deepEqual(notFound, [
      { path: '/none', hits: 4, topReferrer: 'old.example', lastSeenAt: '2026-05-05T04:00:00.000Z' },
    ]);
  });

  test('external links and copied code are listed with their page, including code without a language', async () => {
    const out = (target: string, path: string) => ({ kind: 'outlink' as const, target, path });
    const copy = (target: string | null) => ({ kind: 'code_copy' as const, target });
    const [a, b] = ['https://a.example/x', 'https://b.example/'];
    await store('p', '2026-05-04T05:00:00Z', [out(a, '/a'), out(b, ''), copy('js\nconst a = 1;'), copy(null)]);
    await store('p', '2026-05-05T05:00:00Z', [out(a, '/b'), out(a, '/b'), copy('js\nconst a = 1;')]);
    const { outlinks, hasMore } = (await get('outlinks')).json;
    assert.deepEqual(outlinks, [
      { url: a, clicks: 3, topPage: '/b', lastClickedAt: '2026-05-05T05:00:00.000Z' },
      { url: b, clicks: 1, topPage: null, lastClickedAt: '2026-05-04T05:00:00.000Z' },
    ]);
    assert.deepEqual([hasMore, (await get('outlinks?limit=1')).json.hasMore], [false, true]);
    assert.deepEqual((await get('code-copies')).json.codeCopies, [
      {
        path: '/a',
        language: 'js',
        firstLine: 'const a = 1;',
        copies: 2,
        lastCopiedAt: '2026-05-05T05:00:00.000Z',
      },
      { path: '/a', language: '', firstLine: '', copies: 1, lastCopiedAt: '2026-05-04T05:00:00.000Z' },
    ]);
  });

  test('calls of the playground are listed by operation and type of response', async () => {
    const call = (target: string, path = '/a') => ({ kind: 'playground_call' as const, target, path });
    const [good, bad] = ['GET\n/users/{id}\n2xx', 'GET\n/users/{id}\nnone'];
    await store('p', '2026-05-04T06:00:00Z', [call(good), call(bad)]);
    await store('p', '2026-05-05T06:00:00Z', [call(good, '/b'), call(good, '/b'), call('(other)')]);
    const { playgroundCalls, hasMore } = (await get('playground-calls')).json;
    const [operation, at4, at5] = [{ method: 'GET', operation: '/users/{id}' }, '2026-05-04', '2026-05-05'];
    const lastCalledAt = (day: string) => `${day}T06:00:00.000Z`;
    assert.deepEqual(playgroundCalls, [
      { ...operation, status: '2xx', calls: 3, topPage: '/b', lastCalledAt: lastCalledAt(at5) },
      { method: '', operation: '(other)', status: 'unknown', calls: 1, topPage: '/a', lastCalledAt: lastCalledAt(at5) },
      { ...operation, status: 'none', calls: 1, topPage: '/a', lastCalledAt: lastCalledAt(at4) },
    ]);
    assert.deepEqual([hasMore, (await get('playground-calls?limit=2')).json.hasMore], [false, true]);
  });

  test('agents’ reads are listed by page and way of reading, and page reads count as views', async () => {
    const read = (target: string, path = '/read') => ({ kind: 'view' as const, isAi: true, target, path });
    const list = (target: string) => ({ ...read(target, ''), kind: 'agent_read' as const });
    await store('agents', '2026-05-04T07:00:00Z', [read('markdown'), read('html'), list('llms.txt')]);
    await store('agents', '2026-05-05T07:00:00Z', [read('mcp\nread_page'), read('markdown'), list('mcp\nsearch')]);
    // A person's view, and an agent's view that was counted before the way of reading was known.
    await store('agents', '2026-05-05T07:00:00Z', [{ path: '/read' }, { path: '/read', isAi: true }]);
    const { agentReads, hasMore } = (await get('agent-reads', 'agents')).json;
    const [at4, at5] = ['2026-05-04T07:00:00.000Z', '2026-05-05T07:00:00.000Z'];
    assert.deepEqual(agentReads, [
      { path: '/read', via: 'markdown', tool: null, reads: 2, lastReadAt: at5 },
      { path: null, via: 'llms.txt', tool: null, reads: 1, lastReadAt: at4 },
      { path: null, via: 'mcp', tool: 'search', reads: 1, lastReadAt: at5 },
      { path: '/read', via: 'html', tool: null, reads: 1, lastReadAt: at4 },
      { path: '/read', via: 'mcp', tool: 'read_page', reads: 1, lastReadAt: at5 },
    ]);
    assert.deepEqual([hasMore, (await get('agent-reads?limit=2', 'agents')).json.hasMore], [false, true]);
    const { totals, views } = (await get('views', 'agents')).json;
    assert.deepEqual([totals, views], [{ human: 1, ai: 5, total: 6 }, [{ path: '/read', human: 1, ai: 5, total: 6 }]]);
    for (const path of [
      'agent-reads?limit=0',
      'agent-reads?limit=251',
      'agent-reads?offset=-1',
      'agent-reads?dateTo=x',
    ])
      assert.equal((await get(path, 'agents')).status, 400, path);
  });

  test('copied code with a very long path and first line is listed', async () => {
    const path = `/${'頁'.repeat(511)}`;
    const target = `${'語'.repeat(40)}\n${[...Array(160).keys()].map((n) => String.fromCodePoint(0x20000 + n * 37)).join('')}`;
    await store('kept', '2026-05-04T06:00:00Z', [{ kind: 'code_copy', path, target }]);
    assert.equal((await get('code-copies', 'kept')).json.codeCopies[0].path, path);
  });

  test('a day’s results stay the same after its events are counted and dropped, and its salt is deleted', async () => {
    const paths = [
      'views',
      'visitors',
      'searches',
      'timeseries',
      'referrers',
      'not-found',
      'outlinks',
      'code-copies',
      'playground-calls',
      'agent-reads',
    ];
    const ask = async () => [
      ...(await Promise.all(
        paths.map(async (path) => (await get(`${path}?dateFrom=2026-05-01&dateTo=2026-05-08`)).json),
      )),
      await searchesWithoutResult(db(), { projectId: 'vain', from: '2026-05-01', to: '2026-05-08' }),
    ];
    const was = await ask();
    const later = createFixedClock(new Date('2026-05-08T12:00:00Z'));
    await keepAnalytics({ database: service.database, clock: later }, { ...settings, analyticsEventDays: 3 });
    assert.deepEqual(await ask(), was);
    const days = await selectDays(db());
    assert.equal(days.includes('2026-05-04'), false);
    assert.ok(
      ['2026-05-05', '2026-05-08', '2026-05-11'].every((day) => days.includes(day)),
      days.join(' '),
    );
    const salts = await db().selectFrom('analytics_salts').selectAll().execute();
    assert.deepEqual(salts, []);
    await keepAnalytics({ database: service.database, clock: later }, { ...settings, analyticsEventDays: 3 });
    assert.deepEqual(await ask(), was);
  });

  test('counts are deleted after the configured time', async () => {
    const later = createFixedClock(new Date('2027-06-30T12:00:00Z'));
    await keepAnalytics({ database: service.database, clock: later }, settings);
    assert.deepEqual(await db().selectFrom('analytics_daily').selectAll().execute(), []);
    assert.deepEqual(await selectDays(db()), ['2027-06-30', '2027-07-01', '2027-07-02', '2027-07-03']);
  });

  test('events that arrive after the deletion of their project are discarded', async () => {
    await store('gone', '2027-06-30T02:00:00Z', [{}]);
    const count = async () =>
      Number(
        (await service.database.pool.query(`select count(*) from analytics_events where project_id = 'gone'`)).rows[0]
          .count,
      );
    assert.equal(await count(), 1);
    await service.database.pool.query(`delete from projects where id = 'gone'`);
    await store('gone', '2027-06-30T03:00:00Z', [{}]);
    assert.equal(await count(), 1);
  });

  test('a time counts as its day in UTC', async () => {
    const dates = async (from: string, to: string) => {
      const { json } = await get(`timeseries?dateFrom=${encodeURIComponent(from)}&dateTo=${encodeURIComponent(to)}`);
      return json.days.map(({ date }: { date: string }) => date);
    };
    assert.deepEqual(await dates('2026-05-01T00:00:00Z', '2026-05-03T23:59:59.999Z'), ['2026-05-01', '2026-05-02']);
    assert.deepEqual(await dates('2026-05-01T23:30:00-01:00', '2026-05-03'), ['2026-05-02']);
  });

  test('an invalid date or range is refused, and the error names it', async () => {
    for (const [query, name] of [
      ['dateFrom=yesterday', '/dateFrom'],
      ['dateTo=2026-02-30', '/dateTo'],
      ['dateTo=2026-05-01T25:00:00Z', '/dateTo'],
      ['dateTo=2026-02-30T00:00:00Z', '/dateTo'],
      ['dateTo=2026-05-01T00:00:00', '/dateTo'],
      ['dateFrom=2026-05-02&dateTo=2026-05-02', '/dateTo'],
      ['dateFrom=2026-05-03&dateTo=2026-05-02', '/dateTo'],
      ['dateFrom=2026-05-07', '/dateFrom'],
      ['dateFrom=2025-01-01', '/dateFrom'],
      ['dateFrom=0001-01-01&dateTo=0001-01-02', '/dateFrom'],
      ['interval=hour&dateFrom=2026-04-01&dateTo=2026-05-03', '/dateFrom'],
      ['interval=minute', '/interval'],
    ] as const) {
      const { status, json } = await get(`timeseries?${query}`);
      assert.deepEqual([status, json.code, json.details?.[0].path], [400, 'invalid_request', name], query);
    }
  });

  test('another organization’s project, and a project that a key can’t use, are treated like missing projects', async () => {
    assert.equal((await get('views', 'theirs')).status, 404);
    const { status } = await service.request('GET', '/v1/analytics/p/views', { as: { projectIds: ['kept'] } });
    assert.equal(status, 404);
  });

  test('an organization’s keys are refused after a hundred requests, and its people have a separate limit', async () => {
    await db().deleteFrom('rate_uses').execute();
    const ask = () => service.request('GET', '/v1/analytics/busy/timeseries');
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    assert.ok(answers.every(({ status }) => status === 200));
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    const path = '/v1/analytics/busy/timeseries';
    const as = { actor: { kind: 'user', id: 'ada', name: 'ada@example.com' } } as const;
    const { status } = await service.request('GET', path, { as });
    assert.equal(status, 200, 'the keys don’t use up people’s requests');
  });
});
