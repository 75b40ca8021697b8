import { GitError } from './errors.ts';
import type { CommitFolder, FileListing, LoadOptions } from './mirror.ts';
import { readBlobs } from './read-blobs.ts';
import type { Git } from './run-git.ts';

export interface FolderQuery extends LoadOptions {
  readonly gitDir: string;
  readonly commit: string;
  readonly listing: FileListing;
}

/**
 * Reads a listing's files into memory, except those that the caller already has. A blob with several paths is read
 * once.
 */
export async function loadFolder(git: Git, query: FolderQuery): Promise<CommitFolder> {
  const { files, skipped } = query.listing;
  const distinct = [...new Map(files.map((file) => [file.sha, file])).values()];
  const totalBytes = distinct.reduce((sum, { size }) => sum + size, 0);
  const { maxFolderBytes } = git.settings;
  if (totalBytes > maxFolderBytes) {
    throw new GitError('too-large', `The docs folder has ${totalBytes} bytes; at most ${maxFolderBytes} are allowed.`);
  }
  const bytesBySha = new Map<string, Uint8Array>();
  for (const { sha } of distinct) {
    const known = query.like?.readBlob(sha);
    if (known !== undefined) bytesBySha.set(sha, known);
  }
  const { isHeld = () => false } = query;
  const wanted = new Map(files.flatMap((file) => (isHeld(file.path, file.sha) ? [] : [[file.sha, file]])));
  const missing = [...wanted.values()].filter(({ sha }) => !bytesBySha.has(sha));
  let next = 0;
  for await (const blobs of readBlobs(git, { gitDir: query.gitDir, files: missing, signal: query.signal })) {
    for (const bytes of blobs) bytesBySha.set(missing[next++]?.sha ?? '', bytes);
  }
  const shaByPath = new Map(files.map(({ path, sha }) => [path, sha]));
  return {
    commit: query.commit,
    paths: files.map(({ path }) => path),
    skipped,
    totalBytes,
    has: (path) => shaByPath.has(path),
    read: (path) => bytesBySha.get(shaByPath.get(path) ?? ''),
    idOf: (path) => shaByPath.get(path),
    readBlob: (sha) => bytesBySha.get(sha),
  };
}
