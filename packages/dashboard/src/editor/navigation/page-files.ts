import {
  isSamePath,
  listAll,
  listEntries,
  type JsonPath,
  type NavigationList,
} from '@docwright/doc-agent/navigation-tree';
import { isPage, type DocsFile } from '../docs-tree.ts';

/** Returns a page's name in the navigation: `guides/start` for `guides/start.mdx`. */
export const toPagePath = (file: string): string => file.replace(/\.mdx?$/i, '');

/** Returns the page files, by the path that the navigation uses. */
export function mapPageFiles(files: readonly DocsFile[]): ReadonlyMap<string, string> {
  const pages = files.filter(({ path, change }) => isPage(path) && change !== 'deleted');
  return new Map(pages.map(({ path }) => [toPagePath(path), path]));
}

/** Snippets are parts of pages. Hidden folders aren’t part of the site. */
const isPartOfPages = (path: string): boolean => /^(?:snippets|\.[^/]+)\//.test(path);

/** Lists the pages that the navigation doesn't contain, in alphabetical order. */
export function listUnlistedPages(files: readonly DocsFile[], lists: readonly NavigationList[]): readonly string[] {
  const listed = new Set(listEntries(lists).flatMap(({ kind, name }) => (kind === 'page' ? [name] : [])));
  return [...mapPageFiles(files).keys()].filter((page) => !listed.has(page) && !isPartOfPages(page));
}

/** Returns the first page of a list. A new page in the list belongs in the same folder. */
export const findFirstPage = (lists: readonly NavigationList[], path: JsonPath): string | undefined =>
  listAll(lists)
    .find((list) => isSamePath(list.path, path))
    ?.entries.find(({ kind }) => kind === 'page')?.name;
