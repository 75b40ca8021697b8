import type { Clock } from '../../../platform/clock/index.ts';

/** Maximum number of buckets whose refusal is remembered; the oldest is dropped first. */
const maxBuckets = 50_000;

interface Refusal {
  readonly freeAtMs: number;
  /** The database isn't queried before this time. */
  readonly rememberedUntilMs: number;
}

/**
 * Remembers in one process which buckets the database has refused, so that further requests need no query.
 *
 * 1. Until a refusal expires, the bucket isn't counted in this process.
 * 2. A process counts one use of a bucket at a time, so many requests from one client use one connection.
 * 3. Other processes have their own memory. Uses that are returned there are not available here until the refusal
 *    expires; if uses can be returned, `maxRememberedMs` limits that time.
 */
export class RememberedRefusals {
  readonly #clock: Clock;
  readonly #maxRememberedMs: number;
  readonly #refusals = new Map<string, Refusal>();
  readonly #counting = new Map<string, Promise<unknown>>();

  /** @param options.maxRememberedMs after this time, the database is queried even if the refusal hasn't expired */
  constructor({ clock, maxRememberedMs = Infinity }: { readonly clock: Clock; readonly maxRememberedMs?: number }) {
    this.#clock = clock;
    this.#maxRememberedMs = maxRememberedMs;
  }

  /** Returns the milliseconds until a use is available, or 0 if no refusal is remembered. */
  waitMs(bucket: string): number {
    const refusal = this.#refusals.get(bucket);
    const nowMs = this.#clock.monotonicMs();
    return refusal === undefined || refusal.rememberedUntilMs <= nowMs ? 0 : refusal.freeAtMs - nowMs;
  }

  /**
   * Counts a use unless a refusal is remembered. Returns 0 if the use is allowed, or the milliseconds until one is
   * available.
   * @param count counts a use in the database; returns the same value as this method
   */
  async count(bucket: string, count: () => Promise<number>): Promise<number> {
    const before = this.#counting.get(bucket) ?? Promise.resolve();
    const counted = before.then(() => this.#countNext(bucket, count)); // 2
    const settled = counted.catch(() => undefined);
    this.#counting.set(bucket, settled);
    try {
      return await counted;
    } finally {
      if (this.#counting.get(bucket) === settled) this.#counting.delete(bucket);
    }
  }

  /** Forgets a bucket's refusal after uses of the bucket were returned. */
  forget(bucket: string): void {
    this.#refusals.delete(bucket);
  }

  async #countNext(bucket: string, count: () => Promise<number>): Promise<number> {
    const rememberedMs = this.waitMs(bucket);
    if (rememberedMs > 0) return rememberedMs; // 1
    const waitMs = await count();
    if (waitMs > 0) this.#remember(bucket, waitMs);
    return waitMs;
  }

  #remember(bucket: string, waitMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    this.#refusals.delete(bucket);
    this.#refusals.set(bucket, {
      freeAtMs: nowMs + waitMs,
      rememberedUntilMs: nowMs + Math.min(waitMs, this.#maxRememberedMs), // 3
    });
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > maxBuckets && oldest !== undefined) this.#refusals.delete(oldest);
  }
}
