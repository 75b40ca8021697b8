import type { QueuePolicy } from './job-engine.ts';

/** The engine's own times. Only tests have a reason to change them. */
export interface EngineTimes {
  /** How often a worker renews its leases, and looks whether it still has them. */
  readonly heartbeatMs: number;
  /** How often a worker looks for jobs without having been notified: retries whose delay is over, missed notices. */
  readonly pollMs: number;
  /** How often workers look for jobs whose worker is gone. */
  readonly takeOverMs: number;
  /** A worker without a database session is gone when its last heartbeat is older than this. */
  readonly sessionGraceMs: number;
  /** A worker that has a session but gives no heartbeat for so long has lost its jobs. Whole seconds, at least 10 s. */
  readonly silentLimitMs: number;
  /** After the database started, workers get this long to come back before their sessions are missed. */
  readonly databaseStartGraceMs: number;
  /** The holder of an affinity has a job of it to itself for so long. */
  readonly affinityGraceMs: number;
  /** A job that waits for another host leaves its slot after so long: soon, and not at each quick answer. */
  readonly slotPatienceMs: number;
  /** After its signal aborted, a handler gets this long to end before the engine goes on without it. */
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
