import type { DraftDeps } from './drafts-deps.ts';
import { toRepositoryChange } from './commit-draft.ts';
import { agentAuthor } from '../../agent/agent-jobs/index.ts';
import { selectFiles } from './file-store.ts';
import { requireCommit, requireRepository, type OpenBranch } from './open-branch.ts';

/**
 * Creates a commit with a draft's files in the mirror. The commit is never pushed. The same draft and date result in
 * the same commit.
 * @throws GitError
 */
export async function createSnapshot({ database }: DraftDeps, opened: OpenBranch, date: Date): Promise<string> {
  const { draft, project, baseCommit } = opened;
  const { mirror } = requireRepository(opened);
  await requireCommit(opened);
  const files = draft === undefined ? [] : await selectFiles(database.kysely, draft.id);
  const made = await mirror.commitOverlay({
    base: baseCommit,
    changes: files.map((file) => toRepositoryChange(file, project.docs_folder)),
    message: 'The draft as the agent read it; never pushed.',
    author: agentAuthor,
    date,
  });
  return made.kind === 'unchanged' ? baseCommit : made.sha;
}
