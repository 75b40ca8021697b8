import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { EventCollector, HttpExchange, newUuid7 } from '@docwright/site-server';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { createEventStore } from './create-site-reports.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';

const clock = createFixedClock(new Date('2026-05-05T12:00:00Z'));
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const agent = `${person}; Claude-User/1.0`;

describe('reports from pages of a live site', () => {
  let database: ModuleDatabase<FeedbackTables>;
  let server: Server;
  let origin = '';
  let nowMs = clock.now();
  before(async () => {
    database = await openModuleDatabase<FeedbackTables>();
    await insertProject(database, 'p');
    const collector = new EventCollector({
      store: createEventStore(database, () => nowMs),
      nowMs: () => nowMs,
      onError: () => undefined,
      onBeyondDay: () => undefined,
    });
    const site = { siteId: 'p', host: '127.0.0.1', findPage: (path: string) => (path === '/a' ? '/a' : undefined) };
    const read = {
      ...site,
      address: '203.0.113.7',
      basePath: '',
      hasFile: (path: string) => !path.startsWith('/none'),
    };
    server = createServer((request, response) => {
      const exchange = new HttpExchange(
        request,
        response,
        { answered: () => undefined, failed: () => undefined },
        nowMs,
      );
      const { headers, url = '/' } = request;
      if (request.method === 'POST') return void collector.collect(exchange, site, '203.0.113.7');
      collector.countRead(headers, url, read);
      response.end('A page.');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await database.close();
  });
  beforeEach(() =>
    database.pool.query(
      'DELETE FROM analytics_events; DELETE FROM analytics_daily; DELETE FROM analytics_counted_days; DELETE FROM analytics_recounts',
    ),
  );

  let random = 0;
  const report = async (userAgent: string, events: readonly object[]): Promise<number> => {
    const withIds = events.map((event) => ({ id: newUuid7(nowMs, Buffer.alloc(10, (random += 1))), ...event }));
    const headers = { origin, 'user-agent': userAgent, 'content-type': 'application/json' };
    const body = JSON.stringify({ events: withIds });
    return (await fetch(`${origin}/events`, { method: 'POST', headers, body })).status;
  };
  const stored = async (): Promise<readonly string[]> => {
    const { rows } = await database.pool.query(
      `SELECT kind || CASE WHEN is_ai THEN ' of an agent' ELSE '' END AS what FROM analytics_events ORDER BY 1`,
    );
    return rows.map(({ what }) => String(what));
  };

  test('are stored before the 204 response', async () => {
    assert.equal(await report(person, [{ kind: 'view', path: '/a' }]), 204);
    assert.deepEqual(await stored(), ['view']);
  });

  test('cause a recount of their day if they arrive after it was counted', async () => {
    const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 0 };
    const noted = async () => (await database.pool.query('SELECT day::text FROM analytics_recounts')).rows;
    const counted = async () =>
      (await database.pool.query(`SELECT human FROM analytics_daily WHERE kind = 'site' AND day = '2026-05-05'`)).rows;
    const tomorrow = (time: string) => createFixedClock(new Date(`2026-05-06T${time}Z`));
    const view = { kind: 'view', path: '/a' };
    assert.equal(await report(person, [view]), 204);
    assert.deepEqual(await noted(), []);
    await keepAnalytics({ database, clock: tomorrow('00:30:00') }, settings);
    assert.deepEqual(await counted(), []);
    await keepAnalytics({ database, clock: tomorrow('01:00:00') }, settings);
    assert.deepEqual(await counted(), [{ human: 1 }]);
    nowMs = tomorrow('02:00:00').now();
    try {
      // The same page repeats its report from before midnight, and adds a new event from today.
      assert.equal(await report(person, [{ ...view, id: newUuid7(clock.now(), Buffer.alloc(10, 99)) }, view]), 204);
    } finally {
      nowMs = clock.now();
    }
    assert.deepEqual(await noted(), [{ day: '2026-05-05' }]);
    await keepAnalytics({ database, clock: tomorrow('03:00:00') }, settings);
    assert.deepEqual([await noted(), await counted()], [[], [{ human: 2 }]]);
  });

  test('count an agent’s view once, when the page is served, if the agent uses a browser', async () => {
    await (await fetch(`${origin}/a`, { headers: { 'user-agent': agent } })).text();
    while ((await stored()).length === 0);
    const search = { kind: 'search', path: '/a', query: 'keys' };
    assert.equal(await report(agent, [{ kind: 'view', path: '/a' }, search]), 204);
    assert.deepEqual(await stored(), ['search of an agent', 'view of an agent']);
  });

  test('count agents’ reads by the way in which they read the page, but don’t count a person’s browser', async () => {
    const inBrowser = { 'user-agent': person, 'sec-fetch-mode': 'navigate' };
    const program = { 'user-agent': 'curl/8.5.0' };
    for (const [path, headers] of [
      ['/a', inBrowser],
      ['/a.md', { ...inBrowser, 'sec-fetch-mode': 'cors' }],
      ['/llms.txt', inBrowser],
      ['/a', program],
      ['/a', { 'user-agent': 'Googlebot/2.1' }],
      ['/none.md', program],
      ['/none/llms.txt', program],
      ['/a.md', { ...program, dnt: '1' }],
      ['/llms.txt', { ...program, 'sec-gpc': '1' }],
      // These are counted:
      ['/a', { 'user-agent': agent }],
      ['/a.md', program],
      ['/a', { ...inBrowser, accept: 'text/markdown' }],
      ['/llms.txt', program],
      ['/guides/llms.txt', { 'user-agent': agent }],
      ['/llms-12.txt', program],
      ['/llms-full.txt', { 'user-agent': '' }],
    ] as const)
      await (await fetch(`${origin}${path}`, { headers })).text();
    const counted = async () =>
      (await database.pool.query(`SELECT kind, path, target, is_ai FROM analytics_events ORDER BY target, path`)).rows;
    while ((await counted()).length < 7);
    const view = { kind: 'view', path: '/a', is_ai: true };
    const list = { kind: 'agent_read', path: '', is_ai: true };
    assert.deepEqual(await counted(), [
      { ...view, target: 'html' },
      { ...list, target: 'llms-full.txt' },
      { ...list, target: 'llms.txt' },
      { ...list, target: 'llms.txt' },
      { ...list, target: 'llms.txt' },
      { ...view, target: 'markdown' },
      { ...view, target: 'markdown' },
    ]);
  });

  test('are refused if they contain an agent’s read, which pages never report', async () => {
    assert.equal(await report(person, [{ kind: 'agent_read', path: '/a', target: 'mcp' }]), 400);
    assert.deepEqual(await stored(), []);
  });

  test('are refused if they come from another origin, or name a path without a page', async () => {
    const foreign = await fetch(`${origin}/events`, { method: 'POST', headers: { origin: 'https://evil.example' } });
    assert.equal(foreign.status, 403);
    assert.equal(await report(person, [{ kind: 'view', path: '/none' }]), 400);
    assert.deepEqual(await stored(), []);
  });
});
