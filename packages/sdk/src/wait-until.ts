import { DocwrightError } from './docwright-error.ts';

export interface WaitOptions<T> {
  /** Aborts waiting; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of milliseconds to wait; then the call rejects with code `timeout`, while the job continues.
   * Default: no limit.
   */
  readonly timeoutMs?: number | undefined;
  /** Called with each state that differs from the previous one, including the last. */
  readonly onProgress?: ((job: T) => void) | undefined;
}

export interface Polling<T> {
  /** Requests the state once; takes up to `waitMs` if the service can wait. */
  readonly ask: (waitMs: number) => Promise<T>;
  readonly isDone: (job: T) => boolean;
  /** Text that differs between two states if the change should be reported. */
  readonly versionOf: (job: T) => string;
  /** Longest pause between two requests. Pauses start at a quarter of a second. */
  readonly maxPauseMs: number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly now: () => number;
}

const FIRST_PAUSE_MS = 250;
const PAUSE_GROWTH = 1.5;

/** Requests the state until the job has ended. A failed job is a result, not an error. */
export async function waitUntil<T>(polling: Polling<T>, options: WaitOptions<T>): Promise<T> {
  const { ask, isDone, versionOf, pause, now } = polling;
  const endsAt = options.timeoutMs === undefined ? Number.POSITIVE_INFINITY : now() + options.timeoutMs;
  let pauseMs = FIRST_PAUSE_MS;
  let seen = '';
  for (;;) {
    const askedAt = now();
    const job = await ask(Math.max(0, endsAt - askedAt));
    if (versionOf(job) !== seen) {
      seen = versionOf(job);
      options.onProgress?.(job);
    }
    if (isDone(job)) return job;
    if (now() >= endsAt) {
      throw new DocwrightError(`the job did not end within ${options.timeoutMs} ms`, { status: 0, code: 'timeout' });
    }
    // If the service waited, the pause is already over; a service that ignores `wait` must not be flooded.
    const restMs = Math.min(pauseMs - (now() - askedAt), endsAt - now());
    if (restMs > 0) await pause(restMs, options.signal);
    pauseMs = Math.min(polling.maxPauseMs, pauseMs * PAUSE_GROWTH);
  }
}
