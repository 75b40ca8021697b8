import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import { projectInUse, projectNotFound } from './errors.ts';
import {
  countUnendedJobs,
  deleteProjectRow,
  lockProjectToDelete,
  noteUnusedRepository,
  findProject,
  findProjectUsing,
  type ProjectTables,
} from './store.ts';

export type OnProjectDeleted = (tx: Transaction<ProjectTables>, projectId: string) => Promise<void>;

/**
 * The project and everything in it disappear at once, and its names are free. Its large tables are deleted after that.
 * @param onDeleted called in the transaction
 */
export async function deleteProject(
  database: Database<ProjectTables>,
  author: Author,
  { id, onDeleted }: { readonly id: string; readonly onDeleted: OnProjectDeleted },
): Promise<void> {
  const { organizationId } = author;
  await database.kysely.transaction().execute(async (tx) => {
    if (!(await lockProjectToDelete(tx, organizationId, id))) throw projectNotFound(id);
    const row = await findProject(tx, organizationId, id);
    if (row === undefined) throw projectNotFound(id);
    if ((await countUnendedJobs(tx, id)) > 0) throw projectInUse(id);
    await removeProject(tx, organizationId, id);
    await recordAuditEvent(tx, author, {
      action: 'project.deleted',
      target: { kind: 'project', id, name: row.name },
    });
    await onDeleted(tx, id);
  });
}

/** Deletes the row and its dependents. Records that data is left, which is no longer visible. */
export async function removeProject(tx: Transaction<ProjectTables>, organizationId: string, id: string): Promise<void> {
  const row = await findProject(tx, organizationId, id);
  if (row === undefined) return;
  await deleteProjectRow(tx, id);
  const isUsed = (await findProjectUsing(tx, organizationId, row.repository)) !== undefined;
  if (!isUsed) await noteUnusedRepository(tx, id, row.repository);
}
