/**
 * Measures the dashboard's queries over 90 days and ten million events of one project; the last day isn't counted yet:
 * `node bench/analytics/large.ts [events=10000000] [rounds=20] [--json]`. Goal: 300 ms at p95 for each query.
 */
import { cpus, loadavg } from 'node:os';
import { countDay } from '../../packages/server/src/modules/readers/analytics/counting-store.ts';
import { leastRowsToRollUp, rollUp } from '../../packages/server/src/modules/readers/analytics/keep-analytics.ts';
import { selectPageFigures } from '../../packages/server/src/modules/readers/analytics/page-figures-store.ts';
import { selectDaysWithoutRollups } from '../../packages/server/src/modules/readers/analytics/rollups-store.ts';
import {
  countSearches,
  selectByDay,
  selectBySubject,
  selectHits,
  selectTotals,
} from '../../packages/server/src/modules/readers/analytics/store.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { addProjects, fillEvents } from './fill-events.ts';
import { openAnalytics } from './open-analytics.ts';

const days = 90;
const dayMs = 86_400_000;

await openBench(async (bench) => {
  const [events = 10_000_000, rounds = 20] = bench.numbers;
  const database = await openAnalytics(bench);
  const { kysely, pool } = database;
  const dayOf = (ago: number): string => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  const names = Array.from({ length: days }, (_, ago) => dayOf(days - 1 - ago));
  await addProjects(pool, 1);
  await fillEvents(pool, {
    projects: 1,
    eventsPerDay: Math.ceil(events / days),
    pages: 3_000,
    visitors: 8_000,
    days: names,
  });
  await pool.query('analyze');
  bench.show({ machine: cpus()[0]?.model, cores: cpus().length, events, days, load: loadavg()[0]?.toFixed(1) });
  const countedFrom = performance.now();
  for (const day of names.slice(0, -1)) await kysely.transaction().execute((tx) => countDay(tx, day));
  const countedMs = (performance.now() - countedFrom) / (days - 1);
  const rolledUpFrom = performance.now();
  for (const day of await selectDaysWithoutRollups(kysely)) await rollUp(kysely, day, leastRowsToRollUp);
  const rolledUpMs = performance.now() - rolledUpFrom;
  await pool.query('vacuum analyze');
  const asked = { projectId: 'project_1', from: names[0] ?? '', to: dayOf(-1) };
  const slice = { ...asked, limit: 51, offset: 0 };
  const { rows: viewed } = await pool.query<{ path: string }>(
    `select subject as path from analytics_daily where kind = 'view' group by 1 order by sum(human) desc limit 1`,
  );
  // The second half of the days, compared with the first half.
  const page = { ...asked, path: viewed[0]?.path ?? '/', from: dayOf(days / 2 - 1), beforeFrom: asked.from };
  const queries: Readonly<Record<string, () => Promise<unknown>>> = {
    timeseries: () => selectByDay(kysely, asked),
    views: () => selectBySubject(kysely, slice, { kind: 'view', measure: 'views' }),
    'views, totals': () => selectTotals(kysely, asked, 'views'),
    visitors: () => selectBySubject(kysely, slice, { kind: 'view', measure: 'visitors' }),
    referrers: () => selectBySubject(kysely, slice, { kind: 'referrer', measure: 'views' }),
    searches: () => selectHits(kysely, slice, { kind: 'search' }),
    'searches, totals': () => countSearches(kysely, asked),
    'searches without result': () => selectHits(kysely, slice, { kind: 'search', isWithoutResult: true }),
    'not found': () => selectHits(kysely, slice, { kind: 'not_found' }),
    outlinks: () => selectHits(kysely, slice, { kind: 'outlink' }),
    'code copies': () => selectHits(kysely, slice, { kind: 'code_copy' }),
    'one page': () => selectPageFigures(kysely, page, 21),
  };
  const round = (value: number): number => Math.round(value);
  for (const [query, run] of Object.entries(queries)) {
    await run();
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const startedAt = performance.now();
      await run();
      times.push(performance.now() - startedAt);
    }
    bench.show({ query, p50Ms: round(quantile(times, 0.5)), p95Ms: round(quantile(times, 0.95)), load: loadavg()[0] });
  }
  for (const table of ['analytics_daily', 'analytics_rollup_counts']) {
    const { rows } = await pool.query<{ rows: string; mb: number }>(
      `select count(*) as rows, pg_total_relation_size('${table}') / 1000000 as mb from ${table}`,
    );
    bench.show({ table, rows: Number(rows[0]?.rows), mb: Number(rows[0]?.mb) });
  }
  bench.show({ countADayMs: round(countedMs), rollUpMs: round(rolledUpMs) });
});
