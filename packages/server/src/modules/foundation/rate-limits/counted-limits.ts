import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { RememberedRefusals } from './remembered-refusals.ts';
import type { RateLimitTables } from './store.ts';
import { refusalOf, takeUse, type RateLimit } from './take-use.ts';

/**
 * Limits whose uses are counted individually in the database (`takeUse`), for requests from unknown callers. Refusals
 * are remembered (`RememberedRefusals`).
 */
export class CountedLimits {
  readonly #database: Database<RateLimitTables>;
  readonly #refusals: RememberedRefusals;

  constructor({ database, clock }: { readonly database: Database<RateLimitTables>; readonly clock: Clock }) {
    this.#database = database;
    this.#refusals = new RememberedRefusals({ clock });
  }

  /** @throws {ApiError} `rate_limited` with `Retry-After` if a use was refused, and no use is available yet */
  requireNotRefused(rule: RateLimit, ownerId: string): void {
    const waitMs = this.#refusals.waitMs(bucketOf(rule, ownerId));
    if (waitMs > 0) throw refusalOf(rule, waitMs);
  }

  /** @throws {ApiError} `rate_limited` with `Retry-After` */
  async take(rule: RateLimit, ownerId: string): Promise<void> {
    const waitMs = await this.#refusals.count(bucketOf(rule, ownerId), () => this.#count(rule, ownerId));
    if (waitMs > 0) throw refusalOf(rule, waitMs);
  }

  async #count(rule: RateLimit, ownerId: string): Promise<number> {
    try {
      await this.#database.kysely.transaction().execute((tx) => takeUse(tx, rule, ownerId));
      return 0;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'rate_limited')) throw error;
      return Number(error.headers['retry-after']) * 1_000;
    }
  }
}

const bucketOf = ({ name }: RateLimit, ownerId: string): string => `${name}:${ownerId}`;
