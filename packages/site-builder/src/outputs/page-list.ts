/**
 * The pages of a site for programs (`_docwright/pages.json`): the data that the assistant, MCP and the search service
 * report about a page in addition to its text. `@docwright/site-assistant` reads it.
 */
import type { ApiReference, NavigationView } from '../site/index.ts';
import { fieldOf, textOf } from '../site/index.ts';
import type { ListedPage } from './llms.ts';
import type { OutputFile } from '../source/output-file.ts';

export const PAGE_LIST_PATH = '_docwright/pages.json';

export interface DescribedPage extends Pick<ListedPage, 'path' | 'title' | 'description'> {
  readonly view: Pick<NavigationView, 'breadcrumbs' | 'commonDivisions' | 'language'>;
  readonly tag: string;
  readonly reference: ApiReference | undefined;
}

/** Writes one line for each page, so that two lists can be compared. */
export function pageListFile(name: string, pages: readonly DescribedPage[]): OutputFile {
  const lines = pages.map(pageListEntry);
  return {
    path: PAGE_LIST_PATH,
    bytes: writePageList(name, lines.length === 0 ? '' : aroundEntries(lines.join(pageListSeparator))),
  };
}

export const pageListSeparator = ',\n';

export function pageListEntry(page: DescribedPage): string {
  return `    ${JSON.stringify(toEntry(page))}`;
}

export function aroundEntries(entries: string): string {
  return `\n${entries}\n  `;
}

/** Writes the list of pages. @param list the entries with their enclosing text */
export function writePageList(name: string, list: string): string {
  return `{\n  "formatVersion": 1,\n  "name": ${JSON.stringify(name)},\n  "pages": [${list}]\n}\n`;
}

function toEntry({ path, title, description, view, tag, reference }: DescribedPage) {
  const division = (kind: 'version' | 'product'): string | undefined =>
    view.commonDivisions.find((division) => division.kind === kind)?.options.find(({ current }) => current)?.label;
  // Keys without a value are omitted.
  return {
    path,
    title,
    description: description || undefined,
    breadcrumbs: view.breadcrumbs,
    version: division('version'),
    product: division('product'),
    language: view.language,
    tag: tag || undefined,
    operation: operationOf(reference),
  };
}

function operationOf(reference: ApiReference | undefined) {
  if (reference?.kind === 'manual') return { method: reference.method.toUpperCase(), path: pathOf(reference.url) };
  if (reference?.kind !== 'operation') return undefined;
  const { spec, path, method } = reference;
  const node = fieldOf(fieldOf(fieldOf(spec.root, 'paths'), path), method.toLowerCase());
  return { method: method.toUpperCase(), path, id: textOf(node, 'operationId') || undefined };
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/i, '') || '/';
