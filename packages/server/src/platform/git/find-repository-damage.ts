import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError, isGitError, type GitErrorCode } from './errors.ts';
import { isBranchName } from './names.ts';
import type { Git } from './run-git.ts';

/** Errors that a damaged repository can cause; each also has other causes. */
const suspects: ReadonlySet<GitErrorCode> = new Set([
  'repository-not-found',
  'branch-not-found',
  'commit-not-found',
  'empty-repository',
  'corrupt-repository',
  'unreachable',
  'git-failed',
]);

export const mayBeDamage = (error: unknown): boolean => isGitError(error) && suspects.has(error.code);

/**
 * Runs work on a repository in the data folder. If it fails because the repository is damaged, the error reports the
 * damage. Git's own error would report a missing repository, branch or commit, or a broken connection.
 *
 * @throws GitError `repository-damaged`, or the work's own error
 */
export async function namingDamage<T>(
  git: Git,
  gitDir: string,
  work: () => Promise<T>,
  isSuspect: (error: unknown) => boolean = mayBeDamage,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const damage = isSuspect(error) ? await findRepositoryDamage(git, gitDir) : undefined;
    if (damage === undefined) throw error;
    throw repositoryDamaged(damage, error);
  }
}

export function repositoryDamaged(damage: string, cause?: unknown): GitError {
  return new GitError(
    'repository-damaged',
    `The repository is damaged on the service's disk: ${damage}. The operator can restore it from a backup.`,
    { cause },
  );
}

/**
 * Finds damage to a bare repository. Returns `undefined` if none is found or the check takes too long. First checks the
 * repository's files, which is cheap. Then git reads all objects, so call this only after a failure.
 */
export async function findRepositoryDamage(git: Git, gitDir: string): Promise<string | undefined> {
  return (await findFileDamage(gitDir)) ?? (await findReferenceDamage(git, gitDir)) ?? findObjectDamage(git, gitDir);
}

async function findFileDamage(gitDir: string): Promise<string | undefined> {
  if (!(await isFolder(gitDir))) return 'its folder is missing';
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => undefined);
  if (head === undefined) return 'its file HEAD is missing or unreadable';
  const branch = /^ref: refs\/heads\/(.+)\n?$/.exec(head)?.[1];
  if (branch === undefined ? !/^[0-9a-f]{40}\n?$/.test(head) : !isBranchName(branch))
    return "its file HEAD doesn't contain a branch";
  for (const name of ['objects', 'refs'])
    if (!(await isFolder(join(gitDir, name)))) return `its folder ${name} is missing`;
  return undefined;
}

/**
 * A reference to a missing object, or another reason why git can't read the references. Reads only the
 * headers of objects.
 */
export async function findReferenceDamage(git: Git, gitDir: string): Promise<string | undefined> {
  const refs = join(gitDir, 'refs');
  for (const entry of await readdir(refs, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const path = join(entry.parentPath, entry.name);
    // A push may have deleted the reference in the meantime.
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined && !/^(?:[0-9a-f]{40}|ref: refs\/\S+)\s*$/.test(text))
      return `its reference refs${path.slice(refs.length)} doesn't contain a commit`;
  }
  // Requests each object's type, so that a reference to a missing object is an error.
  const listed = await git.run({ gitDir, args: ['for-each-ref', '--format=%(objecttype)'] });
  if (listed.exitCode === 0) return undefined;
  return /config/.test(listed.stderr) && !/packed-refs|object/.test(listed.stderr)
    ? "its file config can't be read"
    : "its references can't be read, or refer to objects that are missing or damaged";
}

async function findObjectDamage(git: Git, gitDir: string): Promise<string | undefined> {
  const args = ['fsck', '--full', '--no-dangling', '--no-progress'];
  const checked = await git.run({ gitDir, args }).catch(() => undefined);
  return checked === undefined || checked.exitCode === 0 ? undefined : 'objects are missing or damaged';
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
