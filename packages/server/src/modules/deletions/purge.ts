import type { Database } from '../../platform/database/index.ts';
import { removeProject, type OnProjectDeleted } from '../projects/index.ts';
import {
  deleteOrganizationRows,
  deleteProjectRows,
  endOrganization,
  forgetDeletedProject,
  hasProjectRows,
  organizationTables,
  projectTables,
  selectDeletedProject,
  selectProjectToDelete,
  selectRemainsOf,
  type DeletedProject,
  type DeletionTables,
} from './store.ts';

export interface PurgeDeps {
  readonly database: Database<DeletionTables>;
  /** Told in the transaction that removes a project of a deleted organization. */
  readonly onRemoved: OnProjectDeleted;
  /** Files of the project: bundles, figures, and the mirror of a repository that nobody else uses. May come twice. */
  readonly deleteFiles: (project: DeletedProject) => Promise<void>;
  /** The organization's repositories on the embedded code host. May come twice. */
  readonly deleteRepositories: (organizationId: string) => Promise<void>;
  /** Rows of one transaction: a job takes its events, journal and texts with it. */
  readonly batchRows?: number;
}

const defaultBatchRows = 500;

/**
 * What is left of a deleted project goes: rows, each batch in its own transaction, then files, then the note that something is left.
 * Whoever is cut off in between goes on where it was; two at once share the rows.
 */
export async function purgeProject(deps: PurgeDeps, projectId: string, signal?: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  const project = await selectDeletedProject(kysely, projectId);
  if (project === undefined) return;
  // First: a link that somebody has to a bundle ends with it.
  await deps.deleteFiles(project);
  const limit = deps.batchRows ?? defaultBatchRows;
  for (const table of projectTables) {
    await untilFew(limit, signal, () => deleteProjectRows(kysely, table, { projectId, limit }));
  }
  // The worker that has them now comes to this place too.
  if (await hasProjectRows(kysely, projectId)) return;
  // Once more, for what a build that was under way wrote meanwhile.
  await deps.deleteFiles(project);
  await forgetDeletedProject(kysely, projectId);
}

/** The same of an organization: its projects one by one, then what it had beside them. Its name and audit log stay. */
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
  for (const { projectId } of await selectRemainsOf(kysely, organizationId))
    await purgeProject(deps, projectId, signal);
  const limit = deps.batchRows ?? defaultBatchRows;
  for (const table of organizationTables) {
    await untilFew(limit, signal, () => deleteOrganizationRows(kysely, table, { organizationId, limit }));
  }
  await deps.deleteRepositories(organizationId);
  if ((await selectRemainsOf(kysely, organizationId)).length > 0) return;
  await endOrganization(kysely, organizationId);
}

async function untilFew(limit: number, signal: AbortSignal | undefined, act: () => Promise<number>): Promise<void> {
  let gone = limit;
  while (gone === limit) {
    signal?.throwIfAborted();
    gone = await act();
  }
}
