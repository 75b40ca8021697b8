import { Readable } from 'node:stream';
import { operations, type AuditEvent } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { readPage, unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { writeAuditExport } from './write-audit-export.ts';
import { selectAuditEvents, type AuditEventRow, type AuditLogTables } from './store.ts';

export function registerAuditLogRoutes(
  routes: OperationRoutes,
  deps: { readonly database: Database<AuditLogTables> },
): void {
  const { kysely } = deps.database;
  routes.handle(operations.listAuditEvents, async ({ principal, query }) => {
    const { limit: size, cursor, ...filters } = query;
    const filter = { organizationId: principal.organizationId, ...filters };
    const before = cursor === undefined ? undefined : requireCursor(cursor);
    const { rows, nextCursor } = await readPage(
      size,
      (limit) => selectAuditEvents(kysely, filter, { before, limit }),
      ({ id }) => String(id),
    );
    return { events: rows.map(toAuditEvent), nextCursor };
  });
  routes.handle(operations.exportAuditEvents, async ({ principal, query }, reply) => {
    const { format, ...filters } = query;
    const filter = { organizationId: principal.organizationId, ...filters };
    const readRows = async (before: string | undefined) =>
      (await selectAuditEvents(kysely, filter, { before, limit: exportPageSize })).map(toAuditEvent);
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .send(Readable.from(writeAuditExport(format, readRows)));
  });
}

/** Maximum number of rows in memory while a file is written. */
const exportPageSize = 1_000;

function requireCursor(cursor: string): string {
  if (/^\d{1,15}$/.test(cursor)) return cursor;
  throw unknownCursor(cursor);
}

function toAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    result: row.result,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    details: row.details,
  };
}
