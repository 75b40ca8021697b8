import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import { projectInUse, projectNotFound } from './errors.ts';
import {
  deleteProjectRow,
  lockProjectToDelete,
  noteUnusedRepository,
  findProject,
  findProjectUsing,
  type ProjectTables,
} from './store.ts';

export type OnProjectDeleted = (tx: Transaction<ProjectTables>, projectId: string) => Promise<void>;

/** Functions of modules that refer to projects. They are called in the transaction that deletes a project. */
export interface DeleteDeps {
  readonly hasUnfinishedJobs: (tx: Transaction<ProjectTables>, projectId: string) => Promise<boolean>;
  /** Called after a project was deleted, to clean up its remaining data. */
  readonly onDeleted: OnProjectDeleted;
}

/**
 * Deletes a project. The project and everything in it disappear immediately, and its names become available. Its rows
 * in large tables are deleted afterwards.
 */
export async function deleteProject(
  database: Database<ProjectTables>,
  author: Author,
  { id, hasUnfinishedJobs, onDeleted }: DeleteDeps & { readonly id: string },
): Promise<void> {
  const { organizationId } = author;
  await database.kysely.transaction().execute(async (tx) => {
    if (!(await lockProjectToDelete(tx, organizationId, id))) throw projectNotFound(id);
    const row = await findProject(tx, organizationId, id);
    if (row === undefined) throw projectNotFound(id);
    if (await hasUnfinishedJobs(tx, id)) throw projectInUse(id);
    await removeProject(tx, organizationId, id);
    await recordAuditEvent(tx, author, {
      action: 'project.deleted',
      target: { kind: 'project', id, name: row.name },
    });
    await onDeleted(tx, id);
  });
}

/** Deletes the row and its dependents, and records that the project still has invisible data. */
export async function removeProject(tx: Transaction<ProjectTables>, organizationId: string, id: string): Promise<void> {
  const row = await findProject(tx, organizationId, id);
  if (row === undefined) return;
  await deleteProjectRow(tx, id);
  const isUsed = (await findProjectUsing(tx, organizationId, row.repository)) !== undefined;
  if (!isUsed) await noteUnusedRepository(tx, id, row.repository);
}
