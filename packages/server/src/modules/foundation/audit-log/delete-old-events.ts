import type { Database } from '../../../platform/database/index.ts';
import { deleteOldAuditEvents, type AuditLogTables } from './store.ts';

/**
 * Deletes events that are older than the installation's retention period. This is the only way to delete events.
 * Returns the number of deleted events.
 */
export async function deleteAuditEventsOlderThan(database: Database<AuditLogTables>, days: number): Promise<number> {
  return database.kysely.transaction().execute((tx) => deleteOldAuditEvents(tx, days));
}
