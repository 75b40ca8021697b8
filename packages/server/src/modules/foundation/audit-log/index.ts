export { deleteAuditEventsOlderThan } from './delete-old-events.ts';
export { recordAuditEvent, systemAuthor, type Author } from './record-audit-event.ts';
export { registerAuditLogRoutes } from './routes.ts';
export type { AuditLogTables } from './store.ts';
