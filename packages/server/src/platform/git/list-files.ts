import { GitError } from './errors.ts';
import type { FileListing, SkippedEntry, TreeFile } from './mirror.ts';
import { quote } from './names.ts';
import { findPathFault } from './paths.ts';
import type { Git } from './run-git.ts';

export interface TreeEntry {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  /** 0 if the entry isn't a blob, or sizes were not requested. */
  readonly size: number;
  /** `undefined` if the name isn't UTF-8. */
  readonly path: string | undefined;
}

export interface TreeQuery {
  readonly gitDir: string;
  readonly commit: string;
  /** `''` for the whole tree. */
  readonly folder: string;
  readonly withSizes: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * All entries below a folder of a commit, without the folders themselves. Errors: commit-not-found, folder-not-found.
 */
export async function readTree(git: Git, query: TreeQuery): Promise<readonly TreeEntry[]> {
  const sizes = query.withSizes ? ['-l'] : [];
  const output = await git.run({
    gitDir: query.gitDir,
    args: ['ls-tree', '-r', '-z', '--full-tree', ...sizes, '--end-of-options', `${query.commit}:${query.folder}`],
    signal: query.signal,
  });
  if (output.exitCode !== 0) throw await explainMissing(git, query);
  return parseTree(output.stdout);
}

/** Determines whether the commit or the folder is missing, because ls-tree reports the same error in both cases. */
async function explainMissing(git: Git, query: TreeQuery): Promise<GitError> {
  const { exitCode } = await git.run({
    gitDir: query.gitDir,
    args: ['cat-file', '-e', `${query.commit}^{commit}`],
    signal: query.signal,
  });
  return exitCode === 0
    ? new GitError('folder-not-found', `The commit has no folder ${quote(query.folder)}.`)
    : new GitError('commit-not-found', `The commit ${query.commit} is not in the repository.`);
}

/** Parses `<mode> <type> <sha>[ <size>]\t<path>\0` as bytes, because file names may not be valid text. */
function parseTree(bytes: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let start = 0; start < bytes.length;) {
    const tab = bytes.indexOf(0x09, start);
    const end = bytes.indexOf(0x00, tab);
    const [mode = '', type = '', sha = '', size = ''] = bytes.toString('latin1', start, tab).split(/ +/);
    entries.push({
      mode,
      type,
      sha,
      size: Number.parseInt(size, 10) || 0,
      path: decode(decoder, bytes.subarray(tab + 1, end)),
    });
    start = end + 1;
  }
  return entries;
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A tree's regular files, and the files that a site can't use. Errors: too-large. */
export function toListing(entries: readonly TreeEntry[], maxFiles: number): FileListing {
  if (entries.length > maxFiles) {
    throw new GitError('too-large', `The docs folder has ${entries.length} files; at most ${maxFiles} are allowed.`);
  }
  const files: TreeFile[] = [];
  const skipped: SkippedEntry[] = [];
  for (const entry of entries) {
    const path = entry.path ?? '';
    const reason = skipReason(entry);
    if (reason !== undefined) skipped.push({ path, reason });
    else files.push({ path, mode: entry.mode === '100755' ? '100755' : '100644', sha: entry.sha, size: entry.size });
  }
  // git sorts by bytes and JavaScript by UTF-16 code units; the orders differ above U+FFFF.
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { files, skipped };
}

function skipReason(entry: TreeEntry): SkippedEntry['reason'] | undefined {
  if (entry.mode === '120000') return 'symbolic-link';
  if (entry.type === 'commit') return 'submodule';
  if (entry.path === undefined) return 'not-utf8';
  return findPathFault(entry.path) === undefined ? undefined : 'unsafe-path';
}
