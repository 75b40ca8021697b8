import type { Queryable } from '../../../platform/database/index.ts';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { exportNotFound } from './errors.ts';
import { findExport, type ExportJobRow, type ExportTables } from './store.ts';

/**
 * Returns a job that the caller may access. A job in another organization, or in a project outside the key's scope, is
 * treated like a missing one.
 */
export async function requireExport(
  db: Queryable<ExportTables>,
  principal: Principal,
  id: string,
  projectId?: string,
): Promise<ExportJobRow> {
  const row = await findExport(db, principal.organizationId, id);
  if (row === undefined || !mayUseProject(principal, row.project_id)) throw exportNotFound(id);
  if (projectId !== undefined && row.project_id !== projectId) throw exportNotFound(id);
  return row;
}
