/**
 * A worker process for the crash test. Each job has five steps; each step and its journal entry are written in one
 * transaction. Arguments: database URL, engine times as JSON. Runs until it is killed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase } from '../../database/index.ts';
import { createLogger } from '../../log/index.ts';
import { createJobEngine } from '../index.ts';

const [, , url = '', times = '{}'] = process.argv;
const log = createLogger({ level: 'silent' });
const database = await connectDatabase({ url, poolSize: 8 });
const engine = createJobEngine({ url, pool: database.pool, log, times: JSON.parse(times) as object });
const queue = engine.defineQueue<{ readonly name: string }>('steps', {
  lostAttemptsLimit: 100,
  retryLimit: 100,
  retryDelayMs: 50,
});
await engine.start();
await engine.work(queue, { concurrency: 4 }, async (job, signal) => {
  const done = await database.pool.query('SELECT count(*)::int AS n FROM effects WHERE job = $1', [job.data.name]);
  for (let step = done.rows[0].n + 1; step <= 5; step += 1) {
    signal.throwIfAborted();
    await delay(25);
    // One statement is one transaction. A second worker that runs the same step violates the primary key.
    await database.pool.query('INSERT INTO effects (job, step, attempt) VALUES ($1, $2, $3)', [
      job.data.name,
      step,
      job.attempt,
    ]);
  }
});
process.stdout.write('ready');
