import type { Transaction } from 'kysely';

/**
 * The port to the queue. Its rules:
 *
 * 1. A job that was enqueued in a transaction exists exactly if that transaction commits.
 * 2. Every job is handled at least once until its handler returns, fails for good, or is cancelled. A handler must
 *    therefore be able to run twice.
 * 3. A worker that stops answering loses its job within 75 s; the job is then handled again with `attempt` one higher.
 * 4. `attempt` is the fencing token: what a handler writes is written only while the row still shows its attempt.
 * 5. Groups take turns: a job that joins ten of its own group that wait comes after the first ten of each other group, and one of
 *    a group that has none waiting comes next. Within a group the order is that of enqueueing.
 * 6. While groups have several owners, an owner gets a further slot of a worker only while it holds fewer than are free, so that
 *    a job of another owner begins at once. The owner is the part of `groupId` before its first slash. With one slot owners
 *    only take turns.
 * 7. A job whose workers were lost `lostAttemptsLimit` times, or whose handler threw `retryLimit` + 1 times, ends as
 *    dead, and `onDead` is told once or more, until it returned.
 */
export interface JobEngine {
  /** Declares a queue; before `start`. The same name in every process. */
  defineQueue<Data extends object>(name: string, policy?: QueuePolicy): JobQueue<Data>;
  /** Returns the engine's id of the job; `undefined` when `singletonKey` already has a waiting or running job. */
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
   * This process has what jobs of this affinity can go on from: it is told of them first, until another process says so. A
   * preference alone: where this process is gone or has no room, the others take them as they take any.
   */
  holdAffinity(affinity: string): Promise<void>;
  stats(): Promise<readonly QueueStats[]>;
  start(): Promise<void>;
  /**
   * Takes no more jobs and waits for running handlers. Shortly before `drainMs` those that are left see their signal abort, and
   * their jobs go back to the queue at once, also when a handler does not end. Resolves within `drainMs`, and one second at least.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a transaction over any module's tables will do
export type AnyTransaction = Transaction<any>;

/** A queue's name together with the type of its jobs. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** Only a type: never set. */
  readonly data?: Data;
}

export interface QueuePolicy {
  /** How often a handler that throws is tried again. */
  readonly retryLimit?: number;
  /** First delay before such a retry; it doubles from there, up to `retryDelayMaxMs`. */
  readonly retryDelayMs?: number;
  readonly retryDelayMaxMs?: number;
  /** How many times a job may lose its worker (crash, kill, lost machine) before it is dead. */
  readonly lostAttemptsLimit?: number;
  /** Of one group so many jobs may wait, for those that are `isBounded`. Default: no limit. */
  readonly waitingOfGroup?: number;
  /** One attempt may take this long (whole seconds, rounded up); its signal aborts then, and it counts as failed. */
  readonly expireMs?: number;
}

export interface EnqueueOptions {
  /** The caller's transaction; without it the job is written by itself. */
  readonly transaction?: AnyTransaction;
  /** At most one waiting or running job with this key in the queue. */
  readonly singletonKey?: string;
  /** `org_1` or `org_1/part`: groups take turns, and the owners before the slash share each worker's slots. */
  readonly groupId?: string;
  /** Whoever asks can be told to come later: refused with `GroupFullError` where as many of the group wait as may. */
  readonly isBounded?: boolean;
  readonly startAfter?: Date;
  /** What `holdAffinity` names: the others are told of the job a moment later than its holder. */
  readonly affinity?: string;
  readonly expireMs?: number;
}

export interface WorkOptions<Data extends object> {
  /** Jobs at the same time in this process. */
  readonly concurrency: number;
  /** Jobs of one `groupId` at the same time over all processes. Default: no limit. */
  readonly groupConcurrency?: number;
  /** The job's own record must show its end: called when the engine gives a job up. */
  readonly onDead?: (job: DeadJob<Data>, reason: DeathReason) => Promise<void>;
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
export type DeathReason = 'worker-lost' | 'failed';

/** Runs `work` outside of the job's slot. @throws what `work` throws */
export type OutsideSlot = <T>(work: () => Promise<T>) => Promise<T>;

export interface JobTools {
  /**
   * Renews the lease now, and throws when it is gone. The engine renews it by itself every few seconds; call it before a
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
