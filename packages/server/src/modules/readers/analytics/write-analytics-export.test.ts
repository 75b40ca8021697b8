import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerAnalyticsExport } from './export-routes.ts';
import { insertFeedback, type FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';
import { newUuid7, type SiteEvent } from '@docwright/site-server';
import { ensureDay, insertEvents } from './store.ts';

const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 0 };
const at = (day: string): Date => new Date(`${day}T12:00:00Z`);

describe('web analytics as a file', () => {
  let service: ModuleRoutes<FeedbackTables>;
  before(async () => {
    const clock = createFixedClock(at('2026-05-05'));
    service = await openModuleRoutes((routes, { database }) => registerAnalyticsExport(routes, { database, clock }));
    await insertProject(service.database, 'p');
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
    await store('2026-05-01', [{ path: '/old' }]);
    await store('2026-05-04', [
      { path: '/a', referrer: 'search.example' },
      { path: '/a', isAi: true, target: 'mcp\nread_page' },
      { kind: 'search', results: 0, query: '=cmd|"x"' },
      { kind: 'search_click', query: '=cmd|"x"', target: '/a' },
      { kind: 'not_found', path: '/gone' },
      { kind: 'outlink', target: 'https://a.example/' },
      { kind: 'code_copy', target: 'sh\n@echo, "off"' },
      { kind: 'playground_call', path: '/api', target: 'POST\n/users\n5xx' },
    ]);
    await store(
      '2026-05-05',
      Array.from({ length: 1_203 }, (_, n) => ({ kind: 'not_found', path: `/x${n}` }) as const),
    );
    await keepAnalytics({ database: service.database, clock }, settings);
    const words = { visitor: null, path: '/a', source: 'contextual', helpful: false, at: at('2026-05-04') } as const;
    const block = { block: null, lang: null, code: null, filename: null };
    const feedback = {
      id: 'fb_1',
      projectId: 'p',
      comment: '+1\n"why"',
      contact: 'ada@example.com',
      ...words,
      ...block,
    };
    await insertFeedback(service.database.kysely, feedback, 2_000);
    const ofCode = { source: 'code_snippet', helpful: null, block: 2, lang: 'sh', code: '=cmd|"x"' } as const;
    const older = { at: at('2026-05-03'), contact: null };
    await insertFeedback(service.database.kysely, { ...feedback, ...older, ...ofCode, id: 'fb_0' }, 2_000);
  });
  after(() => service.close());

  const store = async (day: string, events: readonly Partial<SiteEvent>[]) => {
    await ensureDay(service.database.kysely, day, randomBytes(32));
    const shared = { siteId: 'p', at: at(day).toISOString(), visitor: '00'.repeat(16), isAi: false } as const;
    const none = { kind: 'view', path: '/', referrer: null, query: null, target: null, results: null } as const;
    const filled = events.map((event) => ({
      ...shared,
      ...none,
      id: newUuid7(at(day).getTime(), randomBytes(10)),
      ...event,
    }));
    await insertEvents(service.database.kysely, filled, day);
  };
  const get = async (query: string, as = {}) => {
    await service.database.kysely.deleteFrom('rate_uses').execute();
    return service.request('GET', `/v1/analytics/p/export?${query}`, { as });
  };

  test('has a CSV row for each day and page, and only for the requested days', async () => {
    const { text, headers } = await get('kind=views');
    assert.deepEqual(text.split('\r\n'), [
      'date,path,human_views,ai_views,human_visitors,ai_visitors',
      '2026-05-01,/old,1,0,1,0',
      '2026-05-04,/a,1,1,1,1',
      '',
    ]);
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(headers.get('content-disposition') ?? '', /filename="views\.csv"/);
    assert.equal((await get('kind=views&dateFrom=2026-05-02&dateTo=2026-05-04')).text.split('\r\n').length, 2);
  });

  test('contains the fields of the requested kind', async () => {
    const rowOf = async (kind: string) => JSON.parse((await get(`kind=${kind}&format=jsonl&dateTo=2026-05-05`)).text);
    const date = '2026-05-04';
    assert.deepEqual(await rowOf('referrers'), { date, referrer: 'search.example', humanViews: 1, aiViews: 0 });
    assert.deepEqual(await rowOf('searches'), {
      date,
      searchQuery: '=cmd|"x"',
      hits: 1,
      clicks: 1,
      topClickedPage: '/a',
      withoutResult: 1,
    });
    assert.deepEqual(await rowOf('not-found'), { date, path: '/gone', hits: 1, topReferrer: null });
    assert.deepEqual(await rowOf('outlinks'), { date, url: 'https://a.example/', clicks: 1, topPage: '/' });
    assert.deepEqual(await rowOf('code-copies'), {
      date,
      path: '/',
      language: 'sh',
      firstLine: '@echo, "off"',
      copies: 1,
    });
    const call = { method: 'POST', operation: '/users', status: '5xx' };
    const read = { path: '/a', via: 'mcp', tool: 'read_page', reads: 1 };
    assert.deepEqual(await rowOf('agent-reads'), { date, ...read });
    assert.deepEqual(await rowOf('playground-calls'), { date, ...call, calls: 1, topPage: '/api' });
  });

  test('continues beyond a page of rows, without duplicates or gaps', async () => {
    const lines = (await get('kind=not-found&format=jsonl&dateFrom=2026-05-05')).text.trim().split('\n');
    assert.equal(lines.length, 1_203);
    assert.equal(new Set(lines).size, 1_203);
  });

  test('escapes cells that a spreadsheet would execute', async () => {
    assert.match((await get('kind=searches')).text, /\r\n2026-05-04,"'=cmd\|""x""",1,1,\/a,1\r\n$/);
    assert.match((await get('kind=code-copies')).text, /,sh,"'@echo, ""off""",1\r\n$/);
    const feedback = (await get('kind=feedback')).text;
    assert.match(feedback, /,"'\+1\n""why""",/);
    assert.match(feedback, /,2,sh,"'=cmd\|""x""",,pending,/);
  });

  test('contains a reader’s email address only for callers who can handle feedback', async () => {
    const contactOf = async (as: object) =>
      JSON.parse((await get('kind=feedback&format=jsonl&dateFrom=2026-05-04', as)).text).contact;
    assert.equal(await contactOf({ scopes: ['analytics:write', 'analytics:read'] }), 'ada@example.com');
    assert.equal(await contactOf({ scopes: ['analytics:read'] }), null);
    assert.doesNotMatch((await get('kind=feedback', { scopes: ['analytics:read'] })).text, /ada@/);
  });

  test('requires permission to read analytics, and valid kinds, formats and dates', async () => {
    assert.equal((await get('kind=views', { scopes: ['projects:read'] })).status, 403);
    assert.equal((await service.request('GET', '/v1/analytics/theirs/export?kind=views')).status, 404);
    for (const wrong of ['', 'kind=salts', 'kind=views&format=xml', 'kind=views&dateTo=x'])
      assert.equal((await get(wrong)).status, 400, wrong);
  });
});
