/** The remote's default branch as the mirror's HEAD remembers it, for the one branch that is never pushed to (M4). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireSuccess } from './classify-failure.ts';
import type { Git } from './run-git.ts';

const HEADS = 'ref: refs/heads/';

/** Undefined where there is no mirror yet. */
export async function readDefaultBranch(gitDir: string): Promise<string | undefined> {
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '');
  return head.startsWith(HEADS) ? head.slice(HEADS.length).trim() : undefined;
}

export async function rememberDefaultBranch(git: Git, gitDir: string, branch: string): Promise<void> {
  if ((await readDefaultBranch(gitDir)) === branch) return;
  const output = await git.run({ gitDir, args: ['symbolic-ref', 'HEAD', `refs/heads/${branch}`] });
  requireSuccess(output, 'remembering the default branch');
}
