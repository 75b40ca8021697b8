import type { Database } from '../../../platform/database/index.ts';
import { markPurged, type OrganizationTables } from '../../identity/organizations/index.ts';
import {
  forgetDeletedProject,
  removeProject,
  selectDeletedProject,
  selectDeletedProjects,
  selectProjectToDelete,
  type DeletedProject,
  type OnProjectDeleted,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import { hasProjectRows, organizationRows, projectRows } from './owned-rows-store.ts';

export type DeletionTables = ProjectTables & OrganizationTables;

export interface PurgeDeps {
  readonly database: Database<DeletionTables>;
  /** Called in the transaction that removes a deleted organization's project. */
  readonly onRemoved: OnProjectDeleted;
  /**
   * Deletes the project's files: bundles, figures, and the mirror of its repository, if no other project uses it. May
   * be called twice.
   */
  readonly deleteFiles: (project: DeletedProject) => Promise<void>;
  /** Deletes the organization's repositories on the embedded code host. May be called twice. */
  readonly deleteRepositories: (organizationId: string) => Promise<void>;
  /** Rows per transaction. A job is deleted with its events, journal, and prompts. */
  readonly batchRows?: number;
}

const defaultBatchRows = 500;

/**
 * Deletes the remaining data of a deleted project: rows, each batch in its own transaction, then files, then the record
 * of the deletion. An interrupted run can be continued; two concurrent runs share the rows.
 */
export async function purgeProject(deps: PurgeDeps, projectId: string, signal?: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  const project = await selectDeletedProject(kysely, projectId);
  if (project === undefined) return;
  // Bundles are deleted first, because existing links to a bundle stop working when its file is deleted.
  await deps.deleteFiles(project);
  const limit = deps.batchRows ?? defaultBatchRows;
  for (const rows of projectRows) await untilFew(limit, signal, () => rows.deleteSome(kysely, projectId, limit));
  // The worker that has locked these rows will also reach this point.
  if (await hasProjectRows(kysely, projectId)) return;
  // Repeated, because a running build may have written more files.
  await deps.deleteFiles(project);
  await forgetDeletedProject(kysely, projectId);
}

/**
 * Deletes the remaining data of a deleted organization: its projects one by one, then its other data. Its name and
 * audit log are kept.
 */
export async function purgeOrganization(deps: PurgeDeps, organizationId: string, signal?: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  for (;;) {
    signal?.throwIfAborted();
    const id = await selectProjectToDelete(kysely, organizationId);
    if (id === undefined) break;
    await kysely.transaction().execute(async (tx) => {
      await removeProject(tx, organizationId, id);
      await deps.onRemoved(tx, id);
    });
    await purgeProject(deps, id, signal);
  }
  for (const { projectId } of await selectDeletedProjects(kysely, organizationId))
    await purgeProject(deps, projectId, signal);
  const limit = deps.batchRows ?? defaultBatchRows;
  for (const rows of organizationRows)
    await untilFew(limit, signal, () => rows.deleteSome(kysely, organizationId, limit));
  await deps.deleteRepositories(organizationId);
  if ((await selectDeletedProjects(kysely, organizationId)).length > 0) return;
  await markPurged(kysely, organizationId);
}

async function untilFew(limit: number, signal: AbortSignal | undefined, act: () => Promise<number>): Promise<void> {
  let deleted = limit;
  while (deleted === limit) {
    signal?.throwIfAborted();
    deleted = await act();
  }
}
