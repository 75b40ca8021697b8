import type { QueuePolicy } from './job-engine.ts';

/** The engine's timing. Only tests have a reason to change it. */
export interface EngineTimes {
  /** How often a worker renews its leases, and checks that it still has them. */
  readonly heartbeatMs: number;
  /** How often a worker polls for jobs without a notification: retries whose delay is over, missed notifications. */
  readonly pollMs: number;
  /** How often workers look for jobs of lost workers. */
  readonly takeOverMs: number;
  /** A worker without a database session counts as lost if its last heartbeat is older than this. */
  readonly sessionGraceMs: number;
  /**
   * A worker that has a session but sends no heartbeat for this long has lost its jobs. Whole seconds, at least 10 s.
   */
  readonly silentLimitMs: number;
  /** After the database started, workers get this long to reconnect before their sessions count as missing. */
  readonly databaseStartGraceMs: number;
  /** How long the holder of an affinity has priority for its jobs. */
  readonly affinityGraceMs: number;
  /** A job that waits for another host releases its slot after this time: soon, but not for every quick response. */
  readonly slotPatienceMs: number;
  /** Delay of a job that failed because of backpressure: if its end isn't noticed, retries must not become a busy loop. */
  readonly backpressureMs: number;
  /** After its signal aborted, a handler gets this long to end before the engine continues without it. */
  readonly abortGraceMs: number;
}

export const defaultTimes: EngineTimes = {
  heartbeatMs: 2_000,
  pollMs: 1_000,
  takeOverMs: 1_000,
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
