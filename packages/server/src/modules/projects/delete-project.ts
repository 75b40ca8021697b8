import type { Database } from '../../platform/database/index.ts';
import { recordAuditEvent, type Author } from '../audit-log/index.ts';
import { projectInUse, projectNotFound } from './errors.ts';
import {
  countUnendedJobs,
  deleteProjectRow,
  lockProjectToDelete,
  selectProject,
  selectProjectUsing,
  type ProjectTables,
} from './store.ts';

/** What a deleted project leaves outside of the database. */
export interface ProjectRemains {
  readonly projectId: string;
  readonly organizationId: string;
  /** As stored; undefined while another project uses the same one. */
  readonly unusedRepository: string | undefined;
}

export async function deleteProject(
  database: Database<ProjectTables>,
  author: Author,
  id: string,
): Promise<ProjectRemains> {
  const { organizationId } = author;
  return database.kysely.transaction().execute(async (tx) => {
    if (!(await lockProjectToDelete(tx, organizationId, id))) throw projectNotFound(id);
    const row = await selectProject(tx, organizationId, id);
    if (row === undefined) throw projectNotFound(id);
    if ((await countUnendedJobs(tx, id)) > 0) throw projectInUse(id);
    await deleteProjectRow(tx, id);
    await recordAuditEvent(tx, author, {
      action: 'project.deleted',
      target: { kind: 'project', id, name: row.name },
    });
    const stillUsed = await selectProjectUsing(tx, organizationId, row.repository);
    return { projectId: id, organizationId, unusedRepository: stillUsed === undefined ? row.repository : undefined };
  });
}
