import type { QueuePolicy } from './job-engine.ts';

/** The timing of the engine. Only tests need to change it. */
export interface EngineTimes {
  /** Interval at which a worker renews its leases and checks that it still has them. */
  readonly heartbeatMs: number;
  /**
   * Interval at which a process looks for jobs without a notification: retries whose delay has ended, and jobs whose
   * notification was missed.
   */
  readonly pollMs: number;
  /** Interval at which workers look for jobs of lost workers. */
  readonly takeOverMs: number;
  /**
   * Interval at which pg-boss fails silent and expired jobs, counts jobs, and deletes old jobs. It reads all jobs of
   * the last day.
   */
  readonly superviseMs: number;
  /** A worker without a database session counts as lost if its last heartbeat is older than this. */
  readonly sessionGraceMs: number;
  /**
   * A worker with a database session loses its jobs if it sends no heartbeat for this long. Whole seconds, at least 10
   * s.
   */
  readonly silentLimitMs: number;
  /** After the database starts, workers have this long to reconnect before their sessions count as missing. */
  readonly databaseStartGraceMs: number;
  /** For this long, the holder of an affinity has priority for jobs with this affinity. */
  readonly affinityGraceMs: number;
  /**
   * A job that waits for another host releases its slot after this time, so that quick responses don't cost a slot
   * change.
   */
  readonly slotPatienceMs: number;
  /**
   * Delay of a job that failed because of backpressure. It prevents a busy loop of retries if the backpressure isn't
   * detected before the next attempt.
   */
  readonly backpressureMs: number;
  /** After its signal is aborted, a handler has this long to end before the engine continues without it. */
  readonly abortGraceMs: number;
}

export const defaultTimes: EngineTimes = {
  heartbeatMs: 2_000,
  pollMs: 1_000,
  takeOverMs: 2_000,
  superviseMs: 10_000,
  sessionGraceMs: 4_000,
  silentLimitMs: 30_000,
  databaseStartGraceMs: 3_000,
  affinityGraceMs: 300,
  slotPatienceMs: 1_000,
  backpressureMs: 5_000,
  abortGraceMs: 10_000,
};

export const defaultPolicy: Required<QueuePolicy> = {
  waitingOfGroup: Number.POSITIVE_INFINITY,
  retryLimit: 3,
  retryDelayMs: 2_000,
  retryDelayMaxMs: 60_000,
  lostAttemptsLimit: 5,
  expireMs: 15 * 60_000,
};
