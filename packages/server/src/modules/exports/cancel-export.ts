import type { Database } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { exportNotActive } from './errors.ts';
import { requireExport } from './require-export.ts';
import { failExportJob, type ExportJobRow, type ExportTables } from './store.ts';

/** Ends a job that has not ended. Its worker notices at its next write. */
export async function cancelExport(
  database: Database<ExportTables>,
  principal: Principal,
  id: string,
): Promise<ExportJobRow> {
  await requireExport(database.kysely, principal, id);
  const failed = await failExportJob(database.kysely, { id, code: 'cancelled', message: 'The export was cancelled.' });
  if (failed !== undefined) return failed;
  const ended = await requireExport(database.kysely, principal, id);
  throw exportNotActive(id, ended.status);
}
