import { Readable } from 'node:stream';
import { operations, type AuditEvent } from '@docwright/contract';
import type { Database } from '../../platform/database/index.ts';
import { ApiError, type OperationRoutes } from '../../platform/http/index.ts';
import { writeAuditExport } from './write-audit-export.ts';
import { selectAuditEvents, type AuditEventRow, type AuditLogTables } from './store.ts';

export function registerAuditLogRoutes(
  routes: OperationRoutes,
  deps: { readonly database: Database<AuditLogTables> },
): void {
  const { kysely } = deps.database;
  routes.handle(operations.listAuditEvents, async ({ principal, query }) => {
    const { limit = 20, cursor, ...filter } = query;
    const page = { before: cursor === undefined ? undefined : requireCursor(cursor), limit: limit + 1 };
    const rows = await selectAuditEvents(kysely, { organizationId: principal.organizationId, ...filter }, page);
    const shown = rows.slice(0, limit);
    return { events: shown.map(toAuditEvent), nextCursor: rows.length > limit ? toCursor(shown.at(-1)) : null };
  });
  routes.handle(operations.exportAuditEvents, async ({ principal, query }, reply) => {
    const { format, ...given } = query;
    const filter = { organizationId: principal.organizationId, ...given };
    const readPage = async (before: string | undefined) =>
      (await selectAuditEvents(kysely, filter, { before, limit: exportPageSize })).map(toAuditEvent);
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .send(Readable.from(writeAuditExport(format, readPage)));
  });
}

/** Rows in memory at once while a file is written. */
const exportPageSize = 1_000;

const toCursor = (row: AuditEventRow | undefined): string | null => (row === undefined ? null : String(row.id));

function requireCursor(cursor: string): string {
  if (/^\d{1,15}$/.test(cursor)) return cursor;
  throw new ApiError(
    'invalid_request',
    `The cursor "${cursor.slice(0, 80)}" is none that a page of this list ended with.`,
    {
      details: [{ path: 'cursor', message: 'must be the nextCursor of a page' }],
    },
  );
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
