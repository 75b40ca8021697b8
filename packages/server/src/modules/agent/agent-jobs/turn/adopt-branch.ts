import type { Database } from '../../../../platform/database/index.ts';
import { branchMoved } from '../errors.ts';
import { listChangedPaths, readOverlayChanges, saveAdoption } from '../publish/their-commits.ts';
import { selectImageFacts } from '../image-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import type { FollowUp } from './follow-up.ts';

/** Adds people's commits on the job's branch to the job. @throws AgentJobFailure branch_moved */
export async function adoptHead(
  database: Database<AgentJobTables>,
  { job, project, repository, signal }: FollowUp,
  moved: { readonly branch: string; readonly pushed: string; readonly head: string },
): Promise<AgentJobRow> {
  const { mirror, baseCommit } = repository;
  const { branch, pushed, head } = moved;
  if (!(await mirror.isAncestor(pushed, head, { signal }))) {
    throw branchMoved(branch, "and no longer contains the agent's commits");
  }
  const paths = await listChangedPaths(mirror, { from: pushed, to: head, signal });
  const changes = await readOverlayChanges(mirror, {
    base: baseCommit,
    head,
    paths,
    docsFolder: project.docs_folder,
    branch,
    images: await selectImageFacts(database.kysely, job.id),
  });
  return saveAdoption(database, job, { branch, head, changes });
}
