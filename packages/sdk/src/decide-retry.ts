import type { DocwrightError } from './docwright-error.ts';

export interface RetryRules {
  /** Attempts after the first one. */
  readonly retries: number;
  /** First pause if the service specifies none; it doubles with each attempt. */
  readonly firstDelayMs: number;
  /** Longest pause. If the service requests a longer one, the request isn't retried. */
  readonly maxDelayMs: number;
}

export interface FailedAttempt {
  readonly error: DocwrightError;
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether the request is repeatable: reads, and requests with an idempotency key. */
  readonly isRepeatable: boolean;
}

/**
 * How long to wait before the next attempt, or `undefined` if the request shouldn't be retried.
 *
 * 1. With 429 and 503, nothing was done, so every operation can be repeated.
 * 2. After a lost connection, a timeout, 500, 502 or 504 the outcome is unknown: only repeatable requests are sent
 *    again.
 * 3. A pause requested by the service is respected to the millisecond; otherwise it is random, so that many clients
 *    don't retry at the same time.
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
    return error.retryAfterMs <= rules.maxDelayMs ? error.retryAfterMs : undefined;
  }
  const ceiling = Math.min(rules.maxDelayMs, rules.firstDelayMs * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random / 2));
}

function isRetryable({ status, code }: DocwrightError): boolean {
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

function isUnknownOutcome({ status, code }: DocwrightError): boolean {
  return code === 'network_error' || code === 'timeout' || status === 500 || status === 502 || status === 504;
}
