/** The remote's default branch, which is never pushed to (M4), as stored in the mirror's HEAD. */
import { requireSuccess } from './classify-failure.ts';
import { readHead } from './read-ref.ts';
import type { Git } from './run-git.ts';

export async function rememberDefaultBranch(git: Git, gitDir: string, branch: string): Promise<void> {
  if ((await readHead(gitDir)) === branch) return;
  const output = await git.run({ gitDir, args: ['symbolic-ref', 'HEAD', `refs/heads/${branch}`] });
  requireSuccess(output, 'storing the default branch');
}
