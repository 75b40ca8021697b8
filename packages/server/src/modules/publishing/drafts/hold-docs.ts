import type { FolderShare, HeldDocs } from '../../agent/agent-jobs/index.ts';
import { requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';

/**
 * Uses the branch's files while `work` runs.
 * @throws ApiError draft_repository_unavailable
 */
export async function withDocs<T>(
  folders: FolderShare,
  opened: OpenBranch,
  work: (docs: HeldDocs) => Promise<T>,
): Promise<T> {
  const { mirror } = requireRepository(opened);
  const docs = await withRepository(async () => {
    await requireCommit(opened);
    return folders.hold(mirror, opened.baseCommit, opened.project.docs_folder);
  });
  try {
    return await work(docs);
  } finally {
    docs.release();
  }
}
