const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * How long to wait after the `attempt`-th failure: full jitter over a doubling ceiling (AWS architecture blog,
 * "Exponential backoff and jitter"), never less than the provider requested.
 */
export function backoffMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round((retryAfterMs ?? 0) + random() * ceiling);
}
