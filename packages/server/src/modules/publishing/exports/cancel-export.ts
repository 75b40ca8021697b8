import type { Principal } from '../../../platform/http/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { failExport, type EndExportDeps } from './end-export.ts';
import { exportNotActive } from './errors.ts';
import { requireExport } from './require-export.ts';
import type { ExportTicket } from './start-export.ts';
import type { ExportJobRow } from './store.ts';

export interface CancelExportDeps extends EndExportDeps {
  readonly engine: JobEngine;
  readonly queue: JobQueue<ExportTicket>;
}

/** Cancels a job that has not ended. Its worker stops within a second and releases its slot. */
export async function cancelExport(deps: CancelExportDeps, principal: Principal, id: string): Promise<ExportJobRow> {
  const { kysely } = deps.database;
  await requireExport(kysely, principal, id);
  const failure = { id, code: 'cancelled', message: 'The export was canceled.' };
  const failed = await failExport(deps, failure, {
    author: principal,
    stopWork: (transaction) => deps.engine.cancelByKey(deps.queue, id, { transaction }),
  });
  if (failed !== undefined) return failed;
  const ended = await requireExport(kysely, principal, id);
  throw exportNotActive(id, ended.status);
}
