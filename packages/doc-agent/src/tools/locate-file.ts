import type { Workspace } from '../workspace/workspace.ts';
import { findPathProblem, toRelativePath } from '../paths/check-path.ts';
import type { WriteIntent } from '../policy/check-write.ts';
import { isPageFile, toLinkPath } from '../paths/page-index.ts';
import { suggestPath } from '../paths/suggest-path.ts';
import { ToolError } from '../errors.ts';

/** Checks a path that was passed to a tool. */
export function requirePath(written: string): string {
  const path = toRelativePath(written);
  const problem = findPathProblem(path);
  if (problem !== undefined)
    throw new ToolError('invalid_path', `${JSON.stringify(written.slice(0, 200))}: ${problem}`);
  return path;
}

/**
 * Returns the existing file that a path names: exactly, or with `.mdx`, `.md` or `/index` added. Throws `not_found`
 * with a suggestion.
 */
export async function requireFile(workspace: Workspace, written: string): Promise<string> {
  const path = requirePath(written);
  const pages = await workspace.pages();
  const found = pages.find(path);
  if (found !== undefined) return found;
  const nearPage = suggestPath(toLinkPath(path), pages.pages.map(toLinkPath));
  const near = nearPage === undefined ? suggestPath(path, await workspace.paths()) : pages.find(nearPage);
  throw new ToolError(
    'not_found',
    `the file "${path}" doesn't exist${near === undefined ? '' : `; did you mean "${near}"?`}`,
  );
}

/** The page file that a path refers to; throws `not_found` for files that aren't pages. */
export async function requirePage(workspace: Workspace, written: string): Promise<string> {
  const path = await requireFile(workspace, written);
  requirePageFile(path);
  return path;
}

export function requirePageFile(path: string): void {
  if (!isPageFile(path)) throw new ToolError('not_found', `"${path}" is not a page: pages end in .mdx or .md`);
}

/** The path of a new page: `.mdx` is added if it has no extension. */
export function toNewPagePath(written: string): string {
  const path = requirePath(written);
  return /\.mdx?$/i.test(path) ? path : `${path}.mdx`;
}

export async function requireWritable(workspace: Workspace, path: string, intent: WriteIntent): Promise<void> {
  const denial = await workspace.findDenial(path, intent);
  if (denial !== undefined) throw new ToolError('policy', denial);
}

/**
 * Checks a new file's path. It must differ from every existing path by more than case, or the file would be lost in
 * some checkouts. No path can be both a file and a folder. Files that aren't shown to models are included.
 */
export async function requireNew(workspace: Workspace, path: string): Promise<void> {
  await requireWritable(workspace, path, 'create');
  const name = path.toLowerCase();
  const files = await workspace.files.list();
  for (const other of [...files.map((file) => file.path), ...workspace.base.skipped]) {
    const taken = other.normalize('NFC').toLowerCase();
    if (taken === name) throw new ToolError('exists', `the file "${other}" already exists`);
    if (name.startsWith(`${taken}/`)) throw new ToolError('exists', `"${other}" is not a folder`);
    if (taken.startsWith(`${name}/`)) throw new ToolError('exists', `"${path}" is a folder`);
  }
}
