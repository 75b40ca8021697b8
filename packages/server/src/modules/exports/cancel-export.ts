import type { Principal } from '../../platform/http/index.ts';
import { failExport, type EndExportDeps } from './end-export.ts';
import { exportNotActive } from './errors.ts';
import { requireExport } from './require-export.ts';
import type { ExportJobRow } from './store.ts';

/** Ends a job that has not ended. Its worker notices at its next write. */
export async function cancelExport(deps: EndExportDeps, principal: Principal, id: string): Promise<ExportJobRow> {
  const { kysely } = deps.database;
  await requireExport(kysely, principal, id);
  const failed = await failExport(deps, { id, code: 'cancelled', message: 'The export was cancelled.' }, principal);
  if (failed !== undefined) return failed;
  const ended = await requireExport(kysely, principal, id);
  throw exportNotActive(id, ended.status);
}
