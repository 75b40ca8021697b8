import { sql } from 'kysely';
import { ownedRows, type OwnedRows } from '../../../platform/database/index.ts';

export const rollupCountRows = ownedRows({
  table: 'analytics_rollup_counts',
  column: 'project_id',
  key: 'ctid',
  newest: 'kind desc, first_day desc, days desc',
});

export const dailyCountRows = ownedRows({
  table: 'analytics_daily',
  column: 'project_id',
  key: 'ctid',
  newest: 'kind desc, day desc',
});

/** Events are partitioned by time, oldest first: an index finds those up to a time, but not a list of them. */
export const eventRows: OwnedRows = {
  table: 'analytics_events',
  deleteSome: async (db, projectId, limit) => {
    // As text: a Date has no microseconds.
    const { rows } = await sql<{ at: string; id: string }>`
      select at::text as at, id from analytics_events where project_id = ${projectId}
      order by analytics_events.at, id limit ${limit}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const deleted = await sql`
      delete from analytics_events where project_id = ${projectId}
        and at <= ${last.at}::timestamptz and (at, id) <= (${last.at}::timestamptz, ${last.id})`.execute(db);
    return Number(deleted.numAffectedRows ?? 0);
  },
  exist: async (db, projectId) => {
    const { rows } = await sql`select from analytics_events where project_id = ${projectId} limit 1`.execute(db);
    return rows.length > 0;
  },
};
