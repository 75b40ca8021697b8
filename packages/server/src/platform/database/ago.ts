import { sql, type RawBuilder } from 'kysely';

/**
 * A time before now by the database's clock, to compare a column with. The clock of a statement goes on while it runs, so that PostgreSQL would
 * ask it anew for each row of a table that it then reads as a whole; asked in a query of its own, it is asked once and an index serves.
 */
export const daysAgo = (days: number): RawBuilder<Date> =>
  sql<Date>`(select clock_timestamp() - make_interval(days => ${days}))`;

export const secondsAgo = (seconds: number): RawBuilder<Date> =>
  sql<Date>`(select clock_timestamp() - make_interval(secs => ${seconds}))`;

/** `2026-01`: the month by the database's clock, in UTC. */
export const utcMonth: RawBuilder<string> = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`;
