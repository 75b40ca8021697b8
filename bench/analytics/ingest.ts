/**
 * Measures how many events are accepted if each event is stored in the database before the response: `node
 * bench/analytics/ingest.ts [seconds=15] [projects=100] [--json]`. Page reports with one event and with five are sent
 * to an edge in a separate process, and so are batches of a thousand from hosts. Prints events per second of elapsed
 * time, and per second of processor time of the edge and PostgreSQL together. Goal: 2,000 per second per core.
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { loadavg, cpus } from 'node:os';
import { DistinctNames, maxNames, newUuid7 } from '../../packages/site-server/src/index.ts';
import { createEventStore } from '../../packages/server/src/modules/readers/analytics/create-site-reports.ts';
import { takeEvents } from '../../packages/server/src/modules/readers/analytics/take-events.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import { openBench } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { addProjects } from './fill-events.ts';
import { openAnalytics, watchPostgres } from './open-analytics.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const connections = 64;

await openBench(async (bench) => {
  const [seconds = 15, projects = 100] = bench.numbers;
  const database = await openAnalytics(bench);
  await addProjects(database.pool, projects);
  const { rows } = await database.pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, split_part(version(), ' ', 2) as version`,
  );
  bench.show({ machine: cpus()[0]?.model, cores: cpus().length, node: process.version, ...Object(rows[0]) });
  const edge = await startChild('../analytics/collect-events.ts', bench.databaseUrl);
  bench.defer(() => edge.stop());
  const origin = edge.ready['origin'] ?? '';
  const postgresSeconds = await watchPostgres(database);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  bench.defer(async () => agent.destroy());
  const measure = async (what: string, cpuSeconds: () => number, work: (until: number) => Promise<number>) => {
    await work(performance.now() + 2_000);
    const [from, cpuFrom] = [performance.now(), cpuSeconds()];
    const events = await work(from + seconds * 1000);
    const [took, cpu] = [(performance.now() - from) / 1000, cpuSeconds() - cpuFrom];
    const [perSecond, perCoreSecond] = [events / took, events / cpu].map(Math.round);
    bench.show({ what, events, perSecond, perCoreSecond, load: loadavg()[0]?.toFixed(1) });
  };
  for (const size of [1, 5])
    await measure(
      `reports of ${size}`,
      () => cpuSecondsBelow(edge.pid) + postgresSeconds(),
      async (until) => {
        let events = 0;
        const run = async (): Promise<void> => {
          while (performance.now() < until) {
            await report(agent, `${origin}/project_${1 + Math.floor(Math.random() * projects)}`, size);
            events += size;
          }
        };
        await Promise.all(Array.from({ length: connections }, run));
        return events;
      },
    );
  const store = createEventStore(database, Date.now);
  const deps = {
    database,
    clock: { now: Date.now, monotonicMs: () => performance.now() },
    names: new DistinctNames((scope) => store.names(scope, maxNames)),
    eventDays: 90,
    publishEvent: async () => undefined,
    storeTurn: async () => 'no_conversations' as const,
  };
  await measure(
    'batches of 1,000',
    () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + postgresSeconds(),
    async (until) => {
      let stored = 0;
      for (let n = 0; performance.now() < until; n += 1) {
        const kept = { visitor: randomBytes(16).toString('hex'), isAi: false, referrer: null, target: null };
        const events = Array.from({ length: 1_000 }, (_, at) => ({ ...kept, ...anEvent(at) }));
        const project = `project_${1 + (n % projects)}`;
        stored += (await takeEvents(deps, project, { events, hasPage: () => true })).stored;
      }
      return stored;
    },
  );
});

/** Returns an event. Seven of ten events are views, and three are searches. */
function anEvent(at: number): object {
  const [id, n] = [newUuid7(Date.now(), randomBytes(10)), Math.floor(3_000 * Math.random() ** 3)];
  return at % 10 < 7
    ? { id, kind: 'view', path: `/guides/page-${n}` }
    : { id, kind: 'search', path: '/guides/page-1', query: `query ${n % 700}`, results: n % 5 };
}

async function report(agent: Agent, url: string, size: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const body = JSON.stringify({ events: Array.from({ length: size }, () => anEvent(Math.floor(Math.random() * 10))) });
  const headers = {
    origin: new URL(url).origin,
    'user-agent': person,
    'content-length': Buffer.byteLength(body),
    // Each network may send 120 reports a minute.
    'x-address': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
  };
  const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode));
  });
  sent.once('error', reject).end(body);
  const status = await promise;
  if (status !== 204) throw new Error(`a report returned ${status}`);
}
