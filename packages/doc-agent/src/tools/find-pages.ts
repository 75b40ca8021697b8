import { isPageFile, toLinkPath } from '../paths/page-index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { toRelativePath } from '../paths/check-path.ts';
import { filterByGlob } from './list-files.ts';
import { requireFile } from './locate-file.ts';
import { ToolError } from '../errors.ts';

/**
 * Files for contributors to the repository. The site builder has the same list. Such a file becomes a page if the site
 * lists it.
 */
const repositoryTexts =
  /^skill\.md$|^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS)\.mdx?$|(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|CONVENTIONS|PULL_REQUEST_TEMPLATE)(?:\.local)?\.mdx?$|(?:^|\/)\./;

export interface PageFiles {
  /** Pages and snippets. */
  readonly pages: readonly string[];
  /** Files in the same formats, such as `README.md`, that the site's readers never see. */
  readonly others: readonly string[];
}

export async function listPageFiles(workspace: Workspace): Promise<PageFiles> {
  const files = (await workspace.paths()).filter(isPageFile);
  const suspects = files.filter((path) => repositoryTexts.test(path));
  if (suspects.length === 0) return { pages: files, others: [] };
  const configs = (await workspace.texts(['docs.json', 'mint.json'])).map(([, text]) => text).join('\n');
  const isListed = (path: string): boolean =>
    [path, toLinkPath(path)].some((name) => configs.includes(`"${name}"`) || configs.includes(`"/${name}"`));
  const others = new Set(suspects.filter((path) => !isListed(path)));
  return { pages: files.filter((path) => !others.has(path)), others: [...others] };
}

/**
 * The files that the places select: each is a file, a folder (`guides/`), or a glob (`guides/*.mdx`). Without places,
 * the site's pages and snippets. Throws `not_found`.
 */
export async function findPages(
  workspace: Workspace,
  places: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (places.length === 0) return (await listPageFiles(workspace)).pages;
  const pages = (await workspace.paths()).filter(isPageFile);
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
