import {
  isSamePath,
  listAll,
  listEntries,
  type JsonPath,
  type NavigationList,
} from '@docwright/doc-agent/navigation-tree';
import { isPage, type DocsFile } from '../docs-tree.ts';

/** `guides/start.mdx` → `guides/start`: a page's name in the navigation. */
export const toPagePath = (file: string): string => file.replace(/\.mdx?$/i, '');

/** Page files, by the path that the navigation uses. */
export function mapPageFiles(files: readonly DocsFile[]): ReadonlyMap<string, string> {
  const pages = files.filter(({ path, change }) => isPage(path) && change !== 'deleted');
  return new Map(pages.map(({ path }) => [toPagePath(path), path]));
}

/** Snippets are parts of pages. Hidden folders aren’t part of the site. */
const isPartOfPages = (path: string): boolean => /^(?:snippets|\.[^/]+)\//.test(path);

/** Pages that the navigation doesn't contain, in alphabetical order. */
export function listUnlistedPages(files: readonly DocsFile[], lists: readonly NavigationList[]): readonly string[] {
  const listed = new Set(listEntries(lists).flatMap(({ kind, name }) => (kind === 'page' ? [name] : [])));
  return [...mapPageFiles(files).keys()].filter((page) => !listed.has(page) && !isPartOfPages(page));
}

/** The first page of a list; a new page belongs in its folder. */
export const findFirstPage = (lists: readonly NavigationList[], path: JsonPath): string | undefined =>
  listAll(lists)
    .find((list) => isSamePath(list.path, path))
    ?.entries.find(({ kind }) => kind === 'page')?.name;
