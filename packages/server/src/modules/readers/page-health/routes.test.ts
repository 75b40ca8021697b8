import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { insertLiveSite } from './testing/insert-live-site.ts';
import { registerPageHealthRoutes } from './routes.ts';
import type { PageHealthTables } from './tables.ts';

const now = new Date('2026-05-20T12:00:00Z');

describe('page health', () => {
  let service: ModuleRoutes<PageHealthTables>;
  let withoutChecks: ModuleRoutes<PageHealthTables>;
  const open = (checksLinks: boolean) =>
    openModuleRoutes<PageHealthTables>((routes, { database }) =>
      registerPageHealthRoutes(routes, { database, clock: createFixedClock(now), checksLinks }),
    );
  before(async () => {
    service = await open(true);
    withoutChecks = await open(false);
    await insertProject(withoutChecks.database, 'p');
    for (const id of ['p', 'new', 'silent']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
    await run(`update projects set features = '{"analytics": true}' where id in ('p', 'new')`);
    for (const id of ['p', 'new', 'silent']) await insertLiveSite(service.database.pool, id, now);
  });
  after(async () => {
    await service.close();
    await withoutChecks.close();
  });

  const run = (statement: string, values: readonly unknown[] = []) =>
    service.database.pool.query(statement, [...values]);
  const putPage = (project: string, path: string, days: { unchanged?: number; added?: number } = {}) =>
    run(
      `insert into page_health_pages (project_id, path, title, bundle_id, digest, unchanged_since, added_at)
       values ($1, $2, 'Title of ' || $2, 'b', sha256('x'), $3::timestamptz - make_interval(days => $4::int),
         $3::timestamptz - make_interval(days => $5::int))`,
      [project, path, now, days.unchanged ?? 1, days.added ?? null],
    );
  const putLink = (path: string, facts: { hours?: number; reason?: string; pages?: number } = {}) =>
    run(
      `insert into page_health_links (project_id, url, host, bundle_id, pages, page_count, outcome, reason, checked_at, gone_since, gone_at, gone_reason, due_at)
       values ('p', 'https://a.dev' || $1, 'a.dev', 'b', '["/start"]', $2, 'gone', $3, $4, $4::timestamptz - make_interval(hours => $5::int), $4, $3, $4)`,
      [path, facts.pages ?? 1, facts.reason ?? '404', now, facts.hours ?? 24],
    );
  const countDay = (project: string, kind: string, subject: string, [ago, human]: readonly [number, number]) =>
    run(
      `insert into analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, last_at)
       values ($1, ($2::timestamptz at time zone 'UTC')::date - $3::int, $4, $5, $6, 3, $6, 3, 0, $2)`,
      [project, now, ago, kind, subject, human],
    );
  const ask = async (project: string, query = '', request: ModuleRequest = {}) => {
    await service.database.pool.query('delete from rate_uses');
    return service.request('GET', `/v1/projects/${project}/page-health${query}`, request);
  };

  test('lists broken links that failed twice, links on the most pages first, with pagination', async () => {
    await putLink('/once', { hours: 0 });
    await putLink('/soon', { hours: 11 });
    await putLink('/one', { pages: 1 });
    await putLink('/two', { pages: 2, reason: 'no_such_host' });
    const first = (await ask('p', '?list=broken_links&limit=1')).json;
    assert.deepEqual([first.unreadPages, first.searchedFromPages, first.stalePages], [null, null, null]);
    assert.deepEqual(first.brokenLinks, {
      state: 'known',
      links: 4,
      checked: 4,
      complete: true,
      rows: [
        {
          url: 'https://a.dev/two',
          status: null,
          pages: ['/start'],
          pageCount: 2,
          brokenSince: '2026-05-19T12:00:00.000Z',
          checkedAt: now.toISOString(),
        },
      ],
      hasMore: true,
    });
    const { brokenLinks } = (await ask('p', '?list=broken_links&limit=1&offset=1')).json;
    assert.deepEqual(
      [brokenLinks.rows.map(({ url, status }: Record<string, unknown>) => [url, status]), brokenLinks.hasMore],
      [[['https://a.dev/one', 404]], false],
    );
  });

  test('lists pages without a reader after readers were counted for thirty days; agents aren’t readers', async () => {
    for (const path of ['/', '/read', '/agents-only', '/before']) await putPage('p', path);
    await putPage('p', '/added', { added: 5 });
    await countDay('p', 'site', '', [29, 5]);
    const unread = async () => (await ask('p', '?list=unread')).json.unreadPages;
    assert.deepEqual(await unread(), { state: 'waiting', since: null, rows: [], hasMore: false });
    await countDay('p', 'site', '', [200, 5]);
    await countDay('p', 'view', '/', [1, 5]);
    await countDay('p', 'view', '/read', [89, 1]);
    await countDay('p', 'view', '/before', [90, 1]);
    await countDay('p', 'view', '/agents-only', [1, 0]);
    assert.deepEqual(await unread(), {
      state: 'known',
      since: '2026-02-20',
      rows: [
        { path: '/agents-only', title: 'Title of /agents-only' },
        { path: '/before', title: 'Title of /before' },
      ],
      hasMore: false,
    });
  });

  test('lists pages that enough readers open and leave by searching, including searches of today', async () => {
    await putPage('p', '/few');
    await putPage('p', '/rare');
    await putPage('p', '/left');
    for (const [path, readers, searchers] of [
      ['/few', 5, 4],
      ['/rare', 100, 6],
      ['/left', 20, 3],
      ['/gone', 10, 9],
    ] as const) {
      await countDay('p', 'view', path, [2, readers]);
      await countDay('p', 'search_page', path, [2, searchers]);
    }
    await run('select create_analytics_day($1)', ['2026-05-20']);
    await run(
      `insert into analytics_events (project_id, id, at, kind, path, visitor, is_ai, query)
       select 'p', gen_random_uuid(), $1::timestamptz - interval '1 hour', 'search', '/left', decode(lpad(n::text, 32, '0'), 'hex'), n = 4, 'key'
       from (values (1), (1), (2), (4)) as visitors (n)`,
      [now],
    );
    const { searchedFromPages } = (await ask('p', '?list=searched_from')).json;
    assert.deepEqual(searchedFromPages, {
      state: 'known',
      rows: [{ path: '/left', title: 'Title of /left', readers: 20, searchers: 5, share: 0.25 }],
      hasMore: false,
    });
  });

  test('lists pages that haven’t changed for a long time, by their views', async () => {
    await putPage('p', '/old', { unchanged: 200 });
    await putPage('p', '/old-and-read', { unchanged: 180 });
    await putPage('silent', '/old', { unchanged: 200 });
    await countDay('p', 'view', '/old-and-read', [3, 7]);
    const rowsOf = async (project: string) =>
      (await ask(project, '?list=stale')).json.stalePages.rows.map(({ path, views }: Record<string, unknown>) => [
        path,
        views,
      ]);
    assert.deepEqual(await rowsOf('p'), [
      ['/old-and-read', 7],
      ['/old', 0],
    ]);
    assert.deepEqual(await rowsOf('silent'), [['/old', null]]);
  });

  test('reports parts that are turned off or don’t have enough data yet', async () => {
    const statesOf = ({ json }: { json: Record<string, { state: string }> }) =>
      ['brokenLinks', 'unreadPages', 'searchedFromPages', 'stalePages'].map((list) => json[list]?.state);
    assert.deepEqual(statesOf(await ask('silent')), ['known', 'off', 'off', 'known']);
    assert.deepEqual(statesOf(await ask('new')), ['known', 'waiting', 'waiting', 'known']);
    await run(`update sites set published = false where project_id = 'new'`);
    assert.deepEqual(statesOf(await ask('new')), ['waiting', 'waiting', 'waiting', 'waiting']);
    const off = await withoutChecks.request('GET', '/v1/projects/p/page-health');
    assert.deepEqual(statesOf(off), ['off', 'off', 'off', 'waiting']);
  });

  test('treats other organizations’ projects like missing ones, and counts toward the limit on web analytics requests', async () => {
    for (const project of ['theirs', 'nowhere', '%00', encodeURIComponent("' or true --")])
      assert.equal((await ask(project)).status, 404, project);
    assert.equal((await ask('p', '', { as: { projectIds: ['new'] } })).status, 404);
    assert.equal((await ask('p', '', { as: { scopes: ['projects:read'] } })).status, 403);
    for (const query of ['?list=all', '?limit=0', '?limit=251', '?offset=-1', '?offset=1000001'])
      assert.equal((await ask('p', query)).status, 400, query);
    await ask('p');
    const { rows } = await run('select count(*)::int as uses from rate_uses');
    assert.equal(rows[0].uses, 1);
  });
});
