/**
 * Measures the cost of web analytics for many projects: `node bench/analytics/many-projects.ts [projects=10000] [daily
 * events per project=1000] [--json]`. Shows the processor time for counting a completed day, for recounting a tenth of
 * the projects, and for removing a day by dropping its partition. Goal: at most a tenth of one core.
 */
import { cpus, loadavg } from 'node:os';
import { keepAnalytics } from '../../packages/server/src/modules/readers/analytics/keep-analytics.ts';
import { openBench } from '../api/open-bench.ts';
import { addProjects, fillEvents } from './fill-events.ts';
import { openAnalytics, watchPostgres } from './open-analytics.ts';

const dayMs = 86_400_000;
const settings = { analyticsDays: 400, analyticsEventDays: 3, feedbackDays: 400, analyticsFileDays: 0 };

await openBench(async (bench) => {
  const [projects = 10_000, eventsPerDay = 1_000] = bench.numbers;
  const database = await openAnalytics(bench);
  await addProjects(database.pool, projects);
  const nowMs = Date.now();
  const dayOf = (ago: number): string => new Date(nowMs - ago * dayMs).toISOString().slice(0, 10);
  await fillEvents(database.pool, { projects, eventsPerDay, pages: 60, visitors: 300, days: [dayOf(3)] });
  await database.pool.query('analyze');
  bench.show({ machine: cpus()[0]?.model, cores: cpus().length, projects, eventsPerDay });
  const cpuSeconds = await watchPostgres(database);
  const clock = { at: nowMs, now: () => clock.at, monotonicMs: () => performance.now() };
  const measure = async (what: string): Promise<number> => {
    const [from, cpuFrom] = [performance.now(), cpuSeconds()];
    await keepAnalytics({ database, clock }, settings);
    const [seconds, cpu] = [(performance.now() - from) / 1000, cpuSeconds() - cpuFrom];
    const load = loadavg()[0]?.toFixed(1);
    bench.show({
      what,
      seconds: seconds.toFixed(1),
      cpuSeconds: cpu.toFixed(1),
      shareOfCore: `${((100 * cpu) / 86_400).toFixed(2)} %`,
      load,
    });
    return cpu;
  };
  const counting = await measure('a day is counted');
  const { rows: spread } = await database.pool.query<{ rows: string; blocks: string }>(
    `select count(*) as rows, count(distinct (ctid::text::point)[0]) as blocks from analytics_daily where project_id = 'project_7'`,
  );
  bench.show({ what: 'rows of one project, and the blocks that contain them', ...spread[0] });
  await database.pool.query(
    `insert into analytics_recounts (project_id, day) select 'project_' || n, $1 from generate_series(1, $2::int) as n`,
    [dayOf(3), projects / 10],
  );
  await measure('a tenth of the projects is recounted');
  await measure('nothing to do, 24 times a day');
  clock.at += dayMs;
  await measure('a day is removed');
  const { rows } = await database.pool.query<{ rows: string; mb: string }>(
    `select count(*) as rows, pg_total_relation_size('analytics_daily') / 1000000 as mb from analytics_daily`,
  );
  bench.show({ rollUpRows: Number(rows[0]?.rows), rollUpMb: Number(rows[0]?.mb), ofOneCore: counting / 86_400 < 0.1 });
});
