import {
  compileGlobs,
  type CodeCommit,
  type CodeDiff,
  type CodeEntry,
  type CodeFile,
  type CodeRange,
  type CodeRepository,
} from '@docwright/doc-agent';
import type { FileListing, Mirror, TreeFile } from '../../../platform/git/index.ts';
import { contextCommits } from '../../sources/repositories/index.ts';

interface CodeName {
  readonly name: string;
  readonly branch: string;
  readonly commit: string;
  readonly paths: readonly string[];
}

/** Maximum number of commits with cached file lists: a large repository has hundreds of thousands of files. */
const maxLists = 3;

/**
 * Opens a mirror at one commit as the agent's tools see it: only the files that `paths` allows.
 * @param onFailure converts a git error to the error that is thrown
 */
export function openCode(
  mirror: Mirror,
  { name, branch, commit, paths }: CodeName,
  onFailure: (error: unknown) => unknown,
): CodeRepository {
  const named = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw onFailure(error);
    });
  const isAllowed = allowPaths(paths);
  const lists = new Map<string, Promise<readonly CodeEntry[]>>();
  let logged: Promise<readonly CodeCommit[]> | undefined;
  return {
    name,
    branch,
    commit,
    paths,
    list: (at, signal) => {
      const known = lists.get(at);
      if (known !== undefined) return known;
      const [oldest] = lists.keys();
      if (lists.size >= maxLists && oldest !== undefined) lists.delete(oldest);
      const listing = named(mirror.listFiles(at, '', { signal })).then((found) => toEntries(found, isAllowed));
      lists.set(at, listing);
      listing.catch(() => lists.delete(at));
      return listing;
    },
    read: (files, signal) => readFiles(mirror, { entries: files, onFailure, signal }),
    log: (signal) => {
      logged ??= named(readLog(mirror, { commit, isAllowed, signal }));
      return logged;
    },
    diff: (range, signal) => named(diffAllowed(mirror, { ...range, isAllowed, signal })),
  };
}

async function diffAllowed(
  mirror: Mirror,
  range: CodeRange & { readonly isAllowed: (path: string) => boolean; readonly signal: AbortSignal },
): Promise<CodeDiff> {
  const { from, to, paths: wanted, maxBytes, isAllowed, signal } = range;
  const files = await mirror.listChanges({ from, to, signal });
  const shown = files
    .filter((file) => isAllowed(file.path) && isAllowed(file.oldPath ?? file.path))
    .filter((file) => wanted === undefined || wanted.includes(file.path) || wanted.includes(file.oldPath ?? ''));
  const both = shown.flatMap((file) => (file.oldPath === undefined ? [file.path] : [file.oldPath, file.path]));
  const changes = shown.map(({ path, change, oldPath }) => ({
    path,
    change,
    ...(oldPath !== undefined && { from: oldPath }),
  }));
  // Without paths, git would compare all files.
  if (both.length === 0) return { files: changes, patch: '', truncated: false };
  const compared = both.slice(0, maxComparedPaths);
  const { patch, truncated } = await mirror.readPatch({ from, to, paths: compared, maxBytes, signal });
  return { files: changes, patch, truncated: truncated || compared.length < both.length };
}

/** Maximum number of paths in git's arguments. */
const maxComparedPaths = 500;

/** Creates a filter for paths. A path without a wildcard is a file or a folder; a glob matches files. */
function allowPaths(paths: readonly string[]): (path: string) => boolean {
  if (paths.length === 0) return () => true;
  const isGlob = (path: string): boolean => /[*?[{]/.test(path);
  const matches = compileGlobs(paths.filter(isGlob), { dot: true, ignoreCase: false });
  const plain = paths.filter((path) => !isGlob(path));
  // A list can have 100,000 files, and comparing strings is cheaper than matching a glob.
  return (path) => plain.some((one) => path === one || path.startsWith(`${one}/`)) || matches(path);
}

function toEntries({ files, skipped }: FileListing, isAllowed: (path: string) => boolean): readonly CodeEntry[] {
  const entries: CodeEntry[] = files.map(({ path, size, sha }) => ({ path, kind: 'file', sizeBytes: size, id: sha }));
  for (const { path, reason } of skipped) {
    if (reason === 'symbolic-link' || reason === 'submodule')
      entries.push({ path, kind: reason, sizeBytes: 0, id: '' });
  }
  return entries.filter(({ path }) => isAllowed(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function* readFiles(
  mirror: Mirror,
  {
    entries,
    onFailure,
    signal,
  }: {
    readonly entries: readonly CodeEntry[];
    readonly onFailure: (error: unknown) => unknown;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<CodeFile> {
  const files = entries
    .filter(({ kind }) => kind === 'file')
    .map(({ path, sizeBytes, id }): TreeFile => ({ path, mode: '100644', sha: id, size: sizeBytes }));
  try {
    for await (const { file, bytes } of mirror.readFiles(files, { signal })) yield { path: file.path, bytes };
  } catch (error) {
    throw onFailure(error);
  }
}

async function readLog(
  mirror: Mirror,
  {
    commit,
    isAllowed,
    signal,
  }: {
    readonly commit: string;
    readonly isAllowed: (path: string) => boolean;
    readonly signal: AbortSignal;
  },
): Promise<readonly CodeCommit[]> {
  const commits = await mirror.log(commit, contextCommits, { signal });
  return commits.map(({ sha, authorName, date, message, paths }) => ({
    commit: sha,
    author: authorName,
    date,
    message,
    paths: paths?.filter(isAllowed),
  }));
}
