import type { AuditResult } from '@docwright/contract';
import { sql, type ColumnType, type Insertable, type Selectable } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';

export interface AuditLogTables {
  audit_events: AuditEventsTable;
}
type AuditEventsTable = TableOf<'audit_events', { details: ColumnType<Record<string, unknown>, string, never> }>;
export type AuditEventRow = Selectable<AuditEventsTable>;

export async function insertAuditEvent(
  db: Queryable<AuditLogTables>,
  row: Insertable<AuditEventsTable>,
): Promise<void> {
  await db.insertInto('audit_events').values(row).execute();
}

export interface AuditFilter {
  readonly organizationId: string;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly result?: AuditResult | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns a page of events, newest first; `before` is the last ID of the previous page. */
export async function selectAuditEvents(
  db: Queryable<AuditLogTables>,
  filter: AuditFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<AuditEventRow[]> {
  const { actor, action, target, result, from, to } = filter;
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', filter.organizationId)
    .$if(actor !== undefined, (query) =>
      query.where((is) => is.or([is('actor_id', '=', actor ?? ''), is('actor_name', '=', actor ?? '')])),
    )
    .$if(action !== undefined, (query) =>
      query.where('action', 'like', `${(action ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
    )
    .$if(target !== undefined, (query) =>
      query.where((is) => is.or([is('target_id', '=', target ?? ''), is('target_name', '=', target ?? '')])),
    )
    .$if(result !== undefined, (query) => query.where('result', '=', result ?? 'success'))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
    .$if(page.before !== undefined, (query) => query.where('id', '<', Number(page.before)))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/**
 * Removes events older than `days`. The trigger allows no other deletion, and no deletion of events younger than a day.
 */
export async function deleteOldAuditEvents(db: Queryable<AuditLogTables>, days: number): Promise<number> {
  await sql`set local docwright.audit_retention = 'on'`.execute(db);
  const deleted = await db
    .deleteFrom('audit_events')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
