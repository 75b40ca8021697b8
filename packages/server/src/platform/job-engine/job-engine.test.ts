import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { createLogger } from '../log/index.ts';
import { createJobEngine, type JobEngineOptions } from './create-job-engine.ts';
import { GroupFullError, JobAbortedError, TerminalJobError } from './errors.ts';
import type {
  DeadJob,
  DeadJobReason,
  Job,
  JobEngine,
  JobHandler,
  JobQueue,
  QueuePolicy,
  WorkOptions,
} from './job-engine.ts';
import { noBackpressure, type Backpressure } from './backpressure.ts';
import type { EngineTimes } from './settings.ts';

interface Data {
  readonly n: number;
}

const log = createLogger({ level: 'silent' });
const times: Partial<EngineTimes> = {
  heartbeatMs: 200,
  pollMs: 200,
  takeOverMs: 200,
  sessionGraceMs: 600,
  databaseStartGraceMs: 1_000,
  backpressureMs: 100,
  abortGraceMs: 500,
  slotPatienceMs: 1,
};
let testDatabase: TestDatabase;
let database: Database<{ marks: { n: number } }>;
let queueNumber = 0;

before(async () => {
  testDatabase = await openTestDatabase();
  database = await connectDatabase({ url: testDatabase.url, poolSize: 20 });
  await database.pool.query('CREATE TABLE marks (n int PRIMARY KEY)');
  await database.pool.query('CREATE TABLE effects (job text, step int, attempt int, PRIMARY KEY (job, step))');
});
after(async () => {
  await database.close();
  await testDatabase.close();
});

/** Creates an engine with a separate queue for the action, and stops it afterwards. */
async function withQueue(
  policy: QueuePolicy,
  action: (engine: JobEngine, queue: JobQueue<Data>) => Promise<void>,
  options: Pick<JobEngineOptions, 'backpressure' | 'isShared' | 'times'> = {},
): Promise<void> {
  const engine = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times, ...options });
  queueNumber += 1;
  const queue = engine.defineQueue<Data>(`queue-${queueNumber}`, policy);
  await engine.start();
  try {
    await action(engine, queue);
  } finally {
    await engine.stop();
  }
}

const untilAborted: JobHandler<Data> = (_job, signal) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

/** `all` resolves with the added items once `count` items were added. */
function collect<Item>(count: number): { add: (item: Item) => void; all: Promise<readonly Item[]> } {
  const items: Item[] = [];
  const { promise, resolve } = Promise.withResolvers<readonly Item[]>();
  return {
    add: (item) => {
      items.push(item);
      if (items.length === count) resolve(items);
    },
    all: promise,
  };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition().catch(() => false))) await delay(20);
}

/**
 * Waits until the supervisor has started a new server, because the killed server's backends may still respond for a
 * moment.
 */
async function killDatabase(server: NonNullable<TestDatabase['server']>): Promise<void> {
  const pid = server.postmasterPid();
  process.kill(pid!, 'SIGKILL');
  await until(async () => ![pid, undefined].includes(server.postmasterPid()));
}

const statsOf = async (engine: JobEngine, queue: JobQueue<Data>) =>
  (await engine.stats()).find((stats) => stats.queue === queue.name);

describe('a job that backpressure blocks', () => {
  test('doesn’t start while the condition lasts, and an attempt that fails because of it doesn’t count', async () => {
    const refusal = new Error('there is no room');
    const disk = { isFull: true, checked: 0 };
    const isActive = (): boolean => {
      disk.checked += 1;
      return disk.isFull;
    };
    const backpressure: Backpressure = { isActive, caused: (error) => error === refusal };
    await withQueue(
      { retryLimit: 0, retryDelayMs: 1 },
      async (engine, queue) => {
        const attempts = collect<number>(1);
        const done = collect<number>(1);
        const dead = collect<DeadJobReason>(1);
        await engine.enqueue(queue, { n: 1 });
        await engine.work(queue, { concurrency: 1, onDead: async (_job, reason) => dead.add(reason) }, async (job) => {
          if (job.attempt > 1) return done.add(job.attempt);
          attempts.add(job.attempt);
          throw refusal;
        });
        await until(async () => disk.checked > 3);
        assert.equal((await statsOf(engine, queue))?.waiting, 1);
        disk.isFull = false;
        assert.deepEqual(await attempts.all, [1]);
        const end = await Promise.race([done.all, dead.all]);
        assert.deepEqual(end, [2], 'the refused attempt doesn’t count as a failure');
      },
      { backpressure },
    );
  });
});

describe('a job', () => {
  test('exists only if the transaction that enqueued it commits', () =>
    withQueue({}, async (engine, queue) => {
      const handled = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async (job) => handled.add(job.data.n));
      const rolledBack = database.kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('marks').values({ n: 1 }).execute();
        await engine.enqueue(queue, { n: 1 }, { transaction });
        throw new Error('rolled back');
      });
      await assert.rejects(rolledBack, /rolled back/);
      await database.kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('marks').values({ n: 2 }).execute();
        await engine.enqueue(queue, { n: 2 }, { transaction });
      });
      assert.deepEqual(await handled.all, [2]);
      assert.deepEqual((await database.pool.query('SELECT n FROM marks')).rows, [{ n: 2 }]);
    }));

  test('starts when its transaction is committed, before the next poll', () =>
    withQueue(
      {},
      async (engine, queue) => {
        const handled = collect<number>(3);
        const started = { resolve: (): void => undefined };
        await engine.work(queue, { concurrency: 2 }, async (job) => {
          handled.add(job.data.n);
          started.resolve();
        });
        for (let n = 0; n < 3; n += 1) {
          const { promise: isStarted, resolve } = Promise.withResolvers<void>();
          Object.assign(started, { resolve });
          await database.kysely.transaction().execute(async (transaction) => {
            await engine.enqueue(queue, { n }, { transaction });
          });
          await isStarted;
        }
        assert.deepEqual(await handled.all, [0, 1, 2]);
      },
      { times: { ...times, pollMs: 600_000 } },
    ));

  test('with a key isn’t created again while a job with this key waits or runs', () =>
    withQueue({}, async (engine, queue) => {
      const first = await engine.enqueue(queue, { n: 1 }, { singletonKey: 'k' });
      assert.ok(first);
      assert.equal(await engine.enqueue(queue, { n: 2 }, { singletonKey: 'k' }), undefined);
      assert.ok(await engine.enqueue(queue, { n: 3 }, { singletonKey: 'other' }));
      const running = collect<number>(2);
      await engine.work(queue, { concurrency: 2 }, async (job, signal, tools) => {
        running.add(job.data.n);
        await untilAborted(job, signal, tools);
      });
      await running.all;
      assert.equal(await engine.enqueue(queue, { n: 4 }, { singletonKey: 'k' }), undefined);
      await engine.cancel(queue, first);
      assert.ok(await engine.enqueue(queue, { n: 5 }, { singletonKey: 'k' }));
    }));

  test('doesn’t start before its time', () =>
    withQueue({}, async (engine, queue) => {
      const started = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async () => started.add(Date.now()));
      const startAfter = new Date(Date.now() + 700);
      await engine.enqueue(queue, { n: 1 }, { startAfter });
      assert.equal((await statsOf(engine, queue))?.delayed, 1);
      const [at = 0] = await started.all;
      assert.ok(at >= startAfter.getTime(), `${startAfter.getTime() - at} ms early`);
    }));

  test('whose handler fails is retried until it is dead, and then reported with its data', () =>
    withQueue({ retryLimit: 2, retryDelayMs: 10 }, async (engine, queue) => {
      const attempts: number[] = [];
      const dead = collect<[DeadJob<Data>, DeadJobReason]>(1);
      const onDead: WorkOptions<Data>['onDead'] = async (job, reason) => dead.add([job, reason]);
      await engine.work(queue, { concurrency: 1, onDead }, async (job) => {
        attempts.push(job.attempt);
        throw new Error(`try ${job.attempt}`);
      });
      const id = await engine.enqueue(queue, { n: 7 });
      assert.deepEqual(await dead.all, [[{ id, data: { n: 7 }, attempts: 3, error: 'try 3' }, 'failed']]);
      assert.deepEqual(attempts, [1, 2, 3]);
      await until(async () => (await statsOf(engine, queue))?.failed === 1);
    }));

  test('that throws a terminal error is dead immediately, and is reported until onDead succeeds', () =>
    withQueue({ retryLimit: 9 }, async (engine, queue) => {
      const reported = collect<number>(2);
      const onDead: WorkOptions<Data>['onDead'] = async (job) => {
        reported.add(job.attempts);
        if (job.attempts === 1) throw new Error('the record could not be written');
      };
      await engine.work(queue, { concurrency: 1, onDead }, async () => {
        throw new TerminalJobError('no such repository');
      });
      await engine.enqueue(queue, { n: 1 });
      assert.deepEqual(await reported.all, [1, 2]);
    }));

  test('that exceeds its time limit fails, even if its handler ignores the signal', () =>
    withQueue({ retryLimit: 0, expireMs: 1_000 }, async (engine, queue) => {
      const dead = collect<string>(2);
      const release = Promise.withResolvers<void>();
      const onDead: WorkOptions<Data>['onDead'] = async (job) => dead.add(job.error);
      await engine.work(queue, { concurrency: 2, onDead }, async (job, signal, tools) =>
        job.data.n === 1 ? untilAborted(job, signal, tools) : release.promise,
      );
      await engine.enqueue(queue, { n: 1 });
      await engine.enqueue(queue, { n: 2 });
      for (const error of await dead.all) assert.equal(error, 'the attempt took longer than 1000 ms');
      release.resolve();
    }));
});

describe('canceling', () => {
  test('prevents a waiting job from starting, and aborts a running job, once it is committed', () =>
    withQueue({}, async (engine, queue) => {
      const aborted = collect<unknown>(1);
      const running = collect<Job<Data>>(1);
      await engine.work(queue, { concurrency: 1 }, async (job, signal, tools) => {
        running.add(job);
        await untilAborted(job, signal, tools).catch((error: unknown) => {
          aborted.add(error);
          throw error;
        });
      });
      const first = await engine.enqueue(queue, { n: 1 });
      await running.all;
      const second = await engine.enqueue(queue, { n: 2 });
      await database.kysely.transaction().execute(async (transaction) => {
        await engine.cancel(queue, second ?? '', { transaction });
        await engine.cancel(queue, first ?? '', { transaction });
      });
      const [error] = await aborted.all;
      assert.ok(error instanceof JobAbortedError && error.code === 'job-cancelled');
      await until(async () => (await statsOf(engine, queue))?.running === 0);
      const { waiting, delayed, failed } = (await statsOf(engine, queue))!;
      assert.deepEqual({ waiting, delayed, failed }, { waiting: 0, delayed: 0, failed: 0 });
    }));
});

describe('canceling by key', () => {
  test('frees the slot of a handler that ignores its signal, and the key for another job', () =>
    withQueue({}, async (engine, queue) => {
      const first = collect<number>(1);
      const second = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async (job) => {
        if (job.data.n === 2) return second.add(job.attempt);
        first.add(job.attempt);
        await new Promise(() => undefined);
      });
      await engine.enqueue(queue, { n: 1 }, { singletonKey: 'one' });
      await first.all;
      for (const key of ['nobody has it', 'one'])
        await database.kysely.transaction().execute((transaction) => engine.cancelByKey(queue, key, { transaction }));
      await engine.enqueue(queue, { n: 2 }, { singletonKey: 'one' });
      assert.deepEqual(await second.all, [1]);
    }));
});

describe('stopping', () => {
  test('lets running jobs finish within the drain time and starts no further jobs', () =>
    withQueue({}, async (engine, queue) => {
      const handled: number[] = [];
      const running = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async (job) => {
        running.add(job.data.n);
        await delay(200);
        handled.push(job.data.n);
      });
      await engine.enqueue(queue, { n: 1 });
      await running.all;
      await engine.enqueue(queue, { n: 2 });
      await engine.stop({ drainMs: 10_000 });
      assert.deepEqual(handled, [1]);
    }));

  test('returns the job of a handler that ignores its signal, without waiting for the handler', () =>
    withQueue({ lostAttemptsLimit: 1 }, async (engine, queue) => {
      const running = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async (job) => {
        running.add(job.attempt);
        await new Promise(() => undefined);
      });
      await engine.enqueue(queue, { n: 1 });
      await running.all;
      await engine.stop({ drainMs: 0 });
      const { rows } = await database.pool.query(
        `SELECT state, released FROM pgboss.job j JOIN docwright_jobs.attempts a ON a.job_id = j.id WHERE j.name = $1`,
        [queue.name],
      );
      assert.deepEqual(rows, [{ state: 'retry', released: 1 }]);
    }));

  test('returns a job whose claim commits after the drain time', () =>
    withQueue({ lostAttemptsLimit: 1 }, async (engine, queue) => {
      await engine.enqueue(queue, { n: 1 });
      const locker = await database.pool.connect();
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE docwright_jobs.attempts');
      await engine.work(queue, { concurrency: 1 }, () => new Promise(() => undefined));
      await until(async () => {
        const { rows } = await locker.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'docwright_jobs.attempts'::regclass`,
        );
        return rows.length > 0;
      });
      const stopped = engine.stop({ drainMs: 0 });
      // The drain time has now ended. Before its end, the job would be aborted like any running job.
      await delay(100);
      await locker.query('COMMIT');
      locker.release();
      await stopped;
      await until(async () => {
        const { rows } = await database.pool.query<{ state: string }>(`SELECT state FROM pgboss.job WHERE name = $1`, [
          queue.name,
        ]);
        return rows[0]?.state === 'retry';
      });
    }));

  test('returns the remaining jobs immediately, without counting a loss', () =>
    withQueue({ lostAttemptsLimit: 1 }, async (engine, queue) => {
      const running = collect<number>(1);
      await engine.work(queue, { concurrency: 1 }, async (job, signal, tools) => {
        running.add(job.attempt);
        await untilAborted(job, signal, tools);
      });
      await engine.enqueue(queue, { n: 1 });
      await running.all;
      await engine.stop({ drainMs: 50 });
      // A job that isn't returned would wait for ten minutes.
      const own = { ...times, sessionGraceMs: 600_000 };
      const next = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times: own });
      const same = next.defineQueue<Data>(queue.name, { lostAttemptsLimit: 1 });
      await next.start();
      const again = collect<number>(1);
      await next.work(same, { concurrency: 1 }, async (job) => again.add(job.attempt));
      assert.deepEqual(await again.all, [2]);
      await next.stop();
    }));
});

describe('a lease', () => {
  test('that was taken over aborts the handler, whose result no longer has an effect', () =>
    withQueue({}, async (engine, queue) => {
      const codes = collect<string>(1);
      const attempts = collect<number>(2);
      await engine.work(queue, { concurrency: 2 }, async (job, signal, tools) => {
        attempts.add(job.attempt);
        if (job.attempt > 1) return;
        // Simulates an operator, or another worker that considers this worker dead.
        await database.pool.query(`UPDATE pgboss.job SET state = 'retry' WHERE id = $1`, [job.id]);
        await untilAborted(job, signal, tools).catch((error: JobAbortedError) => codes.add(error.code));
      });
      await engine.enqueue(queue, { n: 1 });
      assert.deepEqual(await codes.all, ['job-lease-lost']);
      assert.deepEqual(await attempts.all, [1, 2]);
      await until(async () => (await statsOf(engine, queue))?.running === 0);
    }));

  test('is renewed on demand, and the renewal fails if the lease is lost', () =>
    withQueue({}, async (engine, queue) => {
      const seen = collect<string>(1);
      await engine.work(queue, { concurrency: 1 }, async (job, _signal, { heartbeat }) => {
        if (job.attempt > 1) return;
        await heartbeat();
        await database.pool.query(
          `UPDATE pgboss.job SET retry_count = retry_count + 1, started_on = NULL, state = 'created' WHERE id = $1`,
          [job.id],
        );
        await heartbeat().catch((error: JobAbortedError) => seen.add(error.code));
      });
      await engine.enqueue(queue, { n: 1 });
      assert.deepEqual(await seen.all, ['job-lease-lost']);
    }));
});

describe('jobs with an affinity', () => {
  interface Pair {
    readonly holder: JobEngine;
    readonly other: JobEngine;
    readonly queue: JobQueue<Data>;
    /** The engine that took each started job. */
    readonly taken: ('holder' | 'other')[];
    /** The holder's jobs run until this is called; the other engine's jobs end immediately. */
    readonly release: () => void;
    readonly enqueue: (affinity?: string) => Promise<void>;
  }

  interface PairOptions {
    readonly affinityGraceMs: number;
    /**
     * The holder takes and runs a job before the other engine begins to work, so that a short grace period can't end
     * too early.
     */
    readonly isHolderBusy?: boolean;
  }

  /**
   * Two processes with capacity for one job each. One of them holds the affinity `docs`. They check the queue only when
   * they are notified.
   */
  async function withPair(
    { affinityGraceMs, isHolderBusy = false }: PairOptions,
    action: (pair: Pair) => Promise<void>,
  ): Promise<void> {
    queueNumber += 1;
    const name = `queue-${queueNumber}`;
    const open = async (backpressure: Backpressure) => {
      const own = { ...times, pollMs: 600_000, affinityGraceMs };
      const engine = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times: own, backpressure });
      const queue = engine.defineQueue<Data>(name);
      await engine.start();
      return { engine, queue };
    };
    // When a worker starts, it looks for jobs of any affinity. The other engine must not take a job at that point.
    let isStarting = true;
    const { engine: holder, queue } = await open(noBackpressure);
    const { engine: other } = await open({ ...noBackpressure, isActive: () => isStarting });
    const running = Promise.withResolvers<void>();
    const taken: Pair['taken'] = [];
    try {
      await holder.work(queue, { concurrency: 1 }, async () => {
        taken.push('holder');
        await running.promise;
      });
      await holder.holdAffinity('docs');
      const enqueue = async (affinity?: string) =>
        void (await holder.enqueue(queue, { n: 1 }, affinity === undefined ? {} : { affinity }));
      if (isHolderBusy) {
        await enqueue('docs');
        await soFar(taken, 1);
      }
      await other.work(queue, { concurrency: 1 }, async () => void taken.push('other'));
      isStarting = false;
      await action({ holder, other, queue, taken, release: () => running.resolve(), enqueue });
    } finally {
      running.resolve();
      await Promise.all([holder.stop(), other.stop()]);
    }
  }
  const soFar = (taken: Pair['taken'], count: number) => until(async () => taken.length >= count);

  test('are given to the holder of the affinity while it has capacity', () =>
    withPair({ affinityGraceMs: 600_000 }, async ({ holder, queue, taken, release, enqueue }) => {
      release();
      for (let count = 1; count <= 5; count += 1) {
        await enqueue('docs');
        await soFar(taken, count);
        await until(async () => (await statsOf(holder, queue))?.running === 0);
      }
      assert.deepEqual(taken, ['holder', 'holder', 'holder', 'holder', 'holder']);
    }));

  test('are given to another process a moment later if the holder is busy', () =>
    withPair({ affinityGraceMs: 100, isHolderBusy: true }, async ({ taken, enqueue }) => {
      await enqueue('docs');
      await soFar(taken, 2);
      assert.deepEqual(taken, ['holder', 'other']);
    }));

  test('are not delayed further by later jobs', () =>
    withPair({ affinityGraceMs: 1_000, isHolderBusy: true }, async ({ taken, enqueue }) => {
      while (taken.length < 2) {
        await enqueue('docs');
        await delay(50);
      }
      assert.deepEqual(taken.slice(0, 2), ['holder', 'other']);
    }));

  test('are given to another process immediately if the holder has stopped, and then to the process that claims the affinity', () =>
    withPair({ affinityGraceMs: 600_000 }, async ({ holder, other, queue, taken, release }) => {
      release();
      await holder.stop();
      await other.enqueue(queue, { n: 1 }, { affinity: 'docs' });
      await soFar(taken, 1);
      await other.holdAffinity('docs');
      await other.enqueue(queue, { n: 2 }, { affinity: 'docs' });
      await soFar(taken, 2);
      assert.deepEqual(taken, ['other', 'other']);
    }));

  test('are taken immediately if no process has claimed the affinity, or when a job without an affinity is enqueued', () =>
    withPair({ affinityGraceMs: 600_000, isHolderBusy: true }, async ({ taken, enqueue }) => {
      await enqueue('nobody’s');
      await soFar(taken, 2);
      await enqueue('docs');
      await enqueue();
      await soFar(taken, 4);
      assert.deepEqual(taken, ['holder', 'other', 'other', 'other']);
    }));
});

describe('tenants', () => {
  test('are served soon when another tenant floods the queue', () =>
    withQueue({}, async (engine, queue) => {
      for (let n = 0; n < 100; n += 1) await engine.enqueue(queue, { n }, { groupId: 'flood' });
      await engine.enqueue(queue, { n: 1_000 }, { groupId: 'other' });
      const order: number[] = [];
      const other = collect<number>(1);
      await engine.work(queue, { concurrency: 4, groupConcurrency: 2 }, async (job) => {
        order.push(job.data.n);
        if (job.groupId === 'other') other.add(order.length);
        await delay(5);
      });
      const [place = 0] = await other.all;
      assert.ok(place <= 20, `the other tenant's job was number ${place}`);
    }));

  /** Returns the order in which a worker with one slot takes the jobs that were enqueued before it started. */
  const orderOf = async (engine: JobEngine, queue: JobQueue<Data>, count: number): Promise<string> => {
    const taken = collect<string>(count);
    await engine.work(queue, { concurrency: 1 }, async ({ groupId = '-' }) => taken.add(groupId));
    return (await taken.all).join('');
  };
  const enqueueAll = async (engine: JobEngine, queue: JobQueue<Data>, groups: string): Promise<void> => {
    for (const groupId of groups) await engine.enqueue(queue, { n: 1 }, { groupId });
  };

  test('take turns: a later tenant with fewer jobs doesn’t wait for all jobs of the others', () =>
    withQueue({}, async (engine, queue) => {
      await enqueueAll(engine, queue, 'aaaaaabbc');
      assert.equal(await orderOf(engine, queue, 9), 'abcabaaaa');
    }));

  test('take turns across all waiting jobs: a tenant that keeps enqueuing delays each job of another tenant by at most one job', () =>
    withQueue({}, async (engine, queue) => {
      await enqueueAll(engine, queue, 'aaaa');
      const order: string[] = [];
      const all = collect<void>(10);
      let asked = 0;
      await engine.work(queue, { concurrency: 1 }, async ({ groupId = '-' }) => {
        order.push(groupId);
        // When a job ends, two more jobs of b wait.
        for (; asked < 6 && asked < 2 * order.length; asked += 1)
          await engine.enqueue(queue, { n: 1 }, { groupId: 'b' });
        all.add();
      });
      await all.all;
      assert.match(order.join(''), /^a(?:ab|ba){3}b+$/, order.join(''));
    }));

  test('are refused at their limit on waiting jobs if the jobs are bounded, even if many are enqueued at the same time', () =>
    withQueue({ waitingOfGroup: 3 }, async (engine, queue) => {
      const ask = (groupId: string) =>
        database.kysely
          .transaction()
          .execute((transaction) => engine.enqueue(queue, { n: 1 }, { groupId, transaction, isBounded: true }));
      const answers = await Promise.allSettled(Array.from({ length: 8 }, () => ask('a')));
      const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
      assert.deepEqual([answers.length - refusals.length, refusals.length], [3, 5]);
      assert.ok(refusals.every((error) => error instanceof GroupFullError && error.limit === 3));
      assert.ok(await ask('b'), 'another group has its own slots');
      assert.ok(await engine.enqueue(queue, { n: 1 }, { groupId: 'a' }), 'jobs that can’t be refused are accepted');
      assert.equal((await statsOf(engine, queue))?.waiting, 5);
    }));

  test('have slots for each kind of job, and using up one kind’s slots doesn’t block another kind', async () => {
    const engine = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times });
    const exports = engine.defineQueue<Data>('kind-of-exports');
    const agents = engine.defineQueue<Data>('kind-of-agents');
    await engine.start();
    try {
      const begun = collect<string>(2);
      for (let n = 0; n < 20; n += 1) await engine.enqueue(exports, { n }, { groupId: 'noisy' });
      await engine.work(exports, { concurrency: 4, groupConcurrency: 2 }, (job, signal, tools) => {
        begun.add('export');
        return untilAborted(job, signal, tools);
      });
      assert.deepEqual(await begun.all, ['export', 'export']);
      const started = collect<string>(1);
      await engine.work(agents, { concurrency: 1, groupConcurrency: 2 }, async () => started.add('agent job'));
      await engine.enqueue(agents, { n: 1 }, { groupId: 'noisy' });
      assert.deepEqual(await started.all, ['agent job']);
      assert.equal((await statsOf(engine, exports))?.waiting, 18);
    } finally {
      await engine.stop({ drainMs: 0 });
    }
  });

  test('share a worker: a tenant that floods the queue leaves a slot free, and its groups are counted together', () =>
    withQueue({}, async (engine, queue) => {
      for (let n = 0; n < 6; n += 1)
        await engine.enqueue(queue, { n }, { groupId: n % 2 === 0 ? 'noisy' : 'noisy/previews' });
      const begun: string[] = [];
      const noisy = collect<void>(2);
      const quiet = collect<void>(1);
      await engine.work(queue, { concurrency: 4 }, (job, signal, tools) => {
        begun.push(job.groupId ?? '');
        (job.groupId === 'quiet' ? quiet : noisy).add();
        return untilAborted(job, signal, tools);
      });
      await noisy.all;
      await engine.enqueue(queue, { n: 1 }, { groupId: 'quiet' });
      await quiet.all;
      assert.deepEqual(begun.toSorted(), ['noisy', 'noisy/previews', 'quiet']);
    }));

  test('can use all slots in an installation with a single tenant', () =>
    withQueue(
      {},
      async (engine, queue) => {
        await enqueueAll(engine, queue, 'aaaa');
        const begun = collect<void>(4);
        await engine.work(queue, { concurrency: 4 }, (job, signal, tools) => {
          begun.add();
          return untilAborted(job, signal, tools);
        });
        await begun.all;
      },
      { isShared: () => false },
    ));

  test('release their slots while they wait for another host, and continue once they have a slot again', () =>
    withQueue({}, async (engine, queue) => {
      const answer = Promise.withResolvers<string>();
      const waits = collect<void>(3);
      const ended = collect<string>(5);
      const quiet = collect<void>(1);
      await engine.work(queue, { concurrency: 1 }, async (job, _signal, { outsideSlot }) => {
        if (job.groupId === 'quiet') {
          quiet.add();
          return ended.add('quiet');
        }
        const heard = outsideSlot(() => answer.promise);
        waits.add();
        ended.add(await heard);
      });
      await enqueueAll(engine, queue, 'nnnn');
      await waits.all;
      await engine.enqueue(queue, { n: 1 }, { groupId: 'quiet' });
      await quiet.all;
      answer.resolve('noisy');
      assert.deepEqual(await ended.all, ['quiet', 'noisy', 'noisy', 'noisy', 'noisy']);
    }));

  test('have their jobs run in the order in which they were enqueued', () =>
    withQueue({}, async (engine, queue) => {
      for (let n = 0; n < 20; n += 1) await engine.enqueue(queue, { n }, { groupId: n % 2 === 0 ? 'a' : 'b' });
      const taken = collect<number>(20);
      await engine.work(queue, { concurrency: 1 }, async ({ data }) => taken.add(data.n));
      assert.deepEqual(
        await taken.all,
        Array.from({ length: 20 }, (_, n) => n),
      );
    }));

  test('don’t wait for another tenant’s delayed jobs', () =>
    withQueue({ retryLimit: 1, retryDelayMs: 1 }, async (engine, queue) => {
      const later = new Date(Date.now() + 60_000);
      for (let n = 0; n < 5; n += 1) await engine.enqueue(queue, { n }, { groupId: 'a', startAfter: later });
      await enqueueAll(engine, queue, 'bc');
      assert.equal(await orderOf(engine, queue, 2), 'bc');
    }));
});

const workerScript = fileURLToPath(new URL('testing/step-worker.ts', import.meta.url));

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [workerScript, testDatabase.url, JSON.stringify(times)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

async function killWorker(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

describe('workers that are killed', () => {
  test('neither lose nor repeat a job’s step, even if the database is also killed', async () => {
    const engine = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times });
    const queue = engine.defineQueue<{ readonly name: string }>('steps');
    await engine.start();
    for (let n = 0; n < 60; n += 1) await engine.enqueue(queue, { name: `job-${n}` }, { groupId: `tenant-${n % 3}` });
    const workers = await Promise.all([startWorker(), startWorker()]);
    const countEffects = async (): Promise<number> =>
      (await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM effects')).rows[0]!.n;
    const countWaiting = async (): Promise<number> => {
      const stats = (await engine.stats()).find((one) => one.queue === queue.name);
      return stats!.waiting + stats!.delayed + stats!.running;
    };
    for (let kill = 0; kill < 6; kill += 1) {
      const reached = Math.min(300, (kill + 1) * 40);
      await until(async () => (await countEffects()) >= reached);
      await killWorker(workers[kill % 2]!);
      if (kill === 3 && testDatabase.server) await killDatabase(testDatabase.server);
      await until(async () => (await countEffects()) >= 0);
      workers[kill % 2] = await startWorker();
    }
    await until(async () => (await countWaiting()) === 0);
    const { rows } = await database.pool.query(
      'SELECT job, array_agg(step ORDER BY step) AS steps FROM effects GROUP BY job',
    );
    assert.equal(rows.length, 60);
    for (const row of rows) assert.deepEqual(row.steps, [1, 2, 3, 4, 5], row.job);
    assert.equal(
      (
        await database.pool.query('SELECT count(*) AS n FROM docwright_jobs.attempts a WHERE a.queue = $1', [
          queue.name,
        ])
      ).rows[0].n,
      0,
    );
    for (const worker of workers) await killWorker(worker);
    await engine.stop();
  });

  test('repeatedly by one job make it dead after the allowed number of attempts', async () => {
    const poison = `
      const { connectDatabase } = await import(${JSON.stringify(import.meta.resolve('../database/index.ts'))});
      const { createJobEngine } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
      const { createLogger } = await import(${JSON.stringify(import.meta.resolve('../log/index.ts'))});
      const url = process.argv[1];
      const database = await connectDatabase({ url });
      const engine = createJobEngine({ url, pool: database.pool, log: createLogger({ level: 'silent' }), times: JSON.parse(process.argv[2]) });
      const queue = engine.defineQueue('poison', { lostAttemptsLimit: 2 });
      await engine.start();
      const onDead = async (job, reason) => process.stdout.write(reason + ' after ' + job.attempts);
      await engine.work(queue, { concurrency: 1, onDead }, async () => process.kill(process.pid, 'SIGKILL'));`;
    const engine = createJobEngine({ url: testDatabase.url, pool: database.pool, log, times });
    const queue = engine.defineQueue<Data>('poison');
    await engine.start();
    await engine.enqueue(queue, { n: 1 });
    let output = '';
    for (let round = 0; round < 3; round += 1) {
      const worker = spawn(
        process.execPath,
        ['--input-type=module', '-e', poison, testDatabase.url, JSON.stringify(times)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      worker.stdout.on('data', (data) => {
        output += String(data);
        worker.kill('SIGKILL');
      });
      const [, signal] = await once(worker, 'exit');
      assert.equal(signal, 'SIGKILL');
    }
    assert.equal(output, 'worker-lost after 3');
    await engine.stop();
  });
});
