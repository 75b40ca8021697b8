import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { toDay, type SiteEvent } from '@docwright/site-server';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { keepAnalytics } from '../analytics/index.ts';
import { insertLiveSite } from '../page-health/testing/insert-live-site.ts';
import type { PageDetailTables } from './read-page-details.ts';
import { registerPageDetailRoutes } from './routes.ts';

const now = new Date('2026-05-05T12:00:00Z');
const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 0 };
/** Two days, and the two before them. */
const range = 'dateFrom=2026-05-04&dateTo=2026-05-06';

describe('a page’s figures', () => {
  let service: ModuleRoutes<PageDetailTables>;
  const clock = createFixedClock(now);
  before(async () => {
    service = await openModuleRoutes((routes, { database }) =>
      registerPageDetailRoutes(routes, { database, clock, analyticsDays: 400, feedbackDays: 400 }),
    );
    for (const id of ['p', 'other', 'many', 'old', 'site', 'talk']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(() => service.close());

  const run = (statement: string, values: readonly unknown[] = []) =>
    service.database.pool.query(statement, [...values]);
  const store = async (projectId: string, day: string, events: readonly Partial<SiteEvent>[]) => {
    await run('select create_analytics_day($1)', [day]);
    await run(
      `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
       select $1, $2, gen_random_uuid(), coalesce(kind, 'view'), coalesce(path, '/a'), decode(coalesce(visitor, repeat('00', 16)), 'hex'),
         coalesce("isAi", false), referrer, query, target, results
       from jsonb_to_recordset($3) as event (kind text, path text, visitor text, "isAi" boolean, referrer text, query text, target text,
         results int)`,
      [projectId, `${day}T03:00:00Z`, JSON.stringify(events)],
    );
  };
  const get = async (projectId: string, path: string, more = range, options: ModuleRequest = {}) => {
    await run('delete from rate_uses');
    return service.request('GET', `/v1/analytics/${projectId}/page?path=${encodeURIComponent(path)}&${more}`, options);
  };
  /** Stores the live site's pages as page health reads them. */
  const putSite = async (id: string, paths: readonly string[]) => {
    await insertLiveSite(service.database.pool, id, now);
    for (const path of paths)
      await run(
        `insert into page_health_pages (project_id, path, title, bundle_id, digest, unchanged_since)
         values ($1, $2, 'Title', 'b', sha256('x'), $3::timestamptz - interval '200 days')`,
        [id, path, now],
      );
  };
  const putFeedback = (id: string, facts: { path?: string; helpful: boolean; comment?: string; at: string }) =>
    run(
      `insert into page_feedback (id, project_id, path, source, helpful, comment, created_at, updated_at)
       values ($1, 'talk', $2, case when $4::text is null then 'thumbs_only' else 'contextual' end, $3, $4, $5, $5)`,
      [id, facts.path ?? '/a', facts.helpful, facts.comment ?? null, facts.at],
    );

  const visitor = (n: number): string => n.toString(16).padStart(32, '0');
  const read: readonly Partial<SiteEvent>[] = [
    { referrer: 'search.example', visitor: visitor(1) },
    { referrer: 'search.example', visitor: visitor(2) },
    { isAi: true, visitor: visitor(3), target: 'markdown' },
    { kind: 'search', query: 'keys', results: 3 },
    { kind: 'search_click', path: '/b', query: 'api', target: '/a' },
    { kind: 'outlink', target: 'https://a.example/x' },
    { kind: 'code_copy', target: 'js\nconst a = 1;' },
    { path: '/b', referrer: 'elsewhere.example' },
    { path: '/ab', referrer: 'elsewhere.example' },
  ];
  const toLists = ({
    referrers,
    searchesFrom,
    searchesTo,
    outlinks,
    codeCopies,
    agentReads,
  }: Record<string, unknown>) => ({
    referrers,
    searchesFrom,
    searchesTo,
    outlinks,
    codeCopies,
    agentReads,
  });

  test('are found by the exact path, without patterns, and only in their project', async () => {
    const paths = ['/%', `/it's`, '/"x"', '/_'];
    for (const path of paths) await store('other', '2026-05-05', [{ path, referrer: 'r.example' }]);
    for (const path of paths) {
      const { status, json } = await get('other', path);
      assert.deepEqual([status, json.totals.views.total, json.referrers.total], [200, 1, 1], path);
    }
    await putSite('other', []);
    for (const path of ['/a', '/it', '/%%', '/nobody', '/%\n', `/${'x'.repeat(511)}`])
      assert.equal((await get('other', path)).status, 404, path);
    for (const path of ['', 'a', '/\0', `/${'x'.repeat(1_999)}`])
      assert.equal((await get('other', path)).status, 400, JSON.stringify(path.slice(0, 9)));
  });

  test('are not found for a project of another organization, or one that a key can’t use', async () => {
    await store('theirs', '2026-05-05', read);
    assert.equal((await get('theirs', '/a')).status, 404);
    assert.equal((await get('p', '/a', range, { as: { projectIds: ['other'] } })).status, 404);
    assert.equal((await get('p', '/a', range, { as: null })).status, 401);
    assert.equal((await get('p', '/a', range, { as: { scopes: ['agent:read'] } as never })).status, 403);
    assert.equal((await get('p', '/a', 'dateFrom=2026-05-06&dateTo=2026-05-06')).status, 400);
  });

  test('include fifty referrers per day; the others are counted together', async () => {
    const from = (n: number): Partial<SiteEvent> => ({ referrer: `host-${String(n).padStart(3, '0')}.example` });
    await store('many', '2026-05-05', [...Array.from({ length: 60 }, (_, n) => from(n)), from(7), from(59)]);
    const { referrers } = (await get('many', '/a', `${range}&limit=100`)).json;
    assert.deepEqual([referrers.total, referrers.rows.length, referrers.hasMore], [62, 51, false]);
    assert.deepEqual(referrers.rows.find(({ referrer }: { referrer: string }) => referrer === '(other)').views, 10);
    const first = (await get('many', '/a', `${range}&limit=2`)).json.referrers;
    assert.deepEqual([first.total, first.rows.length, first.hasMore], [62, 2, true]);
  });

  test('are zero for a live page without readers, which still has its state and broken links; a deleted page keeps its figures', async () => {
    await putSite('site', ['/quiet', '/fine']);
    await run(
      `insert into page_health_links (project_id, url, host, bundle_id, pages, page_count, outcome, reason, checked_at, gone_since, gone_at, gone_reason, due_at)
       values ('site', 'https://a.dev/x', 'a.dev', 'b', '["/quiet"]', 1, 'gone', '404', $1, $1::timestamptz - interval '2 days', $1, '404', $1)`,
      [now],
    );
    const quiet = (await get('site', '/quiet')).json;
    assert.deepEqual([quiet.state, quiet.title, quiet.totals.views.total, quiet.days.length], ['live', 'Title', 0, 2]);
    assert.deepEqual(quiet.health, {
      unchangedSince: '2025-10-17T12:00:00.000Z',
      stale: true,
      brokenLinks: [{ url: 'https://a.dev/x', status: 404, brokenSince: '2026-05-03T12:00:00.000Z' }],
    });
    assert.deepEqual((await get('site', '/fine')).json.health.brokenLinks, []);
    await store('site', '2026-05-05', [{ path: '/moved' }, { path: '/moved', kind: 'not_found' }]);
    const moved = (await get('site', '/moved')).json;
    assert.deepEqual(
      [moved.state, moved.health, moved.totals.views.total, moved.missed.total],
      ['missing', null, 1, 1],
    );
  });

  test('include the page’s feedback and answers: votes of both periods, the newest comments, and questions that cite it', async () => {
    await putFeedback('old', { helpful: true, at: '2026-05-02T01:00:00Z' });
    await putFeedback('up', { helpful: true, at: '2026-05-04T01:00:00Z' });
    await putFeedback('down', { helpful: false, comment: 'Which <b>key</b>?', at: '2026-05-04T02:00:00Z' });
    await putFeedback('beside', { path: '/b', helpful: false, at: '2026-05-04T02:00:00Z' });
    const ask = (id: string, sources: readonly object[]) =>
      run(
        `insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome, asked_at, origin, path, model)
         values ('talk', $1, $1, 'd', 'Question ' || $1, $1, 'A', $2, 'answered', now(), 'page', '', 'm')`,
        [id, JSON.stringify(sources)],
      );
    await ask('cites', [{ path: 'a', title: 'A', url: '/a' }]);
    await ask('cites the folder', [
      { path: 'b', title: 'B' },
      { path: 'a/index', title: 'A' },
    ]);
    await ask('cites another', [{ path: 'ab', title: 'AB' }]);
    const { feedback } = (await get('talk', '/a')).json;
    assert.deepEqual([feedback.thumbsUp, feedback.thumbsDown, feedback.comments], [1, 1, 1]);
    assert.deepEqual(feedback.before, { thumbsUp: 1, thumbsDown: 0, comments: 0 });
    assert.deepEqual(feedback.newest, [
      {
        id: 'down',
        source: 'contextual',
        helpful: false,
        comment: 'Which <b>key</b>?',
        status: 'pending',
        createdAt: '2026-05-04T02:00:00.000Z',
      },
    ]);
    // Answers are deleted by the database's clock.
    const dayOf = (ahead: number): string => toDay(Date.now(), ahead);
    const { answers } = (await get('talk', '/a', `dateFrom=${dayOf(-1)}&dateTo=${dayOf(2)}`)).json;
    assert.deepEqual([answers.total, answers.complete], [2, true]);
    assert.deepEqual(
      answers.newest.map(({ query }: { query: string }) => query),
      ['Question cites the folder', 'Question cites'],
    );
  });

  test('are the same from events and from counts, and include an equal number of earlier days', async () => {
    await store('p', '2026-05-03', read);
    await store('p', '2026-05-04', read);
    await store('p', '2026-05-05', read.slice(0, 1));
    const counted = (row: object, [total, before]: readonly [number, number]) => ({
      total,
      before,
      rows: [{ ...row, before }],
      hasMore: false,
    });
    const lists = {
      referrers: counted({ referrer: 'search.example', views: 3 }, [3, 2]),
      searchesFrom: counted({ searchQuery: 'keys', hits: 1 }, [1, 1]),
      searchesTo: counted({ searchQuery: 'api', clicks: 1 }, [1, 1]),
      outlinks: counted({ url: 'https://a.example/x', clicks: 1 }, [1, 1]),
      codeCopies: counted({ language: 'js', firstLine: 'const a = 1;', copies: 1 }, [1, 1]),
      agentReads: counted({ via: 'markdown', tool: null, reads: 1 }, [1, 1]),
    };
    const views = { human: 3, ai: 1, total: 4 };
    const open = (await get('p', '/a')).json;
    assert.deepEqual(toLists(open), lists);
    assert.deepEqual([open.totals.views, open.before.views.total], [views, 3]);
    assert.deepEqual(
      open.days.map((day: { date: string; views: { total: number } }) => [day.date, day.views.total]),
      [
        ['2026-05-04', 3],
        ['2026-05-05', 1],
      ],
    );
    await keepAnalytics(
      { database: service.database, clock: createFixedClock(new Date('2026-05-07T12:00:00Z')) },
      settings,
    );
    const { rows } = await run(`select 1 from analytics_daily where project_id = 'p' and kind = 'page_referrer'`);
    assert.equal(rows.length > 0, true);
    assert.deepEqual((await get('p', '/a')).json, open);
  });
});
