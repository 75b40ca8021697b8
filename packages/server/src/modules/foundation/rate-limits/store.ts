import { sql, type Transaction } from 'kysely';
import { secondsAgo, type Queryable, type TableOf } from '../../../platform/database/index.ts';

export interface RateLimitTables {
  rate_uses: TableOf<'rate_uses'>;
  limit_blocks: TableOf<'limit_blocks'>;
}

/**
 * Days for which uses are kept. Far longer than the longest window, because the installation's audit also reads them.
 */
const keepDays = 30;

/** Locks the bucket until the transaction ends, so that uses are counted one after another. */
export async function lockBucket(tx: Transaction<RateLimitTables>, bucket: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 1))`.execute(tx);
}

/**
 * Records one use if there were fewer than `limit` in the window. Returns the number of earlier uses and the
 * milliseconds until the next one is available. The database's clock decides, so replicas can't disagree.
 */
export async function insertUse(
  tx: Transaction<RateLimitTables>,
  rate: { readonly bucket: string; readonly limit: number; readonly windowSeconds: number },
): Promise<{ readonly used: number; readonly freeInMs: number }> {
  const { rows } = await sql<{ used: number; free_in_ms: number }>`
    with clock as (select clock_timestamp() as now),
    expired as (
      delete from rate_uses using clock
      where bucket = ${rate.bucket} and used_at <= clock.now - make_interval(secs => ${rate.windowSeconds})
    ),
    uses as (
      select used_at, row_number() over (order by used_at desc) as newest
      from rate_uses, clock
      where bucket = ${rate.bucket} and used_at > clock.now - make_interval(secs => ${rate.windowSeconds})
    ),
    total as (select count(*)::int as used from uses),
    added as (
      insert into rate_uses (bucket, used_at)
      select ${rate.bucket}, clock.now from clock, total where total.used < ${rate.limit}
    )
    select total.used,
      coalesce(extract(epoch from (
        (select used_at from uses where newest = ${rate.limit}) + make_interval(secs => ${rate.windowSeconds}) - clock.now
      )) * 1000, 0)::float8 as free_in_ms
    from total, clock`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('a use of the limit could not be counted');
  return { used: row.used, freeInMs: row.free_in_ms };
}

/** Deletes expired uses of buckets that are no longer used. A bucket's next use deletes the others. */
export async function deleteOldUses(db: Queryable<RateLimitTables>): Promise<void> {
  await sql`delete from rate_uses where used_at < now() - make_interval(days => ${keepDays})`.execute(db);
  await sql`delete from limit_blocks where leased_at < now() - make_interval(days => ${keepDays})`.execute(db);
}

/** A block of uses for a process, or the milliseconds until one is available. */
export interface LeasedBlock {
  /** ID of the block; null if all uses are taken. */
  readonly id: string | null;
  readonly units: number;
  readonly freeInMs: number;
}

/**
 * Leases up to `units` uses of a bucket, but at most `limit` in any `countedSeconds`. The rest of an earlier block is
 * returned first.
 */
export async function leaseUnits(
  tx: Transaction<RateLimitTables>,
  request: {
    readonly bucket: string;
    readonly limit: number;
    readonly units: number;
    readonly countedSeconds: number;
    readonly returned: { readonly id: string; readonly unused: number } | undefined;
  },
): Promise<LeasedBlock> {
  const { bucket, limit, units, countedSeconds, returned } = request;
  await lockBucket(tx, bucket);
  if (returned !== undefined)
    await sql`update limit_blocks set units = greatest(0, units - ${returned.unused})
      where id = ${returned.id} and bucket = ${bucket}`.execute(tx);
  await sql`delete from limit_blocks where bucket = ${bucket}
    and (units = 0 or leased_at <= ${secondsAgo(countedSeconds)})`.execute(tx);
  const { rows } = await sql<LeasedBlock>`
    with taken as (
      select coalesce(sum(units), 0)::int as units, min(leased_at) as oldest from limit_blocks where bucket = ${bucket}
    ),
    block as (
      insert into limit_blocks (bucket, units)
      select ${bucket}, least(${units}, ${limit} - taken.units) from taken where taken.units < ${limit}
      returning id, units
    )
    select block.id::text as id, coalesce(block.units, 0) as units,
      coalesce(extract(epoch from (
        taken.oldest + make_interval(secs => ${countedSeconds}) - clock_timestamp()
      )) * 1000, 0)::float8 as "freeInMs"
    from taken left join block on true`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a block of the limit could not be read');
  return row;
}
