import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CliContext } from '../context.ts';
import { isTrackedByGit } from './git-index.ts';

const writableByOthers = 0o022;
const openToOthers = 0o077;

/**
 * Returns the reason why someone other than this user may have written a file with a key, or `undefined` if no one
 * else can have. A repository or an archive can contain such a file. Git doesn't store the mode 600, and a tracked
 * file came with the repository.
 */
export function findOtherWriter(path: string, { uid }: Pick<CliContext, 'uid'>): string | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return undefined;
  if (file.isSymbolicLink()) return 'it is a symbolic link';
  if (!isOwn(file.uid, uid)) return 'it belongs to another user';
  if (uid !== undefined && (file.mode & openToOthers) !== 0)
    return `other users can open it; if you created it, run chmod 600 on it`;
  return findOtherWriterOfFolder(dirname(path), { uid }) ?? (isTrackedByGit(path) ? trackedReason : undefined);
}

/** Like `findOtherWriter`, for a folder whose files are trusted. */
export function findOtherWriterOfFolder(folder: string, { uid }: Pick<CliContext, 'uid'>): string | undefined {
  const real = realpathSync(folder);
  const found = lstatSync(real);
  if (!isOwn(found.uid, uid)) return `${folder} belongs to another user`;
  if (uid !== undefined && (found.mode & writableByOthers) !== 0) return `other users can write to ${folder}`;
  const parent = realpathSync(dirname(folder));
  const isTracked = [real, join(parent, folder.slice(dirname(folder).length + 1))].some(isTrackedByGit);
  return isTracked ? trackedReason : undefined;
}

const trackedReason = 'git tracks it, so it is part of the repository';

/** Whether a file belongs to this user or the administrator, whose files are trusted everywhere on the machine. */
const isOwn = (owner: number, uid: number | undefined): boolean => uid === undefined || owner === uid || owner === 0;
