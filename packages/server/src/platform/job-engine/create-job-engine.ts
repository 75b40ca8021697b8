import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fromKysely } from 'pg-boss';
import type { Db, PgBoss } from 'pg-boss';
import { createNotificationHub } from '../database/index.ts';
import type { NotificationHub } from '../database/index.ts';
import { randomText } from '../ids/index.ts';
import type { Logger } from '../log/index.ts';
import { createBoss, queueDefaults, queuePolicy, toBossDb } from './create-boss.ts';
import { GroupFullError, JobAbortedError } from './errors.ts';
import type {
  AnyTransaction,
  EnqueueOptions,
  JobEngine,
  JobHandler,
  JobQueue,
  QueuePolicy,
  QueueStats,
  WorkOptions,
} from './job-engine.ts';
import { expirySlackMs, QueueWorker } from './queue-worker.ts';
import { noBackpressure, type Backpressure } from './backpressure.ts';
import { defaultPolicy, defaultTimes } from './settings.ts';
import type { EngineTimes } from './settings.ts';
import * as store from './store.ts';

export interface JobEngineOptions {
  /** The URL for the connection that receives notifications of new jobs and shows that this process is alive. */
  readonly url: string;
  readonly pool: Pool;
  /**
   * The pool for `stats`, which the readiness check uses and which must work even if all connections of `pool` are in
   * use. Default: `pool`.
   */
  readonly statsPool?: Pool;
  readonly log: Logger;
  readonly times?: Partial<EngineTimes>;
  readonly backpressure?: Backpressure;
  /** Whether the installation has several organizations (rule 6). Default: true. */
  readonly isShared?: () => boolean;
}

export function createJobEngine(options: JobEngineOptions): JobEngine {
  return new Engine(options);
}

class Engine implements JobEngine {
  readonly #pool: Pool;
  readonly #statsPool: Pool;
  readonly #log: Logger;
  readonly #backpressure: Backpressure;
  readonly #isShared: () => boolean;
  readonly #times: EngineTimes;
  readonly #boss: PgBoss;
  readonly #hub: NotificationHub;
  readonly #workerKey = randomInt(1, 2 ** 31 - 1);
  readonly #policies = new Map<string, Required<QueuePolicy>>();
  // The workers of all queues, for jobs of any type.
  readonly #workers: QueueWorker<never>[] = [];
  readonly #stopping = new AbortController();
  #upkeep: Promise<unknown> | undefined;
  #started = false;

  constructor(options: JobEngineOptions) {
    this.#pool = options.pool;
    this.#statsPool = options.statsPool ?? options.pool;
    this.#log = options.log;
    this.#backpressure = options.backpressure ?? noBackpressure;
    this.#isShared = options.isShared ?? (() => true);
    this.#times = { ...defaultTimes, ...options.times };
    this.#boss = createBoss(options.pool, options.log);
    this.#hub = createNotificationHub({
      url: options.url,
      applicationName: 'docwright-jobs',
      sessionSql: store.holdSessionSql(this.#workerKey),
      onError: (error) => options.log.warn({ err: error }, 'connection for job notifications lost; polling continues'),
    });
  }

  defineQueue<Data extends object>(name: string, policy: QueuePolicy = {}): JobQueue<Data> {
    if (this.#started) throw new Error(`Queue ${name} was defined after the job engine had started.`);
    if (this.#policies.has(name)) throw new Error(`Queue ${name} is defined twice.`);
    this.#policies.set(name, { ...defaultPolicy, ...policy });
    return { name };
  }

  async start(): Promise<void> {
    this.#started = true;
    await this.#boss.start();
    await store.createTables(this.#pool);
    const shared = queueDefaults(this.#times);
    for (const [name, policy] of this.#policies) {
      const expireInSeconds = toExpireSeconds(policy.expireMs);
      await this.#boss.createQueue(name, { ...shared, policy: queuePolicy, expireInSeconds });
      await this.#boss.updateQueue(name, { ...shared, expireInSeconds });
      // pg-boss looks up a queue at its first use, on a separate connection. If transactions used all of the pool's
      // connections and waited for each other, this lookup would never get a connection.
      await this.#boss.getJobById(name, randomUUID());
    }
  }

  async enqueue<Data extends object>(
    queue: JobQueue<Data>,
    data: Data,
    options: EnqueueOptions = {},
  ): Promise<string | undefined> {
    const { transaction, groupId, startAfter, expireMs } = options;
    const policy = this.#policyOf(queue.name);
    const db = transaction ? fromKysely(transaction) : undefined;
    const queries = db ?? toBossDb(this.#pool);
    const limit = options.isBounded === true ? policy.waitingOfGroup : Number.POSITIVE_INFINITY;
    const priority = groupId === undefined ? 0 : await takeTurn(queries, { queue: queue.name, groupId, limit });
    const id = await this.#boss.send(queue.name, data, {
      // The queue allows one job per key, so a job without a key is given a random key.
      singletonKey: options.singletonKey ?? randomText(22),
      expireInSeconds: toExpireSeconds(expireMs ?? policy.expireMs),
      ...(groupId !== undefined && { group: { id: groupId }, priority }),
      ...(startAfter && { startAfter }),
      ...(db && { db }),
    });
    if (id === null) return undefined;
    const holder = options.affinity === undefined ? undefined : await store.findHolder(queries, options.affinity);
    const ready = `ready:${queue.name}`;
    await queries.executeSql(...store.noticeSql(holder === undefined ? ready : `${ready}:${holder}`));
    return id;
  }

  async work<Data extends object>(
    queue: JobQueue<Data>,
    options: WorkOptions<Data>,
    handler: JobHandler<Data>,
  ): Promise<void> {
    const context = {
      boss: this.#boss,
      pool: this.#pool,
      log: this.#log,
      times: this.#times,
      workerKey: this.#workerKey,
      backpressure: this.#backpressure,
      isShared: this.#isShared,
    };
    const worker = new QueueWorker(context, { name: queue.name, policy: this.#policyOf(queue.name) }, options, handler);
    this.#upkeep ??= Promise.all([this.#startUpkeep(), this.#startPolling(), this.#startSupervision()]);
    await this.#hub.listen({
      channel: store.wakeChannel,
      onSubscribed: () => worker.wake(),
      onMessage: (payload) => {
        const ready = `ready:${queue.name}`;
        if (payload === ready || payload === `${ready}:${this.#workerKey}`) worker.wake();
        else if (payload.startsWith(`${ready}:`)) worker.wakeAfter(this.#times.affinityGraceMs);
        else if (payload.startsWith('cancelled:')) {
          const jobId = payload.slice('cancelled:'.length);
          worker.abort(jobId, new JobAbortedError('job-cancelled', `job ${jobId} was canceled`));
        }
      },
    });
    this.#workers.push(worker as unknown as QueueWorker<never>);
    worker.start();
  }

  async cancel(
    queue: JobQueue<object>,
    jobId: string,
    options: { readonly transaction?: AnyTransaction } = {},
  ): Promise<void> {
    if (options.transaction) return this.#cancelOn(fromKysely(options.transaction), queue.name, jobId);
    const client = await this.#pool.connect();
    try {
      // Without a transaction, a worker could be notified before the cancellation is visible to it.
      await client.query('BEGIN');
      await this.#cancelOn(toBossDb(client), queue.name, jobId);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  async cancelByKey(
    queue: JobQueue<object>,
    singletonKey: string,
    { transaction }: { readonly transaction: AnyTransaction },
  ): Promise<void> {
    const db = fromKysely(transaction);
    const jobId = await store.findByKey(db, queue.name, singletonKey);
    if (jobId !== undefined) await this.#cancelOn(db, queue.name, jobId);
  }

  async holdAffinity(affinity: string): Promise<void> {
    await store.holdAffinity(this.#pool, affinity, this.#workerKey);
  }

  async stats(): Promise<readonly QueueStats[]> {
    return store.countJobs(this.#statsPool);
  }

  async stop(options: { readonly drainMs?: number } = {}): Promise<void> {
    const drainMs = options.drainMs ?? 0;
    const graceMs = stopGraceMs(drainMs);
    const deadline = AbortSignal.timeout(Math.max(0, drainMs - graceMs));
    await Promise.all(this.#workers.map((worker) => worker.stop(deadline, graceMs)));
    this.#stopping.abort();
    await this.#upkeep;
    await this.#hub.close();
    if (this.#started) await this.#boss.stop({ graceful: false });
  }

  async #cancelOn(db: Db, queue: string, jobId: string): Promise<void> {
    await this.#boss.cancel(queue, jobId, { db });
    await db.executeSql(...store.noticeSql(`cancelled:${jobId}`));
  }

  /** Until `stop`, renews the leases of this process and recovers jobs of lost processes. */
  async #startUpkeep(): Promise<void> {
    const { signal } = this.#stopping;
    let nextTakeOverAt = 0;
    while (!signal.aborted) {
      try {
        await Promise.all(this.#workers.map((worker) => worker.renewLeases()));
        if (performance.now() >= nextTakeOverAt) {
          await this.#takeOverAbandoned();
          nextTakeOverAt = performance.now() + this.#times.takeOverMs;
        }
      } catch (error) {
        this.#log.warn({ err: error }, 'job leases could not be renewed; retrying');
      }
      const pauseMs = Math.min(this.#times.heartbeatMs, this.#times.takeOverMs);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until `stop`, wakes the workers whose queues have due jobs, with one query for all queues. */
  async #startPolling(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const due = await store.findDueQueues(this.#pool, [...new Set(this.#workers.map(({ queue }) => queue))]);
        for (const worker of this.#workers) if (due.has(worker.queue)) worker.poll();
      } catch (error) {
        this.#log.warn({ err: error }, 'queues could not be searched for due jobs; retrying');
      }
      await delay(this.#times.pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until `stop`, lets pg-boss supervise the queues. A process that only enqueues jobs leaves this to the workers. */
  async #startSupervision(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#boss
        .supervise()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'job queue upkeep failed; retrying'));
      await delay(this.#times.superviseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #takeOverAbandoned(): Promise<void> {
    const { sessionGraceMs, databaseStartGraceMs } = this.#times;
    for (const job of await store.findAbandoned(this.#pool, sessionGraceMs, databaseStartGraceMs)) {
      this.#log.warn(
        { queue: job.queue, job: job.id, attempt: job.attempt },
        'the worker of a job was lost; the job is taken over',
      );
      await this.#boss.fail(job.queue, { id: job.id, retryCount: job.attempt - 1 }, { error: 'its worker was lost' });
      await this.#pool.query(...store.noticeSql(`ready:${job.queue}`));
    }
  }

  #policyOf(queue: string): Required<QueuePolicy> {
    const policy = this.#policies.get(queue);
    if (!policy) throw new Error(`Queue ${queue} is not defined.`);
    return policy;
  }
}

/** The last part of the drain time, in which handlers are aborted and their jobs are returned to the queue. */
const stopGraceMs = (drainMs: number): number => Math.min(4_000, Math.max(1_000, drainMs / 5));

/**
 * If a group has at most this many queue positions left, its jobs are enqueued one after another, so that the count is
 * exact. At most this many jobs are ever enqueued at the same time.
 */
const countedPositions = 100;

/** Assigns a turn to a job that joins a group. @throws GroupFullError */
async function takeTurn(
  db: Db,
  { queue, groupId, limit }: { readonly queue: string; readonly groupId: string; readonly limit: number },
): Promise<number> {
  let next = await store.nextTurn(db, queue, groupId);
  if (limit - next.waiting <= countedPositions) {
    // The lock is held until the counted job is visible.
    await store.lockGroup(db, queue, groupId);
    next = await store.nextTurn(db, queue, groupId);
  }
  if (next.waiting >= limit) throw new GroupFullError(queue, limit);
  return next.turn;
}

function toExpireSeconds(expireMs: number): number {
  return Math.ceil((expireMs + expirySlackMs) / 1000);
}
