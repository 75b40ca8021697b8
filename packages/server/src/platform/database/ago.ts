import { sql, type RawBuilder } from 'kysely';

/**
 * An earlier time by the database's clock, for comparing with a column. `clock_timestamp()` advances while a statement
 * runs, so PostgreSQL would evaluate it for each row and read the whole table. In a subquery, it is evaluated once and
 * an index can be used.
 */
export const daysAgo = (days: number): RawBuilder<Date> =>
  sql<Date>`(select clock_timestamp() - make_interval(days => ${days}))`;

export const secondsAgo = (seconds: number): RawBuilder<Date> =>
  sql<Date>`(select clock_timestamp() - make_interval(secs => ${seconds}))`;

/** `2026-01`: the month by the database's clock, in UTC. */
export const utcMonth: RawBuilder<string> = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`;
