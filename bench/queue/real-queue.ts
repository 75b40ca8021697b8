/** Runs the same arrivals with real worker processes, whose jobs only wait. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createJobEngine } from '../../packages/server/src/platform/job-engine/index.ts';
import { createLogger } from '../../packages/server/src/platform/log/index.ts';
import { startChild, type Started } from '../api/start-child.ts';
import type { SimulatedQueue, Waits } from './simulate.ts';
import type { Arrival } from './workload.ts';

interface Installation {
  readonly url: string;
  readonly pool: Pool;
}

/** The settings of a worker process. */
export interface RealWorker {
  readonly url: string;
  readonly queue: string;
  readonly slots: number;
  readonly tenantConcurrency: number;
  readonly serviceMs: number;
}

const log = createLogger({ level: 'silent' });

export async function runRealQueue(
  installation: Installation,
  given: SimulatedQueue,
  arrivals: readonly Arrival[],
): Promise<Waits> {
  const { pool } = installation;
  await using cleanup = new AsyncDisposableStack();
  await prepareNotes(pool);
  const engine = createJobEngine({ ...installation, log });
  const queue = engine.defineQueue<{ n: number }>(given.queue, { waitingOfGroup: given.tenantWaiting });
  await engine.start();
  cleanup.defer(() => engine.stop());
  const workers = await startWorkers(installation, given);
  cleanup.defer(() => workers.stop());
  const began = performance.now();
  const dying = workers.dieInTurn(given);
  for (const [n, { at, tenant }] of arrivals.entries()) {
    await delay(Math.max(0, at * 1_000 - (performance.now() - began)));
    await pool.query('INSERT INTO bench_notes (queue, n, asked_at) VALUES ($1, $2, clock_timestamp())', [
      given.queue,
      n,
    ]);
    await engine.enqueue(queue, { n }, { groupId: tenant, isBounded: true });
  }
  await untilAllEnded(pool, given.queue);
  dying.stop();
  const { rows } = await pool.query<{ n: number; seconds: number }>(
    `SELECT n, extract(epoch FROM started_at - asked_at)::float8 AS seconds FROM bench_notes WHERE queue = $1`,
    [given.queue],
  );
  const waits = new Map(rows.map(({ n, seconds }) => [n, seconds]));
  return arrivals.map((_arrival, n) => waits.get(n));
}

/** Measures how many jobs per second the workers complete if all jobs are queued before the first worker starts. */
export async function measureThroughput(
  installation: Installation,
  given: SimulatedQueue,
  jobs: number,
): Promise<number> {
  const { pool } = installation;
  await using cleanup = new AsyncDisposableStack();
  await prepareNotes(pool);
  const engine = createJobEngine({ ...installation, log });
  const queue = engine.defineQueue<{ n: number }>(given.queue);
  await engine.start();
  cleanup.defer(() => engine.stop());
  for (let n = 0; n < jobs; n += 1) {
    await pool.query('INSERT INTO bench_notes (queue, n, asked_at) VALUES ($1, $2, clock_timestamp())', [
      given.queue,
      n,
    ]);
    await engine.enqueue(queue, { n }, { groupId: `org_${n % 10}` });
  }
  const workers = await startWorkers(installation, given);
  cleanup.defer(() => workers.stop());
  // The time starts when every worker is running; jobs that ended earlier aren't counted.
  const { rows: begun } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await untilAllEnded(pool, given.queue);
  const { rows } = await pool.query<{ perSecond: number }>(
    `SELECT count(*) / extract(epoch FROM max(ended_at) - $2::timestamptz)::float8 AS "perSecond" FROM bench_notes
     WHERE queue = $1 AND ended_at > $2`,
    [given.queue, begun[0]?.now],
  );
  return rows[0]?.perSecond ?? Number.NaN;
}

async function prepareNotes(pool: Pool): Promise<void> {
  await pool.query(`CREATE TABLE IF NOT EXISTS bench_notes (
    queue text, n int, asked_at timestamptz, started_at timestamptz, ended_at timestamptz, PRIMARY KEY (queue, n))`);
}

async function untilAllEnded(pool: Pool, queue: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM bench_notes WHERE queue = $1 AND ended_at IS NULL',
      [queue],
    );
    if (rows[0]?.left === 0) return;
    await delay(100);
  }
}

async function startWorkers({ url }: Installation, given: SimulatedQueue) {
  const { queue, slots, tenantConcurrency, serviceSeconds } = given;
  const workerData: RealWorker = { url, queue, slots, tenantConcurrency, serviceMs: serviceSeconds * 1_000 };
  const start = (): Promise<Started> => startChild('../queue/worker.ts', 'worker', JSON.stringify(workerData));
  const workers = await Promise.all(Array.from({ length: given.workers }, start));
  const stopping = new AbortController();
  let dying = Promise.resolve();
  const dieInTurn = async ({ deathEverySeconds, absentSeconds }: SimulatedQueue): Promise<void> => {
    if (deathEverySeconds === undefined) return;
    for (let turn = 0; ; turn += 1) {
      await delay(deathEverySeconds * 1_000, undefined, { signal: stopping.signal });
      const index = turn % workers.length;
      const worker = workers[index];
      if (worker !== undefined) process.kill(worker.pid, 'SIGKILL');
      await delay(absentSeconds * 1_000, undefined, { signal: stopping.signal });
      workers[index] = await start();
    }
  };
  return {
    dieInTurn: (how: SimulatedQueue): { readonly stop: () => void } => {
      dying = dieInTurn(how).catch(() => undefined);
      return { stop: () => stopping.abort() };
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await dying;
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
