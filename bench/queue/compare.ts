/**
 * Measures how long jobs wait, by kind of tenant, with and without a tenant that requests everything at once, while
 * workers crash:
 *
 * node bench/queue/compare.ts [--projects 10000] [--jobs 4000] [--noisy 1000] [--workers 4] [--load 0.7] [--agent 0.45]
 * [--export 0.93] [--deployment 1.7] [--real 160] [--json]
 *
 * 1. Simulated: `--jobs` of each kind, over a period that keeps the workers busy at `--load`. One worker crashes every
 *    tenth of the period, but at most every 30 s. The durations of each kind are those in bench/README.md, with a
 *    processor for each slot. The engine's own statements choose each job (`simulate.ts`).
 * 2. Compared: `--real` jobs of 500 ms by two real worker processes, one of which is killed every 8 s, and the same
 *    arrivals simulated.
 * 3. Throughput of one real worker and of two, with waits of 500 ms. Goal: two workers are 1.7 times as fast.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { connectDatabase, type Database } from '../../packages/server/src/platform/database/index.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { measureThroughput, runRealQueue } from './real-queue.ts';
import { simulateQueue, type SimulatedQueue, type Waits } from './simulate.ts';
import { listArrivals, tenantClasses, type Arrival } from './workload.ts';

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    jobs: { type: 'string', default: '4000' },
    noisy: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '4' },
    load: { type: 'string', default: '0.7' },
    agent: { type: 'string', default: '0.45' },
    export: { type: 'string', default: '0.93' },
    deployment: { type: 'string', default: '1.7' },
    real: { type: 'string', default: '160' },
    json: { type: 'boolean', default: false },
  },
});

/** A worker's default number of slots, by kind of job. */
const slotsOfKind = { agent: 10, export: 1, deployment: 1 } as const;
type Kind = keyof typeof slotsOfKind;

/** A crashed worker is detected after four to five seconds, and its machine starts another. */
const lostWorker = { absentSeconds: 3, takeOverSeconds: 4.5 };
const perTenant = { tenantConcurrency: 50, tenantWaiting: 1_000 };

interface Row {
  readonly part: string;
  readonly tenants: string;
  readonly jobs: number;
  readonly refused: number;
  readonly p50: number;
  readonly p95: number;
}

await openBench(async (bench) => {
  const database = await connectDatabase<object>({ url: bench.databaseUrl, poolSize: 10, applicationName: 'bench' });
  bench.defer(() => database.close());
  const installation = { url: bench.databaseUrl, pool: database.pool };
  const rows: Row[] = [];
  for (const kind of ['agent', 'export', 'deployment'] as const) rows.push(...(await simulateKind(installation, kind)));
  rows.push(...(await compareWithReal(installation)));
  const throughput = await compareWorkers(installation);
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  if (values.json) console.log(JSON.stringify({ rows, throughput, load }));
  else {
    console.table(rows);
    console.table({ ...throughput, load });
  }
});

type Installation = Pick<Database<object>, 'pool'> & { readonly url: string };

async function simulateKind(installation: Installation, kind: Kind): Promise<Row[]> {
  const [jobs, workers] = [Number(values.jobs), Number(values.workers)];
  const serviceSeconds = Number(values[kind]);
  const seconds = (jobs * serviceSeconds) / (workers * slotsOfKind[kind] * Number(values.load));
  const rows: Row[] = [];
  for (const noisy of [0, Number(values.noisy)]) {
    const arrivals = listArrivals({ projects: Number(values.projects), jobs, seconds, noisy, seed: 1 });
    const given: SimulatedQueue = {
      queue: `${kind}-${noisy}`,
      workers,
      slots: slotsOfKind[kind],
      serviceSeconds,
      isServiceFixed: false,
      deathEverySeconds: Math.max(30, seconds / 10),
      ...lostWorker,
      ...perTenant,
    };
    const waits = await simulateQueue(installation, given, arrivals);
    rows.push(...describe(`simulated ${kind}, ${noisy === 0 ? 'nobody' : 'one'} noisy`, arrivals, waits));
  }
  return rows;
}

async function compareWithReal(installation: Installation): Promise<Row[]> {
  const all = Number(values.real);
  const noisy = Math.floor(all / 4);
  const shape = { workers: 2, slots: 2, serviceSeconds: 0.5 };
  const jobs = all - noisy;
  const seconds = (jobs * shape.serviceSeconds) / (shape.workers * shape.slots * Number(values.load));
  const arrivals = listArrivals({ projects: Number(values.projects), jobs, seconds, noisy, seed: 2 });
  const given = { ...shape, isServiceFixed: true, deathEverySeconds: 8, ...lostWorker, ...perTenant };
  const simulated = await simulateQueue(installation, { ...given, queue: 'compared-simulated' }, arrivals);
  const real = await runRealQueue(installation, { ...given, queue: 'compared-real' }, arrivals);
  return [...describe('500 ms, simulated', arrivals, simulated), ...describe('500 ms, real', arrivals, real)];
}

async function compareWorkers(installation: Installation): Promise<Readonly<Record<string, number>>> {
  const jobs = Math.max(16, Math.floor(Number(values.real) / 4));
  const measure = (workers: number): Promise<number> => {
    const waits = { slots: 1, serviceSeconds: 0.5, isServiceFixed: true, deathEverySeconds: undefined, ...lostWorker };
    const queue = `throughput-${workers}`;
    return measureThroughput(installation, { queue, workers, ...waits, ...perTenant }, jobs);
  };
  const one = await measure(1);
  const two = await measure(2);
  return { jobsPerSecondWithOne: round(one), jobsPerSecondWithTwo: round(two), ratio: round(two / one) };
}

function describe(part: string, arrivals: readonly Arrival[], waits: Waits): Row[] {
  return tenantClasses.flatMap((tenants) => {
    const all = waits.filter((_wait, n) => arrivals[n]?.tenantClass === tenants);
    const known = all.filter((wait) => wait !== undefined);
    const refused = all.length - known.length;
    const of = (share: number): number => round(quantile(known, share));
    return all.length === 0 ? [] : [{ part, tenants, jobs: all.length, refused, p50: of(0.5), p95: of(0.95) }];
  });
}

function round(figure: number): number {
  return Math.round(figure * 100) / 100;
}
