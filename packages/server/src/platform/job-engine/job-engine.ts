import type { Transaction } from 'kysely';

/**
 * The port to the queue. Its rules:
 *
 * 1. A job that was enqueued in a transaction exists exactly if that transaction commits.
 * 2. Every job is handled at least once until its handler returns, fails permanently, or is cancelled. A handler must
 *    therefore be able to run twice.
 * 3. A worker that stops responding loses its job within 75 s; the job is then handled again with `attempt` one higher.
 * 4. `attempt` is the fencing token: a handler's writes take effect only while the row still shows its attempt.
 * 5. Groups take turns: a job that joins ten waiting jobs of its own group runs after the first ten of each other
 *    group, and a job of a group that has none waiting runs next. Within a group the order is that of enqueueing.
 * 6. While groups have several owners, an owner gets a further slot of a worker only while it holds fewer than are
 *    free, so that a job of another owner can start at once. The owner is the part of `groupId` before its first
 *    slash. With one slot, owners only take turns.
 * 7. A job whose workers were lost `lostAttemptsLimit` times, or whose handler threw `retryLimit` + 1 times, ends as
 *    dead; `onDead` is called until it returns once.
 */
export interface JobEngine {
  /** Declares a queue; call it before `start`, with the same name in every process. */
  defineQueue<Data extends object>(name: string, policy?: QueuePolicy): JobQueue<Data>;
  /** Returns the engine's ID of the job, or `undefined` if `singletonKey` already has a waiting or running job. */
  enqueue<Data extends object>(
    queue: JobQueue<Data>,
    data: Data,
    options?: EnqueueOptions,
  ): Promise<string | undefined>;
  /** Starts handling a queue's jobs in this process. */
  work<Data extends object>(
    queue: JobQueue<Data>,
    options: WorkOptions<Data>,
    handler: JobHandler<Data>,
  ): Promise<void>;
  /** The waiting job is never started; a running one sees its signal abort within a second. */
  cancel(queue: JobQueue<object>, jobId: string, options?: { readonly transaction?: AnyTransaction }): Promise<void>;
  /** `cancel` of the job that was enqueued with this `singletonKey` and has not ended, if there is one. */
  cancelByKey(
    queue: JobQueue<object>,
    singletonKey: string,
    options: { readonly transaction: AnyTransaction },
  ): Promise<void>;
  /**
   * Announces that jobs of this affinity can reuse what this process has: it is notified of them first, until another
   * process announces the same. This is only a preference: if this process has ended or has no capacity, the others run these jobs like any other.
   */
  holdAffinity(affinity: string): Promise<void>;
  stats(): Promise<readonly QueueStats[]>;
  start(): Promise<void>;
  /**
   * Takes no more jobs and waits for running handlers. Shortly before `drainMs`, the signals of the remaining ones
   * abort, and their jobs return to the queue at once, even if a handler doesn't end. Resolves within `drainMs`, or
   * one second if that is longer.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a transaction over any module's tables will do
export type AnyTransaction = Transaction<any>;

/** A queue's name together with the type of its jobs' data. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** Only a type: never set. */
  readonly data?: Data;
}

export interface QueuePolicy {
  /** How often a job is retried after its handler throws. */
  readonly retryLimit?: number;
  /** First delay before such a retry; it doubles from there, up to `retryDelayMaxMs`. */
  readonly retryDelayMs?: number;
  readonly retryDelayMaxMs?: number;
  /** How many times a job may lose its worker (crash, kill, lost machine) before it is dead. */
  readonly lostAttemptsLimit?: number;
  /** The most jobs of one group that may wait, for jobs that are `isBounded`. Default: no limit. */
  readonly waitingOfGroup?: number;
  /** Time limit of one attempt (whole seconds, rounded up); its signal aborts then, and it counts as failed. */
  readonly expireMs?: number;
}

export interface EnqueueOptions {
  /** The caller's transaction; without it the job is written immediately. */
  readonly transaction?: AnyTransaction;
  /** At most one waiting or running job with this key in the queue. */
  readonly singletonKey?: string;
  /** `org_1` or `org_1/part`: groups take turns, and the owners before the slash share each worker's slots. */
  readonly groupId?: string;
  /**
   * The caller can be asked to retry later: refused with `GroupFullError` if the group has reached its limit of waiting
   * jobs.
   */
  readonly isBounded?: boolean;
  readonly startAfter?: Date;
  /** The name passed to `holdAffinity`: other workers are notified of the job a moment later than its holder. */
  readonly affinity?: string;
  readonly expireMs?: number;
}

export interface WorkOptions<Data extends object> {
  /** Concurrent jobs in this process. */
  readonly concurrency: number;
  /** Concurrent jobs of one `groupId` over all processes. Default: no limit. */
  readonly groupConcurrency?: number;
  /** Called when the engine gives up on a job, so that the job's own record shows its end. */
  readonly onDead?: (job: DeadJob<Data>, reason: DeadJobReason) => Promise<void>;
}

export interface Job<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first; the fencing token. */
  readonly attempt: number;
  readonly groupId: string | undefined;
}

export interface DeadJob<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** Attempts that were made. */
  readonly attempts: number;
  /** Message of the last failure. */
  readonly error: string;
}

/** `worker-lost`: workers died again and again; `failed`: the handler threw each time. */
export type DeadJobReason = 'worker-lost' | 'failed';

/** Runs `work` outside of the job's slot. @throws what `work` throws */
export type OutsideSlot = <T>(work: () => Promise<T>) => Promise<T>;

export interface JobTools {
  /**
   * Renews the lease now, and throws if it is lost. The engine renews it automatically every few seconds; call it before a
   * write that can't carry the fencing token.
   */
  readonly heartbeat: () => Promise<void>;
  /**
   * For work that waits for another host. If it takes longer than a second, the slot goes to the next job in the meantime, and
   * the job continues once it has a slot again. Few jobs of a queue may be outside at once; further ones wait in their slots.
   */
  readonly outsideSlot: OutsideSlot;
}

/** @param signal aborts on cancel, on expiry, when the job was taken over, and at the end of the drain time. */
export type JobHandler<Data extends object> = (job: Job<Data>, signal: AbortSignal, tools: JobTools) => Promise<void>;

export interface QueueStats {
  readonly queue: string;
  /** Ready to start now. */
  readonly waiting: number;
  /** Waiting for their time: `startAfter` or a retry delay. */
  readonly delayed: number;
  readonly running: number;
  readonly failed: number;
}
