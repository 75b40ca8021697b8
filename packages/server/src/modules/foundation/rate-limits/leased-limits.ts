import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { leaseUnits, type RateLimitTables } from './store.ts';
import type { RateLimit } from './take-use.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export interface LeasedLimit extends RateLimit {
  /**
   * Number of uses that a process leases at once. With several processes, each process can refuse up to this many uses
   * too early.
   */
  readonly blockUnits: number;
}

/** Time within which a block's uses must be made. Unused ones are returned when the next block is leased. */
const leaseSeconds = 60;
/** Maximum number of buckets for which a process has a block. */
const maxBuckets = 50_000;

interface Block {
  readonly id: string;
  unused: number;
  readonly untilMs: number;
}
interface Bucket {
  block: Block | undefined;
  /** The database isn't queried before this time, because all uses are leased. */
  refusedUntilMs: number;
  leasing: Promise<void> | undefined;
}

/**
 * Limits whose uses are leased in blocks, for requests that are too frequent to count each in the database.
 *
 * 1. No window has more uses than the limit: a block counts from the start of its lease until one window after its end,
 *    by the database's clock.
 * 2. A use is counted in memory: only one use per block waits for the database, and no use waits for a request's lock.
 * 3. A use may be refused too early while other processes have unused blocks, for at most one lease and one window.
 */
export class LeasedLimits {
  readonly #database: Database<RateLimitTables>;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(deps: { readonly database: Database<RateLimitTables>; readonly clock: Clock }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
  }

  /** @throws ApiError `rate_limited` with `Retry-After` */
  async take(rule: LeasedLimit, ownerId: string): Promise<void> {
    const name = `${rule.name}:${ownerId}`;
    for (;;) {
      const bucket = this.#bucket(name);
      const nowMs = this.#clock.monotonicMs();
      const { block } = bucket;
      if (block !== undefined && block.unused > 0 && block.untilMs > nowMs) {
        block.unused -= 1;
        return;
      }
      if (bucket.refusedUntilMs > nowMs) throw refusal(rule, bucket.refusedUntilMs - nowMs);
      bucket.leasing ??= this.#lease(rule, name, bucket).finally(() => {
        bucket.leasing = undefined;
      });
      await bucket.leasing;
    }
  }

  /**
   * Returns the refusal that `take` would throw without querying the database; `undefined` if `take` would query it or
   * succeed.
   */
  refusalOf(rule: LeasedLimit, ownerId: string): ApiError | undefined {
    const waitMs = (this.#buckets.get(`${rule.name}:${ownerId}`)?.refusedUntilMs ?? 0) - this.#clock.monotonicMs();
    return waitMs > 0 ? refusal(rule, waitMs) : undefined;
  }

  async #lease(rule: LeasedLimit, name: string, bucket: Bucket): Promise<void> {
    const { block } = bucket;
    bucket.block = undefined;
    // Computed before the database's clock is read, so the lease ends no later here than in the database.
    const untilMs = this.#clock.monotonicMs() + leaseSeconds * 1000;
    const leased = await this.#database.kysely.transaction().execute((tx) =>
      leaseUnits(tx, {
        bucket: name,
        limit: rule.limit,
        units: rule.blockUnits,
        countedSeconds: rule.windowSeconds + leaseSeconds,
        returned: block === undefined || block.unused === 0 ? undefined : { id: block.id, unused: block.unused },
      }),
    );
    if (leased.id === null) bucket.refusedUntilMs = this.#clock.monotonicMs() + Math.max(1000, leased.freeInMs);
    else bucket.block = { id: leased.id, unused: leased.units, untilMs };
  }

  #bucket(name: string): Bucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket: Bucket = { block: undefined, refusedUntilMs: 0, leasing: undefined };
    this.#buckets.set(name, bucket);
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets) break;
      this.#buckets.delete(oldest);
    }
    return bucket;
  }
}

function refusal({ name, limit, windowSeconds }: LeasedLimit, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(
    'rate_limited',
    `All requests (${limit} per ${countOf(windowSeconds, 'second')}) are used or reserved; try again in ${seconds} s.`,
    {
      headers: {
        'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
        'retry-after': String(seconds),
      },
    },
  );
}
