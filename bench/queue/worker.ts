/** A worker of one queue whose jobs only wait; started by `real-queue.ts`. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase } from '../../packages/server/src/platform/database/index.ts';
import { createJobEngine } from '../../packages/server/src/platform/job-engine/index.ts';
import { createLogger } from '../../packages/server/src/platform/log/index.ts';
import type { RealWorker } from './real-queue.ts';

const { url, queue, slots, tenantConcurrency, serviceMs } = JSON.parse(process.argv[3] ?? '') as RealWorker;
const database = await connectDatabase<object>({ url, poolSize: 4, applicationName: 'bench-worker' });
const { pool } = database;
const engine = createJobEngine({ url, pool, log: createLogger({ level: 'silent' }) });
const jobs = engine.defineQueue<{ n: number }>(queue);
await engine.start();
const note = (column: 'started_at' | 'ended_at', n: number) =>
  pool.query(`UPDATE bench_notes SET ${column} = coalesce(${column}, clock_timestamp()) WHERE queue = $1 AND n = $2`, [
    queue,
    n,
  ]);
await engine.work(jobs, { concurrency: slots, groupConcurrency: tenantConcurrency }, async ({ data }, signal) => {
  await note('started_at', data.n);
  await delay(serviceMs, undefined, { signal });
  await note('ended_at', data.n);
});
const stop = async (): Promise<void> => {
  await engine.stop();
  await database.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
// The input ends when the parent process ends, for any reason.
process.stdin.once('end', () => void stop()).resume();
console.error(JSON.stringify({ ready: 'yes' }));
