import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openSiteKnowledge, type KnownPage, type SiteKnowledge } from '@docwright/site-assistant';
import { createFixedClock, type FixedClock } from '../../../platform/clock/index.ts';
import { createHttpClient, type HttpClient } from '../../../platform/http-client/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { sampleSource } from '../discovery/testing/sample-source.ts';
import { maxLinks } from './read-site.ts';
import { deleteOldPageHealth, takeHostTurn } from './store.ts';
import type { PageHealthTables } from './tables.ts';
import { watchPages } from './watch-pages.ts';

const log = createLogger({ level: 'silent' });
const hour = 3_600_000;

/** Creates a site's knowledge from pages with links, without the site builder. */
function knowledgeOf(pages: Readonly<Record<string, { text?: string; links?: Iterable<string> }>>): SiteKnowledge {
  const texts = Object.fromEntries(Object.entries(pages).map(([path, { text = 'Text.' }]) => [path, text]));
  const knowledge = openSiteKnowledge(sampleSource(texts));
  return Object.assign(Object.create(knowledge) as SiteKnowledge, {
    listPages: knowledge.listPages.bind(knowledge),
    readPage: async (path: string): Promise<KnownPage | undefined> => {
      const page = await knowledge.readPage(path);
      return page && { ...page, links: new Set(pages[path]?.links ?? []) };
    },
  });
}

describe('page health checks', () => {
  let database: ModuleDatabase<PageHealthTables>;
  let server: Server;
  let port = 0;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let asked: { readonly what: string; readonly at: number }[] = [];
  let http: HttpClient;
  let clock: FixedClock;
  let sites: Record<string, SiteKnowledge> = {};

  before(async () => {
    database = await openModuleDatabase();
    server = createServer((request, response) => {
      asked.push({
        what: `${request.method ?? ''} ${request.headers.host?.split(':')[0] ?? ''}${request.url ?? ''}`,
        at: performance.now(),
      });
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    // Allows the server's port for these names, as for public hosts. All other rules are the service's own.
    http = createHttpClient(
      { allowPlainHttp: true, allowedPrivateHosts: [`a.dev:${port}`, `b.dev:${port}`, `c.dev:${port}`] },
      (name, callback) => {
        if (name.startsWith('nowhere')) callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
        else if (name === 'later.dev') callback(Object.assign(new Error('later'), { code: 'EAI_AGAIN' }), []);
        else callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    );
  });
  after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
    await database.close();
  });
  beforeEach(async () => {
    await query('delete from projects');
    await query('delete from page_health_hosts');
    asked = [];
    sites = {};
    clock = createFixedClock(new Date('2026-05-20T12:00:00Z'));
    answer = (_request, response) => response.end('here');
  });

  const query = async (statement: string, values: readonly unknown[] = []) =>
    (await database.pool.query(statement, [...values])).rows;
  const url = (host: string, path = '/'): string => `http://${host}:${port}${path}`;
  const watch = (options: { hostGapMs?: number; http?: HttpClient | undefined } = {}) =>
    watchPages(
      {
        database,
        clock,
        log,
        http,
        hostGapMs: 1,
        openKnowledge: async ({ bundleId }) => sites[bundleId] ?? assert.fail('the bundle is gone'),
        ...options,
      },
      new AbortController().signal,
    );
  const deploy = async (project: string, bundle: string, knowledge: SiteKnowledge): Promise<void> => {
    sites[bundle] = knowledge;
    const [known] = await query('select from projects where id = $1', [project]);
    if (known === undefined) {
      await insertProject(database, project);
      await query(`insert into sites (project_id, organization_id, slug) values ($1, $2, $1)`, [project, HOME]);
      await query(
        `insert into site_environments (id, organization_id, project_id, kind) values ($1, $2, $1, 'production')`,
        [project, HOME],
      );
    }
    await query(
      `insert into site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
         issues, issue_count, issue_counts, error_count, missing, missing_count, created_at)
       values ($1, $2, $3, $1, 'c', $1, 's', 1, 1, '[]', 0, '{}', 0, '[]', 0, $4)`,
      [bundle, HOME, project, new Date(clock.now())],
    );
    await query(
      `insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, commit, observation, bundle_id)
       values ($1, $2, $3, $3, 'main', 'success', 'push', 'c', 1, $1)`,
      [bundle, HOME, project],
    );
    await query(`update site_environments set active_deployment_id = $1 where project_id = $2`, [bundle, project]);
  };
  const links = () =>
    query(
      `select url, outcome, reason, gone_at >= gone_since + interval '12 hours' as broken from page_health_links order by url`,
    );
  const outcomes = async () => (await links()).map(({ outcome, reason }) => `${outcome} ${reason}`);
  const broken = async () => (await links()).filter((link) => link.broken).length;

  test('a link is broken after two checks fail twelve hours apart, and works again after one succeeds', async () => {
    let status = 404;
    answer = (_request, response) => response.writeHead(status).end();
    await deploy('p', 'b1', knowledgeOf({ start: { links: [url('a.dev', '/gone')] } }));
    await watch();
    assert.deepEqual([await outcomes(), await broken()], [['gone 404'], 0]);
    clock.advance(11 * hour);
    await watch();
    assert.equal(asked.length, 2);
    clock.advance(hour);
    await watch();
    assert.deepEqual(
      [asked.map(({ what }) => what.slice(0, 4)), await broken()],
      [['HEAD', 'GET ', 'HEAD', 'GET '], 1],
    );
    status = 503;
    clock.advance(24 * hour);
    await watch();
    assert.deepEqual([await outcomes(), await broken()], [['unknown 503'], 1]);
    status = 200;
    clock.advance(24 * hour);
    await watch();
    assert.deepEqual([await outcomes(), await broken()], [['answers 200'], 0]);
  });

  test('a success between two failed checks clears the first failure, and an inconclusive check doesn’t', async () => {
    const statuses = [404, 404, 200, 404, 404, 429, 410, 410];
    answer = (_request, response) => response.writeHead(statuses.shift() ?? 500).end();
    await deploy('p', 'b1', knowledgeOf({ start: { links: [url('a.dev')] } }));
    const found: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await watch();
      found.push(await broken());
      clock.advance(8 * 24 * hour);
    }
    assert.deepEqual(found, [0, 0, 0, 0, 1]);
  });

  test('refusals, overload, server errors and cut connections are inconclusive, and GET replaces an unsupported HEAD', async () => {
    answer = (request, response) => {
      const status = Number(request.url?.slice(1));
      if (request.url === '/cut') return void request.socket.destroy();
      return response.writeHead(request.method === 'HEAD' && status === 200 ? 405 : status).end('x'.repeat(100));
    };
    const paths = ['/200', '/401', '/403', '/404', '/410', '/429', '/500', '/503', '/cut'];
    await deploy('p', 'b1', knowledgeOf({ start: { links: paths.map((path) => url('a.dev', path)) } }));
    await watch();
    assert.deepEqual(await outcomes(), [
      'answers 200',
      'unknown 401',
      'unknown 403',
      'gone 404',
      'gone 410',
      'unknown 429',
      'unknown 500',
      'unknown 503',
      'unknown connection-failed',
    ]);
  });

  test('redirects are followed host by host, a limited number of times, and not into a private network', async () => {
    const leads: Record<string, string> = {
      '/moved': url('b.dev', '/404'),
      '/here': '/200',
      '/metadata': 'http://169.254.169.254/latest/meta-data/',
      '/private': `http://inside.dev:${port}/`,
      '/file': 'file:///etc/passwd',
      '/none': 'http://',
      '/loop': '/loop',
      '/nowhere': 'http://nowhere.dev/',
    };
    answer = (request, response) => {
      const location = leads[request.url ?? ''];
      if (location === undefined) response.writeHead(Number(request.url?.slice(1) ?? 500)).end();
      else response.writeHead(302, { location }).end();
    };
    await deploy('p', 'b1', knowledgeOf({ start: { links: Object.keys(leads).map((path) => url('a.dev', path)) } }));
    await watch();
    const found = Object.fromEntries(
      (await links()).map((link) => [new URL(link.url).pathname, `${link.outcome} ${link.reason}`]),
    );
    assert.deepEqual(found, {
      '/moved': 'gone 404',
      '/here': 'answers 200',
      '/metadata': 'unknown address-refused',
      '/private': 'unknown address-refused',
      '/file': 'unknown scheme-refused',
      '/none': 'unknown redirect-invalid',
      '/loop': 'unknown too-many-redirects',
      '/nowhere': 'gone no_such_host',
    });
    assert.equal(asked.filter(({ what }) => what.endsWith('/loop')).length, 6);
    assert.ok(asked.every(({ what }) => !what.includes('inside.dev')));
  });

  test('a name that resolves to a private network gets no request, and a missing name counts only if another host responds', async () => {
    await deploy(
      'p',
      'b1',
      knowledgeOf({ start: { links: ['http://nowhere.dev/', 'http://later.dev/', url('inside.dev')] } }),
    );
    await watch();
    assert.deepEqual(await outcomes(), [
      'unknown address-refused',
      'unknown connection-failed',
      'unknown no_such_host',
    ]);
    assert.equal(asked.length, 0);
    await deploy('q', 'b2', knowledgeOf({ start: { links: [url('a.dev')] } }));
    clock.advance(24 * hour);
    await watch();
    assert.deepEqual(
      (await links()).filter((link) => link.reason === 'no_such_host').map((link) => link.outcome),
      ['gone'],
    );
  });

  test('a host that never responds causes one wait per round, and doesn’t delay another host', async () => {
    answer = (request, response) => {
      if (request.headers.host?.startsWith('b.dev') === true) response.end();
    };
    const silent = createHttpClient(
      { allowPlainHttp: true, allowedPrivateHosts: [`a.dev:${port}`, `b.dev:${port}`] },
      (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    );
    const impatient: HttpClient = {
      request: (request) => silent.request({ ...request, timeoutMs: 50 }),
      close: () => silent.close(),
    };
    const many = [url('a.dev', '/1'), url('a.dev', '/2'), url('a.dev', '/3'), url('b.dev')];
    await deploy('p', 'b1', knowledgeOf({ start: { links: many } }));
    await watch({ http: impatient });
    await silent.close();
    assert.deepEqual(await outcomes(), ['unknown timed-out', 'null null', 'null null', 'answers 200']);
  });

  test('two workers together request a host once per interval, even if two sites link to it', async () => {
    const of = (name: string) => knowledgeOf({ start: { links: [1, 2, 3].map((n) => url('a.dev', `/${name}${n}`)) } });
    await deploy('p', 'b1', of('p'));
    await deploy('q', 'b2', of('q'));
    const startedAt = performance.now();
    await Promise.all([watch({ hostGapMs: 80 }), watch({ hostGapMs: 80 })]);
    await watch({ hostGapMs: 80 });
    assert.equal(asked.length, 6);
    // Each request keeps the interval, even if a busy machine processes one of them late.
    const early = asked.filter(({ at }, index) => at - startedAt < index * 80 - 5);
    assert.deepEqual(early, []);
    // A caller that would have to wait too long retries in another round.
    for (let n = 0; n < 30; n += 1) await takeHostTurn(database.kysely, 'busy.dev', { gapMs: 1_000, mostMs: 20_000 });
    assert.equal(await takeHostTurn(database.kysely, 'busy.dev', { gapMs: 1_000, mostMs: 20_000 }), undefined);
  });

  test('only a limited number of a page’s hundred thousand links is stored, and checked gradually, in turn with other pages’ links', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => url('a.dev', `/${n}`));
    await deploy(
      'p',
      'b1',
      knowledgeOf({
        start: { links: many },
        next: { links: [many[0] ?? '', 'http://127.0.0.1/', `https://a.dev/${'x'.repeat(1_000_000)}`] },
      }),
    );
    await deploy('q', 'b2', knowledgeOf({ start: { links: [url('b.dev')] } }));
    await watch();
    const [{ count, complete } = assert.fail()] = await query(
      `select count(*)::int as count, bool_and(complete) as complete from page_health_links join page_health_sites using (project_id) where project_id = 'p'`,
    );
    assert.deepEqual([count, complete], [maxLinks, false]);
    assert.deepEqual([asked.filter(({ what }) => what.includes('a.dev')).length, asked.length], [20, 21]);
    const [first] = await query(`select pages, page_count from page_health_links where url = $1`, [many[0]]);
    assert.deepEqual(first, { pages: ['/start', '/next'], page_count: 2 });
  });

  test('a deployment removes deleted links and pages, and keeps the results of the others', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    const [one, two] = [url('a.dev', '/1#x'), url('a.dev', '/2')];
    await deploy('p', 'b1', knowledgeOf({ start: { links: [one, two] }, index: {} }));
    await watch();
    clock.advance(24 * hour);
    await deploy('p', 'b2', knowledgeOf({ start: { links: [url('a.dev', '/1#y')], text: 'Other.' }, new: {} }));
    await watch();
    assert.deepEqual(await links(), [{ url: url('a.dev', '/1'), outcome: 'gone', reason: '404', broken: true }]);
    const pages = await query('select path, unchanged_since, added_at from page_health_pages order by path');
    const at = new Date('2026-05-21T12:00:00Z');
    assert.deepEqual(pages, [
      { path: '/new', unchanged_since: at, added_at: at },
      { path: '/start', unchanged_since: at, added_at: null },
    ]);
    await deploy('p', 'b3', knowledgeOf({ start: { text: 'Other.' } }));
    clock.advance(24 * hour);
    await watch();
    assert.deepEqual(await query('select path, unchanged_since from page_health_pages'), [
      { path: '/start', unchanged_since: at },
    ]);
  });

  test('a site that isn’t live isn’t checked, and its rows are deleted after 30 days; an unreadable site is retried', async () => {
    await deploy('p', 'b1', knowledgeOf({ start: { links: [url('a.dev')] } }));
    await deploy('broken', 'b2', knowledgeOf({}));
    delete sites['b2'];
    await watch({ http: undefined });
    assert.equal(asked.length, 0);
    await query(`update sites set published = false where project_id = 'p'`);
    sites['b2'] = knowledgeOf({ start: {} });
    clock.advance(hour);
    await watch();
    assert.equal(asked.length, 0);
    assert.deepEqual(await query(`select project_id from page_health_pages order by 1`), [
      { project_id: 'broken' },
      { project_id: 'p' },
    ]);
    await query(`update page_health_sites set seen_at = now() - interval '31 days' where project_id = 'p'`);
    await query(`update page_health_sites set seen_at = now() where project_id = 'broken'`);
    await deleteOldPageHealth(database.kysely, 30);
    assert.deepEqual(await query(`select project_id from page_health_pages`), [{ project_id: 'broken' }]);
    assert.deepEqual(await links(), []);
  });
});
