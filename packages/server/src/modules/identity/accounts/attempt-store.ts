import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables } from './tables.ts';

export interface AttemptRule {
  /** Number of attempts that are never delayed. */
  readonly free: number;
  /** The first delay, which doubles with each further failure. */
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
}

/**
 * Counts an attempt before it is made, so that concurrent and sequential attempts are limited equally. Uses the
 * database's clock, for all replicas. Returns `undefined` if the attempt is allowed, or the seconds until the next
 * attempt.
 */
export async function takeAttempt(
  db: Queryable<AccountTables>,
  bucket: string,
  rule: AttemptRule,
): Promise<number | undefined> {
  const { free, firstDelaySeconds: first, maxDelaySeconds: longest } = rule;
  const delay = sql`case when a.failures < ${free} then 0
    else least(${longest}::float8, ${first}::float8 * power(2, least(a.failures - ${free}, 30))) end`;
  const taken = await sql`
    insert into sign_in_attempts as a (bucket, failures, last_at) values (${bucket}, 1, clock_timestamp())
    on conflict (bucket) do update set last_at = clock_timestamp(),
      failures = case when a.last_at < clock_timestamp() - interval '1 day' then 1 else a.failures + 1 end
      where a.last_at + make_interval(secs => ${delay}) <= clock_timestamp()
  `.execute(db);
  if (taken.numAffectedRows === 1n) return undefined;
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from a.last_at + make_interval(secs => ${delay}) - clock_timestamp())))::int as seconds
    from sign_in_attempts as a where bucket = ${bucket}
  `.execute(db);
  return rows[0]?.seconds ?? 1;
}

/** Deletes a bucket's attempts after a success. */
export async function forgetAttempts(db: Queryable<AccountTables>, bucket: string): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('bucket', '=', bucket).execute();
}

/**
 * Removes a successful attempt from an address's count. Other attempts stay counted, because other people at the
 * address may still be guessing.
 */
export async function takeBackAttempt(db: Queryable<AccountTables>, bucket: string): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('bucket', '=', bucket)
    .execute();
}
