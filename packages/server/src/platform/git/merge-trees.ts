import { toGitError } from './classify-failure.ts';
import type { TreeMerge } from './mirror.ts';
import { requireCommitId } from './names.ts';
import type { Git } from './run-git.ts';

/**
 * Merges two commits, file by file and without a work tree (`merge-tree --write-tree`). A repository's attributes can't
 * select a merge driver, because none is configured.
 */
export async function mergeTrees(
  git: Git,
  gitDir: string,
  commits: { readonly ours: string; readonly theirs: string; readonly signal?: AbortSignal | undefined },
): Promise<TreeMerge> {
  const output = await git.run({
    gitDir,
    args: [
      'merge-tree',
      '--write-tree',
      '--name-only',
      '--no-messages',
      '-z',
      requireCommitId(commits.ours),
      requireCommitId(commits.theirs),
    ],
    signal: commits.signal,
  });
  if (output.exitCode > 1) throw toGitError(output, 'merging two commits');
  const [tree = '', ...paths] = output.stdout.toString('utf8').split('\0').filter(Boolean);
  return output.exitCode === 0 ? { kind: 'clean', tree } : { kind: 'conflict', tree, paths };
}
