import type { Database } from '../../../platform/database/index.ts';
import { deleteOldAuditEvents, type AuditLogTables } from './store.ts';

/** The one way out of the log: by age, as the installation's setting says. Returns how many are gone. */
export async function deleteAuditEventsOlderThan(database: Database<AuditLogTables>, days: number): Promise<number> {
  return database.kysely.transaction().execute((tx) => deleteOldAuditEvents(tx, days));
}
