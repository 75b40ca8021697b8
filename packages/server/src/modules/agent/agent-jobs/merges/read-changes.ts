import { parseDiff, type FileDiff } from '@docwright/highlight/parse-diff';
import type { Mirror } from '../../../../platform/git/index.ts';

export interface ChangeRange {
  readonly from: string;
  /** A commit or a tree. */
  readonly to: string;
  /** Paths of files in `from` or `to`. If omitted, all files. */
  readonly paths?: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/**
 * Returns the changes to these files, even if they were renamed; `undefined` if the diff is too long to be read.
 */
export async function readChanges(mirror: Mirror, range: ChangeRange): Promise<readonly FileDiff[] | undefined> {
  const { from, to, paths: wanted, signal } = range;
  if (from === to) return [];
  const paths = wanted === undefined ? undefined : await listChangedPaths(mirror, { from, to, wanted, signal });
  if (paths?.length === 0) return [];
  const { patch, truncated } = await mirror.readPatch({ from, to, signal, ...(paths !== undefined && { paths }) });
  return truncated ? undefined : parseDiff(patch);
}

/**
 * Lists the paths of the changed files. Git finds renames only if the diff includes both paths, so all files are
 * compared first, without their content.
 */
async function listChangedPaths(
  mirror: Mirror,
  { wanted, ...range }: Omit<ChangeRange, 'paths'> & { readonly wanted: ReadonlySet<string> },
): Promise<readonly string[]> {
  const files = await mirror.listChanges(range);
  return files
    .map(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]))
    .filter((paths) => paths.some((path) => wanted.has(path)))
    .flat();
}

/** Lists the paths of the files before and after the changes. */
export const listPaths = (files: readonly FileDiff[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])));
