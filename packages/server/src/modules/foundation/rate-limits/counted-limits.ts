import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { RateLimitTables } from './store.ts';
import { refusalOf, takeUse, type RateLimit } from './take-use.ts';

/** Buckets whose refusal is remembered; the oldest is forgotten first. */
const maxRefused = 50_000;

/**
 * Limits whose uses are counted in the database one by one (`takeUse`), for requests that strangers send.
 *
 * 1. A refusal is remembered until a use is free. Until then nothing asks the database, in this process.
 * 2. A process counts the uses of a bucket one after another, so that many requests of one client occupy one connection.
 */
export class CountedLimits {
  readonly #database: Database<RateLimitTables>;
  readonly #clock: Clock;
  readonly #refusedUntilMs = new Map<string, number>();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(deps: { readonly database: Database<RateLimitTables>; readonly clock: Clock }) {
    this.#database = deps.database;
    this.#clock = deps.clock;
  }

  /** @throws {ApiError} `rate_limited` with `Retry-After`: a use was refused, and none is free yet */
  requireNotRefused(rule: RateLimit, ownerId: string): void {
    const waitMs = (this.#refusedUntilMs.get(bucketOf(rule, ownerId)) ?? 0) - this.#clock.monotonicMs();
    if (waitMs > 0) throw refusalOf(rule, waitMs); // 1
  }

  /** @throws {ApiError} `rate_limited` with `Retry-After` */
  async take(rule: RateLimit, ownerId: string): Promise<void> {
    const bucket = bucketOf(rule, ownerId);
    const before = this.#counting.get(bucket) ?? Promise.resolve();
    const counted = before.then(() => this.#count(rule, ownerId)); // 2
    const settled = counted.catch(() => undefined);
    this.#counting.set(bucket, settled);
    try {
      await counted;
    } finally {
      if (this.#counting.get(bucket) === settled) this.#counting.delete(bucket);
    }
  }

  async #count(rule: RateLimit, ownerId: string): Promise<void> {
    this.requireNotRefused(rule, ownerId);
    try {
      await this.#database.kysely.transaction().execute((tx) => takeUse(tx, rule, ownerId));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_limited')
        this.#remember(bucketOf(rule, ownerId), Number(error.headers['retry-after']));
      throw error;
    }
  }

  #remember(bucket: string, seconds: number): void {
    this.#refusedUntilMs.delete(bucket);
    this.#refusedUntilMs.set(bucket, this.#clock.monotonicMs() + seconds * 1_000);
    const [oldest] = this.#refusedUntilMs.keys();
    if (this.#refusedUntilMs.size > maxRefused && oldest !== undefined) this.#refusedUntilMs.delete(oldest);
  }
}

const bucketOf = ({ name }: RateLimit, ownerId: string): string => `${name}:${ownerId}`;
