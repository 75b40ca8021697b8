import type { DocwrightError } from './docwright-error.ts';

export interface RetryRules {
  /** Attempts after the first one. */
  readonly retries: number;
  /** First pause when the service names none; it doubles with each attempt. */
  readonly firstDelayMs: number;
  /** Longest pause. A service that requests more isn't retried: the caller may have better to do for an hour. */
  readonly longestDelayMs: number;
}

export interface FailedAttempt {
  readonly error: DocwrightError;
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether doing it twice is as good as once: reads, and requests with an idempotency key. */
  readonly isRepeatable: boolean;
}

/**
 * How long to wait before the next attempt, or `undefined` if there should be none.
 *
 * 1. 429 and 503 are refused before anything is done: they are safe to repeat for every operation.
 * 2. After a lost connection, a timeout, 500, 502 or 504 the outcome is unknown: only repeatable requests are sent
 *    again.
 * 3. A pause requested by the service is respected to the millisecond; otherwise it is random, so that many clients
 *    don't return at once.
 *
 * @param random a number in [0, 1)
 */
export function decideRetry(
  { error, attempt, isRepeatable }: FailedAttempt,
  rules: RetryRules,
  random: number,
): number | undefined {
  if (attempt > rules.retries) return undefined;
  if (!isRetryable(error) && !(isRepeatable && isUnknownOutcome(error))) return undefined;
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs <= rules.longestDelayMs ? error.retryAfterMs : undefined;
  }
  const ceiling = Math.min(rules.longestDelayMs, rules.firstDelayMs * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random / 2));
}

function isRetryable({ status, code }: DocwrightError): boolean {
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

function isUnknownOutcome({ status, code }: DocwrightError): boolean {
  return code === 'network_error' || code === 'timeout' || status === 500 || status === 502 || status === 504;
}
