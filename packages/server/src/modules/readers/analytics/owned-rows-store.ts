import { sql, type QueryExecutorProvider } from 'kysely';
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

/**
 * Events are partitioned by time, so they are deleted oldest first: an index finds events up to a time, but not a list
 * of them.
 */
export const eventRows: OwnedRows = {
  table: 'analytics_events',
  deleteSome: async (db, projectId, limit) => {
    // Read as text, because a Date has no microseconds.
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

/**
 * Average bytes of a row with its indexes. This is an estimate, because rows of several organizations share database
 * pages. Events were measured (257 bytes); the others are based on the usual content of their columns.
 */
const rowBytes = { event: 260, dailyCount: 200, feedback: 600 };

/** Estimates the bytes of an organization's events, daily counts and feedback from their number. */
export async function estimateReportBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const projects = sql`(select id from shared_projects where organization_id = ${organizationId})`;
  const { rows } = await sql<{ events: number; dailyCounts: number; feedback: number }>`
    select
      (select count(*) from analytics_events where project_id in ${projects})::float8 as events,
      (select count(*) from analytics_daily where project_id in ${projects})::float8 as "dailyCounts",
      (select count(*) from page_feedback where project_id in ${projects})::float8 as feedback`.execute(db);
  const { events, dailyCounts, feedback } = rows[0] ?? { events: 0, dailyCounts: 0, feedback: 0 };
  return events * rowBytes.event + dailyCounts * rowBytes.dailyCount + feedback * rowBytes.feedback;
}
