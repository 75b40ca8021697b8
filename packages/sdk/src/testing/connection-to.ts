import type { Connection } from '../send.ts';

export interface TestConnection extends Connection {
  /** Requested pauses, in milliseconds; none of them takes time. */
  readonly pauses: readonly number[];
}

/** A deterministic connection without waiting: each pause only advances its clock. */
export function connectionTo(baseUrl: string, changes: Partial<Connection> = {}): TestConnection {
  const pauses: number[] = [];
  let now = Date.parse('2026-01-01T00:00:00Z');
  let keys = 0;
  return {
    baseUrl,
    apiKey: 'dw_test',
    fetch: globalThis.fetch,
    headers: {},
    timeoutMs: 5000,
    retryRules: { retries: 3, firstDelayMs: 100, maxDelayMs: 10_000 },
    pause: (ms, signal) => {
      signal?.throwIfAborted();
      pauses.push(ms);
      now += ms;
      return Promise.resolve();
    },
    now: () => now,
    random: () => 0,
    newIdempotencyKey: () => `key-${(keys += 1)}`,
    ...changes,
    pauses,
  };
}
