import { isPageFile } from '../paths/page-index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { toRelativePath } from '../paths/check-path.ts';
import { filterByGlob } from './list-files.ts';
import { requireFile } from './locate-file.ts';
import { ToolError } from '../errors.ts';

/** The files that places mean: a file, a folder (`guides/`), a glob (`guides/*.mdx`); all pages without any. Throws `not_found`. */
export async function findPages(
  workspace: Workspace,
  places: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const pages = (await workspace.paths()).filter(isPageFile);
  if (places.length === 0) return pages;
  const found = new Set<string>();
  for (const place of places) for (const path of await findPlace(workspace, { place, pages, signal })) found.add(path);
  return [...found].sort();
}

async function findPlace(
  workspace: Workspace,
  { place, pages, signal }: { place: string; pages: readonly string[]; signal: AbortSignal },
): Promise<readonly string[]> {
  const path = toRelativePath(place);
  const inFolder = pages.filter((page) => path === '' || page.startsWith(`${path}/`));
  if (/[*?{]/.test(path)) {
    const matched = await filterByGlob(
      pages.map((page) => ({ path: page })),
      path,
      signal,
    );
    if (matched.length === 0) throw new ToolError('not_found', `no page matches "${place}"`);
    return matched.map((page) => page.path);
  }
  if (place.endsWith('/') && inFolder.length > 0) return inFolder;
  try {
    return [await requireFile(workspace, place)];
  } catch (error) {
    if (error instanceof ToolError && error.code === 'not_found' && inFolder.length > 0) return inFolder;
    throw error;
  }
}
