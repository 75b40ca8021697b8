import type { Transaction } from 'kysely';

/**
 * The interface of the queue. Its rules:
 *
 * 1. A job that was enqueued in a transaction exists only if that transaction commits.
 * 2. Every job is handled at least once until its handler returns, fails permanently, or is canceled. A handler must
 *    therefore be able to run twice.
 * 3. A worker that stops responding loses its job within 75 s. The job is then handled again with `attempt` increased
 *    by one.
 * 4. `attempt` is the fencing token: a handler's writes take effect only while the row still contains its attempt.
 * 5. Groups take turns: a job that joins ten waiting jobs of the same group runs after the first ten jobs of each other
 *    group, and a job of a group without waiting jobs runs next. A group's jobs run in the order in which they were
 *    enqueued.
 * 6. While groups have several owners, an owner gets another slot of a worker only while it has fewer slots than are
 *    free, so that another owner's job can start immediately. The owner is the part of `groupId` before its first
 *    slash. If a worker has one slot, owners only take turns.
 * 7. A job is dead after its workers were lost `lostAttemptsLimit` times, or its handler threw `retryLimit` + 1 times.
 *    `onDead` is then called until it returns once.
 */
export interface JobEngine {
  /** Declares a queue. Call this before `start`, with the same names in all processes. */
  defineQueue<Data extends object>(name: string, policy?: QueuePolicy): JobQueue<Data>;
  /** Returns the engine's ID for the job, or `undefined` if a job with this `singletonKey` is waiting or running. */
  enqueue<Data extends object>(
    queue: JobQueue<Data>,
    data: Data,
    options?: EnqueueOptions,
  ): Promise<string | undefined>;
  /** Starts handling the jobs of a queue in this process. */
  work<Data extends object>(
    queue: JobQueue<Data>,
    options: WorkOptions<Data>,
    handler: JobHandler<Data>,
  ): Promise<void>;
  /** Cancels a job: a waiting job is never started, and a running job's signal is aborted within a second. */
  cancel(queue: JobQueue<object>, jobId: string, options?: { readonly transaction?: AnyTransaction }): Promise<void>;
  /** Calls `cancel` for the waiting or running job with this `singletonKey`, if it exists. */
  cancelByKey(
    queue: JobQueue<object>,
    singletonKey: string,
    options: { readonly transaction: AnyTransaction },
  ): Promise<void>;
  /**
   * Announces that this process has data that jobs with this affinity can reuse. It is then notified of these jobs
   * first, until another process announces the same affinity. The affinity is only a preference: if this process has
   * ended or has no capacity, the other processes run these jobs.
   */
  holdAffinity(affinity: string): Promise<void>;
  stats(): Promise<readonly QueueStats[]>;
  start(): Promise<void>;
  /**
   * Stops taking jobs and waits for running handlers. Shortly before `drainMs` ends, the remaining handlers' signals
   * are aborted, and their jobs return to the queue immediately, even if a handler doesn't end. Resolves within
   * `drainMs`, or within one second if `drainMs` is shorter.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a transaction over any module's tables is accepted
export type AnyTransaction = Transaction<any>;

/** The name of a queue, together with the type of its jobs' data. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** Never set; only carries the type. */
  readonly data?: Data;
}

export interface QueuePolicy {
  /** Maximum number of retries after the handler throws. */
  readonly retryLimit?: number;
  /** Delay before the first retry. It doubles for each further retry, up to `retryDelayMaxMs`. */
  readonly retryDelayMs?: number;
  readonly retryDelayMaxMs?: number;
  /** A job is dead after it has lost its worker this many times (crash, kill, lost machine). */
  readonly lostAttemptsLimit?: number;
  /** Maximum number of a group's waiting jobs, for jobs that are `isBounded`. Default: no limit. */
  readonly waitingOfGroup?: number;
  /**
   * Time limit of one attempt (whole seconds, rounded up). At the limit, its signal is aborted and the attempt counts
   * as failed.
   */
  readonly expireMs?: number;
}

export interface EnqueueOptions {
  /** The caller's transaction; without a transaction, the job is written immediately. */
  readonly transaction?: AnyTransaction;
  /** The queue has at most one waiting or running job with this key. */
  readonly singletonKey?: string;
  /**
   * `org_1` or `org_1/part`. Groups take turns, and the owners (the part before the slash) share the slots of each
   * worker.
   */
  readonly groupId?: string;
  /**
   * Whether the job is refused with `GroupFullError` if the group has reached its limit on waiting jobs, for callers
   * that can retry later.
   */
  readonly isBounded?: boolean;
  readonly startAfter?: Date;
  /** The name passed to `holdAffinity`. Other workers are notified of the job a moment later than the holder. */
  readonly affinity?: string;
  readonly expireMs?: number;
}

export interface WorkOptions<Data extends object> {
  /** Maximum number of concurrent jobs in this process. */
  readonly concurrency: number;
  /** Maximum number of concurrent jobs with one `groupId` across all processes. Default: no limit. */
  readonly groupConcurrency?: number;
  /** Called when a job is dead, so that the caller can update its own record of the job. */
  readonly onDead?: (job: DeadJob<Data>, reason: DeadJobReason) => Promise<void>;
}

export interface Job<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** Number of this attempt, counted from 1; the fencing token. */
  readonly attempt: number;
  readonly groupId: string | undefined;
}

export interface DeadJob<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** Number of attempts. */
  readonly attempts: number;
  /** Message of the last failure. */
  readonly error: string;
}

/** `worker-lost`: workers were lost repeatedly; `failed`: the handler threw each time. */
export type DeadJobReason = 'worker-lost' | 'failed';

/** Runs `work` without holding the job's slot. @throws the error of `work` */
export type OutsideSlot = <T>(work: () => Promise<T>) => Promise<T>;

export interface JobTools {
  /**
   * Renews the lease now, and throws if it is lost. The engine renews the lease automatically every few seconds. Call
   * this before a write that can't include the fencing token.
   */
  readonly heartbeat: () => Promise<void>;
  /**
   * For work that waits for another host. If the work takes longer than a second, the next job uses the slot in the
   * meantime, and this job continues once it has a slot again. Only a few of a queue's jobs can wait outside their
   * slots; further jobs keep their slots while they wait.
   */
  readonly outsideSlot: OutsideSlot;
}

/** @param signal is aborted when the job is canceled, expires or was taken over, and at the end of the drain time */
export type JobHandler<Data extends object> = (job: Job<Data>, signal: AbortSignal, tools: JobTools) => Promise<void>;

export interface QueueStats {
  readonly queue: string;
  /** Number of jobs that can start now. */
  readonly waiting: number;
  /** Number of jobs that can't start yet because of `startAfter` or a retry delay. */
  readonly delayed: number;
  readonly running: number;
  readonly failed: number;
}
