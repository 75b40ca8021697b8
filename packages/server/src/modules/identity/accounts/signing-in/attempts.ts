import type { Clock } from '../../../../platform/clock/index.ts';
import type { Database, Queryable } from '../../../../platform/database/index.ts';
import { RememberedRefusals } from '../../../foundation/rate-limits/index.ts';
import { forgetAttempts, takeAttempt, takeBackAttempt, type AttemptRule } from '../attempt-store.ts';
import type { AccountTables } from '../tables.ts';

/**
 * Maximum time for which a refusal is remembered. If another process's success ends a refusal in the database, this
 * process can continue to refuse attempts for this long.
 */
const maxRememberedMs = 10_000;

export interface AttemptBucket {
  readonly bucket: string;
  readonly rule: AttemptRule;
}

/**
 * Counts attempts to guess passwords, codes and links. The database counts them for all processes. Each process
 * remembers its refusals, so that refusing another attempt needs no query.
 */
export class Attempts {
  readonly #db: Queryable<AccountTables>;
  readonly #refusals: RememberedRefusals;

  constructor({
    database,
    clock,
  }: {
    readonly database: Pick<Database<AccountTables>, 'kysely'>;
    readonly clock: Clock;
  }) {
    this.#db = database.kysely;
    this.#refusals = new RememberedRefusals({ clock, maxRememberedMs });
  }

  /**
   * Counts an attempt in each bucket, until one refuses it. An attempt that a remembered refusal rejects isn't counted.
   * @returns `undefined` if the attempt is allowed, or the number of seconds until another attempt is allowed
   */
  async take(buckets: readonly AttemptBucket[]): Promise<number | undefined> {
    for (const { bucket } of buckets) {
      const waitMs = this.#refusals.waitMs(bucket);
      if (waitMs > 0) return toSeconds(waitMs);
    }
    for (const { bucket, rule } of buckets) {
      const waitMs = await this.#refusals.count(
        bucket,
        async () => ((await takeAttempt(this.#db, bucket, rule)) ?? 0) * 1_000,
      );
      if (waitMs > 0) return toSeconds(waitMs);
    }
    return undefined;
  }

  /** Resets a bucket to zero after a success. */
  async forget(bucket: string): Promise<void> {
    await forgetAttempts(this.#db, bucket);
    this.#refusals.forget(bucket);
  }

  /** Takes back one attempt after a success. The bucket's other attempts stay counted. */
  async takeBack(bucket: string): Promise<void> {
    await takeBackAttempt(this.#db, bucket);
    this.#refusals.forget(bucket);
  }
}

const toSeconds = (ms: number): number => Math.ceil(ms / 1_000);
