import { setTimeout as delay } from 'node:timers/promises';
import { FairSlots } from '@docwright/site-server';
import type { Pool, PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { isConnectionLost } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { toBossDb } from './create-boss.ts';
import { JobAbortedError } from './errors.ts';
import { fetchNext, ownerOfGroup, type Room } from './fetch-next.ts';
import type { DeadJobReason, Job, JobHandler, QueuePolicy, WorkOptions } from './job-engine.ts';
import { JobSlot, type QueueSlots } from './job-slot.ts';
import type { Backpressure } from './backpressure.ts';
import { classifyFailure, findDeadReason, runAttempt } from './run-attempt.ts';
import type { AttemptEnd } from './run-attempt.ts';
import type { EngineTimes } from './settings.ts';
import * as store from './store.ts';
import { countOf } from '../words/count-of.ts';

export interface QueueWorkerContext {
  readonly boss: PgBoss;
  readonly pool: Pool;
  readonly log: Logger;
  readonly times: EngineTimes;
  /** Identifies this process in the table of attempts and in its session lock. */
  readonly workerKey: number;
  readonly backpressure: Backpressure;
  /** Whether groups have several owners. If so, each owner has a share of every queue's slots. */
  readonly isShared: () => boolean;
}

/**
 * Maximum number of a queue's jobs that wait outside their slots. Each has its site's files and specifications in
 * memory.
 */
const outsideSlots = 6;

interface Claimed<Data extends object> {
  readonly job: Job<Data>;
  readonly history: store.AttemptHistory;
  readonly expireMs: number;
}

type ClaimRoom = Required<Pick<Room, 'room' | 'refusedOwners'>>;

interface RunningJob {
  readonly attempt: number;
  readonly abort: AbortController;
}

const releaseDelayMs = 500;
const settlePatienceMs = 60_000;

/** Claims as many of a queue's jobs as this process has capacity for, runs them, and records their results. */
export class QueueWorker<Data extends object> {
  readonly #context: QueueWorkerContext;
  readonly #queue: { readonly name: string; readonly policy: Required<QueuePolicy> };
  readonly #options: WorkOptions<Data>;
  readonly #handler: JobHandler<Data>;
  readonly #running = new Map<string, RunningJob>();
  readonly #slots: QueueSlots;
  readonly #attempts = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #wakeUp = Promise.withResolvers<void>();
  /** The time, as returned by `performance.now()`, until which another worker has priority. */
  #claimsFrom = 0;
  #loop: Promise<void> | undefined;
  #stopGraceMs = 0;
  /** True after the drain time. A job whose claim commits later is returned immediately. */
  #isDrained = false;

  constructor(
    context: QueueWorkerContext,
    queue: { readonly name: string; readonly policy: Required<QueuePolicy> },
    options: WorkOptions<Data>,
    handler: JobHandler<Data>,
  ) {
    this.#context = context;
    this.#queue = queue;
    this.#options = options;
    this.#handler = handler;
    const { isShared } = context;
    this.#slots = {
      running: new FairSlots(options.concurrency, Number.POSITIVE_INFINITY, { isShared }),
      outside: new FairSlots(outsideSlots, Number.POSITIVE_INFINITY, { isShared }),
    };
  }

  get queue(): string {
    return this.#queue.name;
  }

  start(): void {
    this.#loop = this.#claimAndRun();
  }

  /** Called when a job may have become available. */
  wake(): void {
    this.#claimsFrom = 0;
    this.#wakeUp.resolve();
  }

  /** Called when the queue has a due job. A worker that should claim it first keeps its priority. */
  poll(): void {
    this.#wakeUp.resolve();
  }

  /** Called when another worker should claim a new job first. Repeated calls don't extend the delay. */
  wakeAfter(ms: number): void {
    const now = performance.now();
    if (this.#claimsFrom > now) return;
    this.#claimsFrom = now + ms;
    this.#wakeUp.resolve();
  }

  abort(jobId: string, reason: JobAbortedError): void {
    this.#running.get(jobId)?.abort.abort(reason);
  }

  /** Renews the leases of all running jobs, and aborts jobs whose lease is lost. */
  async renewLeases(): Promise<void> {
    const claimed = [...this.#running].map(([id, { attempt }]) => ({ id, attempt }));
    if (claimed.length === 0) return;
    const states = await store.renewLeases(this.#context.pool, this.#queue.name, claimed);
    for (const { id } of claimed) {
      const state = states.get(id);
      if (state === 'cancelled') this.abort(id, new JobAbortedError('job-cancelled', `job ${id} was canceled`));
      else if (state === undefined) this.abort(id, new JobAbortedError('job-lease-lost', `job ${id} was taken over`));
    }
  }

  /**
   * Stops claiming jobs, waits for running handlers until `deadline`, and then aborts them. If a handler hasn't ended
   * `graceMs` later, its job is returned anyway. If a job's result can't be written by then, another worker takes over
   * the job when its lease expires.
   */
  async stop(deadline: AbortSignal, graceMs: number): Promise<void> {
    this.#stopGraceMs = graceMs / 2;
    this.#stopping.abort();
    this.wake();
    const givenUp = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const abortAll = (): void => {
      this.#isDrained = true;
      for (const id of this.#running.keys()) this.abort(id, workerStops());
      timer = setTimeout(givenUp.resolve, graceMs);
    };
    if (deadline.aborted) abortAll();
    else deadline.addEventListener('abort', abortAll, { once: true });
    await Promise.race([this.#loop?.then(() => Promise.allSettled(this.#attempts)), givenUp.promise]);
    clearTimeout(timer);
    deadline.removeEventListener('abort', abortAll);
  }

  async #claimAndRun(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wakeUp = Promise.withResolvers();
      const putOffMs = this.#claimsFrom - performance.now();
      if (putOffMs > 0) {
        await this.#restFor(putOffMs);
        continue;
      }
      const { slots: room, refused } = this.#slots.running.offer();
      const refusedOwners = [...refused, ...this.#slots.outside.offer().refused];
      const mayClaim = room > 0 && !this.#context.backpressure.isActive();
      const claimed = mayClaim ? await this.#tryClaim({ room, refusedOwners }) : [];
      for (const one of claimed) this.#begin(one);
      // A group's limit or a share may have limited the batch, in which case the next batch contains the remaining
      // jobs.
      if (claimed.length === 0) await this.#wakeUp.promise;
    }
  }

  /** Waits until it is woken, or at most this long. */
  async #restFor(ms: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#wakeUp.promise, delay(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  async #tryClaim(room: ClaimRoom): Promise<readonly Claimed<Data>[]> {
    try {
      return await this.#inTransaction((client) => this.#claim(client, room));
    } catch (error) {
      this.#context.log.warn({ err: error, queue: this.#queue.name }, 'no job could be claimed; retrying');
      return [];
    }
  }

  async #claim(client: PoolClient, room: ClaimRoom): Promise<readonly Claimed<Data>[]> {
    const { groupConcurrency } = this.#options;
    const jobs = await fetchNext<Data>(this.#context.boss, client, {
      queue: this.#queue.name,
      groupConcurrency,
      ...room,
    });
    if (jobs.length === 0) return [];
    const histories = await store.recordClaim(client, {
      queue: this.#queue.name,
      worker: this.#context.workerKey,
      jobIds: jobs.map((job) => job.id),
    });
    return jobs.map((job) => ({
      job: { id: job.id, data: job.data, attempt: job.retryCount + 1, groupId: job.groupId ?? undefined },
      history: histories.find(({ jobId }) => jobId === job.id) ?? {
        jobId: job.id,
        failures: 0,
        released: 0,
        error: '',
      },
      expireMs: job.expireInSeconds * 1000 - expirySlackMs,
    }));
  }

  #begin(claimed: Claimed<Data>): void {
    const { id, attempt } = claimed.job;
    const abort = new AbortController();
    // This process took over the job before the next renewal of the lease could detect the loss.
    this.abort(id, new JobAbortedError('job-lease-lost', `job ${id} was taken over`));
    this.#running.set(id, { attempt, abort });
    if (this.#isDrained) this.abort(id, workerStops());
    const owners = claimed.job.groupId === undefined ? [] : [ownerOfGroup(claimed.job.groupId)];
    const slot = new JobSlot(this.#slots, owners, () => this.wake());
    const taken = slot.take(abort.signal);
    // The attempt receives the error when it awaits this promise.
    taken.catch(() => undefined);
    const attempting = this.#runAndSettle(claimed, { abort, slot, taken }).finally(() => {
      slot.end();
      if (this.#running.get(id)?.abort === abort) this.#running.delete(id);
      this.#attempts.delete(attempting);
      this.wake();
    });
    this.#attempts.add(attempting);
  }

  async #runAndSettle(
    claimed: Claimed<Data>,
    { abort, slot, taken }: { readonly abort: AbortController; readonly slot: JobSlot; readonly taken: Promise<void> },
  ): Promise<void> {
    const { job, history } = claimed;
    const { log, times } = this.#context;
    try {
      const dead = findDeadReason(job.attempt, history, this.#queue.policy);
      if (dead) {
        await this.#bury(
          claimed,
          dead,
          history.error || `its worker was lost ${countOf(this.#queue.policy.lostAttemptsLimit, 'time')}`,
        );
        return;
      }
      const handle: JobHandler<Data> = async (...attempt) => {
        await taken;
        await this.#handler(...attempt);
      };
      const end = await runAttempt(job, handle, {
        abort,
        expireMs: claimed.expireMs,
        graceMs: () => (this.#stopping.signal.aborted ? this.#stopGraceMs : times.abortGraceMs),
        tools: {
          heartbeat: () => this.#heartbeat(job.id, abort.signal),
          outsideSlot: (work) => slot.leaveFor(work, { patienceMs: times.slotPatienceMs, signal: abort.signal }),
        },
        metBackpressure: (error) => this.#context.backpressure.caused(error),
      });
      await this.#settle(claimed, end);
    } catch (error) {
      // The lease will expire and the job will be retried, so the error only causes a delay.
      log.error({ err: error, queue: this.#queue.name, job: job.id }, "a job's result could not be written");
    }
  }

  async #heartbeat(jobId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.renewLeases();
    signal.throwIfAborted();
    if (!this.#running.has(jobId)) throw new JobAbortedError('job-lease-lost', `job ${jobId} has ended`);
  }

  async #settle(claimed: Claimed<Data>, end: AttemptEnd): Promise<void> {
    const { job, history } = claimed;
    const { log, times } = this.#context;
    const fields = { queue: this.#queue.name, job: job.id, attempt: job.attempt };
    switch (end.kind) {
      case 'gone':
        log.info(fields, 'job was canceled or taken over while it ran');
        return;
      case 'done':
        await this.#write((client) => this.#complete(client, job));
        return;
      case 'released':
        log.info(fields, 'job is returned to the queue');
        await this.#write((client) => this.#retry(client, job, { released: true, delayMs: 0, error: 'released' }));
        return;
      case 'held-back':
        log.warn({ ...fields, error: end.error }, 'job is returned to the queue until the blocking condition ends');
        await this.#write((client) =>
          this.#retry(client, job, { released: true, delayMs: times.backpressureMs, error: end.error }),
        );
        return;
      case 'failed': {
        const verdict = classifyFailure(history, end.terminal, this.#queue.policy);
        log.warn({ ...fields, error: end.error, verdict: verdict.kind }, 'job failed');
        if (verdict.kind === 'dead') await this.#bury(claimed, verdict.reason, end.error);
        else
          await this.#write((client) =>
            this.#retry(client, job, { released: false, delayMs: verdict.delayMs, error: end.error }),
          );
      }
    }
  }

  /** Calls `onDead` before updating the queue's row, so that both are repeated if the process ends between them. */
  async #bury(claimed: Claimed<Data>, reason: DeadJobReason, error: string): Promise<void> {
    const { job } = claimed;
    try {
      await this.#options.onDead?.({ id: job.id, data: job.data, attempts: job.attempt, error }, reason);
    } catch (failure) {
      this.#context.log.error(
        { err: failure, queue: this.#queue.name, job: job.id },
        'a dead job could not be recorded; retrying',
      );
      await this.#write((client) => this.#retry(client, job, { released: true, delayMs: releaseDelayMs, error }));
      return;
    }
    await this.#write(async (client) => {
      await store.forbidRetry(client, this.#queue.name, job);
      await this.#context.boss.fail(this.#queue.name, this.#claimOf(job), { reason, error }, { db: toBossDb(client) });
      await store.forgetAttempts(client, job.id);
    });
  }

  async #complete(client: PoolClient, job: Job<Data>): Promise<void> {
    await this.#context.boss.complete(this.#queue.name, this.#claimOf(job), undefined, { db: toBossDb(client) });
    await store.forgetAttempts(client, job.id);
  }

  async #retry(
    client: PoolClient,
    job: Job<Data>,
    how: { released: boolean; delayMs: number; error: string },
  ): Promise<void> {
    await this.#context.boss.fail(this.#queue.name, this.#claimOf(job), { error: how.error }, { db: toBossDb(client) });
    if (how.released) await store.countRelease(client, job.id);
    else await store.countFailure(client, job.id, how.error);
    if (how.delayMs > 0) await store.delayRetry(client, this.#queue.name, job.id, how.delayMs);
    else await client.query(...store.noticeSql(`ready:${this.#queue.name}`));
  }

  #claimOf(job: Job<Data>): { id: string; retryCount: number } {
    return { id: job.id, retryCount: job.attempt - 1 };
  }

  /**
   * Records a result, even if the database restarts in the meantime. The attempt number prevents a second write from
   * having an effect.
   */
  async #write(statements: (client: PoolClient) => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      try {
        await this.#inTransaction(statements);
        return;
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() - startedAt > settlePatienceMs) throw error;
        await delay(releaseDelayMs);
      }
    }
  }

  async #inTransaction<Result>(statements: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#context.pool.connect();
    let failed = true;
    try {
      await client.query('BEGIN');
      const result = await statements(client);
      await client.query('COMMIT');
      failed = false;
      return result;
    } finally {
      // After an error, the connection is always discarded.
      client.release(failed);
    }
  }
}

/**
 * pg-boss must end an attempt only after this module has had time to end it, because this module counts a failure,
 * while pg-boss would count a lost worker.
 */
export const expirySlackMs = 60_000;

const workerStops = (): JobAbortedError => new JobAbortedError('worker-stopping', 'the worker is stopping');
