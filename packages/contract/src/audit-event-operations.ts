import { Type } from 'typebox';
import { AuditEventList, auditFilters } from './audit-event.ts';
import { json, operation, page } from './define-operation.ts';

export const auditEventOperations = {
  listAuditEvents: operation({
    method: 'GET',
    path: '/v1/audit-events',
    tag: 'Audit log',
    summary: 'List audit events',
    description: 'Who did what, newest first.',
    scope: 'audit:read',
    query: Type.Object({ ...auditFilters, ...page }),
    success: json(200, 'One page of events.', AuditEventList),
  }),
  exportAuditEvents: operation({
    method: 'GET',
    path: '/v1/audit-events/export',
    tag: 'Audit log',
    summary: 'Export audit events',
    description: 'All events that match the filters, newest first, as one file.',
    scope: 'audit:read',
    query: Type.Object({ format: Type.Enum(['csv', 'jsonl']), ...auditFilters }),
    success: {
      status: 200,
      description: 'CSV (RFC 4180) with a header line, or one JSON object per line.',
      content: { 'text/csv': Type.String(), 'application/jsonl': Type.String() },
    },
  }),
} as const;
