import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

interface RollupPlace {
  readonly projectId: string;
  /** The period's first day, as `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly days: number;
}

export interface WrongRollup extends RollupPlace {
  readonly kind: string;
  readonly has: number;
  readonly daysHave: number;
}

export async function countRollups(db: Queryable<AuditTables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from analytics_rollups`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns figures that differ from the sum of their days, by kind, for projects that aren't being deleted. Views,
 * visitors, clicks and searches without a result are added up.
 */
export async function selectWrongRollups(db: Queryable<AuditTables>, limit: number): Promise<WrongRollup[]> {
  const figures = sql`human + ai + human_visitors + ai_visitors + clicks + without_result + without_result_visitors`;
  const { rows } = await sql<WrongRollup>`
    with own as (
      select project_id, first_day, days, kind, sum(${figures})::bigint as total from analytics_rollup_counts
      where project_id in (select id from projects) group by 1, 2, 3, 4
    ),
    places as (
      select rollups.*, kinds.kind from analytics_rollups as rollups, (select distinct kind from analytics_rollup_counts) as kinds
    ),
    by_day as (
      select project_id, first_day, days, places.kind, (
        select coalesce(sum(${figures}), 0) from analytics_daily as daily
        where daily.project_id = places.project_id and daily.kind = places.kind and day >= first_day and day < first_day + days
      )::bigint as total from places
    )
    select coalesce(own.project_id, by_day.project_id) as "projectId", coalesce(own.first_day, by_day.first_day)::text as "firstDay",
      coalesce(own.days, by_day.days) as days, coalesce(own.kind, by_day.kind) as kind, coalesce(own.total, 0)::float8 as has,
      coalesce(by_day.total, 0)::float8 as "daysHave"
    from own full join by_day using (project_id, first_day, days, kind)
    where coalesce(own.total, 0) <> coalesce(by_day.total, 0) order by 1, 2, 3, 4 limit ${limit}`.execute(db);
  return rows;
}
