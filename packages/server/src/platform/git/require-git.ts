import { GitError } from './errors.ts';
import type { Git } from './run-git.ts';

/** The oldest version with `merge-tree --write-tree` and `http.curloptResolve`. */
const OLDEST = [2, 38] as const;

/** Returns git's version. Errors: git-missing, including if the version is too old. */
export async function requireGit(git: Git): Promise<string> {
  const { stdout } = await git.run({ args: ['version'] });
  const [, version = 'of an unknown version', major = '0', minor = '0'] =
    /\b((\d+)\.(\d+)[\w.]*)/.exec(stdout.toString('utf8')) ?? [];
  const isNew = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  if (isNew) return version;
  throw new GitError('git-missing', `git ${version} is too old: ${OLDEST.join('.')} or newer is required.`);
}
