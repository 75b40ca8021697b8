import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { openEdge, type EdgeRequest, type TestEdge } from './testing/open-edge.ts';

const host = 'counted.sites.example';
const path = '/_docwright/events';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('reports from pages of live sites', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    edge = await openEdge(database, { defaultAccess: 'public' });
    await edge.addSite('counted', undefined, { analytics: true });
    await edge.addSite('missed', undefined, { analytics: true });
    await edge.addSite('plain');
  });
  beforeEach(async () => {
    // Another minute, without any reports yet.
    edge.clock.advance(60_000);
    await database.pool.query('delete from analytics_events');
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  const idAt = (ms: number): string => {
    const random = randomBytes(8).toString('hex');
    const time = ms.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(4)}`;
  };
  const event = (fields: object = {}) => ({ id: idAt(edge.clock.now()), kind: 'view', path: '/', ...fields });
  const send = (events: readonly object[] | string, request: EdgeRequest = {}, at = host) =>
    edge.get(at, path, {
      method: 'POST',
      body: typeof events === 'string' ? events : JSON.stringify({ events }),
      ...request,
      headers: { origin: `https://${at}`, 'user-agent': browser, ...request.headers },
    });
  const stored = async () =>
    (await database.pool.query('select * from analytics_events order by at, path')).rows as Record<string, unknown>[];

  test('are stored before the response, and count once even if they are sent several times', async () => {
    const one = event({ path: '/index.html', referrer: 'https://search.example/?q=x' });
    for (let times = 0; times < 3; times += 1) assert.equal((await send([one])).status, 204);
    const rows = await stored();
    assert.equal(rows.length, 1);
    const { project_id: project, kind, path: counted, is_ai: isAi, referrer } = rows[0] ?? {};
    assert.deepEqual([project, kind, counted, isAi, referrer], ['counted', 'view', '/', false, 'search.example']);
  });

  test('are stored without address and browser name, and visitors are distinguished for a day', async () => {
    await send([event()]);
    await send([event()]);
    await send([event()], { from: '127.0.0.9' });
    const today = Date.parse(new Date(edge.clock.now()).toISOString().slice(0, 10));
    const yesterday = idAt(today - 1_000);
    await send([event({ id: yesterday })]);
    const rows = await stored();
    assert.doesNotMatch(JSON.stringify(rows), /127\.0\.0|Mozilla/);
    const visitors = rows.map(({ visitor }) => (visitor as Buffer).toString('hex'));
    assert.equal(new Set(visitors).size, 3);
  });

  test('are refused from pages of another origin, and without an origin', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: `https://${host}.evil.example` },
      { origin: 'https://plain.sites.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      assert.equal((await send([event()], { headers })).status, 403, JSON.stringify(headers));
    assert.deepEqual(await stored(), []);
  });

  test('are refused entirely if one event has an unknown page or kind, an invalid time, or NUL', async () => {
    for (const bad of [
      { path: '/none' },
      { kind: 'mouse' },
      { id: idAt(edge.clock.now() + 3_600_000) },
      { id: idAt(edge.clock.now() - 90_000_000) },
      { path: '/\0' },
      { kind: 'not_found', path: '/x\0' },
    ])
      assert.equal((await send([event(), event(bad)])).status, 400, JSON.stringify(bad));
    assert.equal((await send('{')).status, 400);
    assert.deepEqual(await stored(), []);
  });

  test('are refused if their size is a megabyte, and the connection is closed', async () => {
    const { status, headers } = await send('x'.repeat(1_000_000));
    assert.deepEqual([status, headers['connection']], [413, 'close']);
  });

  test('are accepted only by POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, headers } = await edge.get(host, path, { method });
      assert.deepEqual([status, headers['allow']], [405, 'POST'], method);
    }
  });

  test('are accepted only for the production site of a project with analytics', async () => {
    assert.equal((await send([event()], {}, 'plain.sites.example')).status, 405);
    assert.equal((await send([event()], {}, 'next-12345678--counted.sites.example')).status, 405);
    assert.deepEqual(await stored(), []);
  });

  test('are not stored for readers who opted out of being counted, or for bots', async () => {
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }, { 'user-agent': 'Googlebot/2.1' }, { 'user-agent': '' }])
      assert.equal((await send([event()], { headers })).status, 204, JSON.stringify(headers));
    assert.deepEqual(await stored(), []);
  });

  test('are stored as an AI agent’s if an agent sends them, and so are pages that it reads without running a script', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 (compatible; ClaudeBot/1.0)' };
    // The view that its script reports was counted with the response.
    const search = event({ kind: 'search', query: 'keys' });
    assert.equal((await send([event(), search], { headers: agent })).status, 204);
    // On a connection that stays open, and on one that doesn't.
    assert.equal((await edge.get(host, '/', { headers: { ...agent, connection: 'keep-alive' } })).status, 200);
    assert.equal((await edge.get(host, '/', { headers: agent })).status, 200);
    assert.equal((await edge.get(host, '/', { headers: { ...agent, dnt: '1' } })).status, 200);
    assert.equal((await edge.get(host, '/none', { headers: agent })).status, 404);
    // Views are written one after another, and this one is the last.
    await send([event({ kind: 'not_found', path: '/last' })]);
    assert.deepEqual(
      (await stored())
        .filter(({ kind }) => kind !== 'not_found')
        .map(({ kind, is_ai: isAi }) => `${String(kind)} ${isAi === true ? 'of an agent' : 'of a person'}`)
        .toSorted(),
      ['search of an agent', 'view of an agent', 'view of an agent'],
    );
  });

  test('with made-up addresses don’t fill tables: at most a thousand a day are stored separately', async () => {
    const addresses = Array.from({ length: 1_100 }, (_, n) => event({ kind: 'not_found', path: `/made-up-${n}` }));
    for (let start = 0; start < addresses.length; start += 20) {
      assert.equal((await send(addresses.slice(start, start + 20), {}, 'missed.sites.example')).status, 204);
    }
    const { rows } = await database.pool.query(
      `select count(distinct path)::int as paths, count(*)::int as events, max(path) filter (where path like '(%') as other
       from analytics_events`,
    );
    assert.deepEqual(rows[0], { paths: 1_001, events: 1_100, other: '(other)' });
  });

  test('with made-up links and code don’t fill tables: at most a thousand of each are stored separately', async () => {
    for (let start = 0; start < 1_100; start += 20) {
      const numbers = Array.from({ length: 10 }, (_, n) => String(start + n));
      const links = numbers.map((n) => event({ kind: 'outlink', target: `https://made-up.example/${n}` }));
      const codes = numbers.map((line) => event({ kind: 'code_copy', language: 'js', line }));
      const more = numbers.map((n) => event({ kind: 'outlink', target: `https://u:w@made-up.example/x${n}?k=v` }));
      const moreCodes = numbers.map((line) => event({ kind: 'code_copy', language: 'sh', line: `x${line}` }));
      assert.equal((await send([...links, ...more], {}, 'missed.sites.example')).status, 204);
      assert.equal((await send([...codes, ...moreCodes], {}, 'missed.sites.example')).status, 204);
    }
    const { rows } = await database.pool.query(
      `select kind, count(distinct target)::int as targets, count(*)::int as events,
         (count(*) filter (where target = '(other)' or target is null))::int as others,
         (count(*) filter (where target like '%k=v%' or target like '%w@%'))::int as private
       from analytics_events group by kind order by kind`,
    );
    assert.deepEqual(rows, [
      { kind: 'code_copy', targets: 1_000, events: 1_100, others: 100, private: 0 },
      { kind: 'outlink', targets: 1_001, events: 1_100, others: 100, private: 0 },
    ]);
  });

  test('are limited per network and minute, and other networks aren’t affected', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => send([event()], { from: '127.0.0.7' })));
    assert.equal(answers.filter(({ status }) => status === 204).length, 120);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 10);
    assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0));
    assert.equal((await send([event()])).status, 204);
  });

  test('are refused while the database can’t store them', async () => {
    await database.pool.query('alter table analytics_events rename to analytics_events_away');
    const { status, headers } = await send([event()]);
    await database.pool.query('alter table analytics_events_away rename to analytics_events');
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
    assert.equal((await send([event()])).status, 204);
  });
});
