/** The pages of a site, from the list that the builder writes for programs. */
import { parseJson } from '@docwright/bundle';
import type { PageFacts, PageFilter, PageList, PageOperation } from './site-knowledge.ts';

/** Path of the page list, which `outputs/page-list.ts` of `@docwright/site-builder` writes. */
export const PAGE_LIST_PATH = '_docwright/pages.json';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const optionalTexts = ['version', 'product', 'language', 'tag'] as const;

/** Returns only nonempty strings. */
function pickTexts(fields: Fields): Pick<PageFacts, (typeof optionalTexts)[number]> {
  const found: Partial<Record<(typeof optionalTexts)[number], string>> = {};
  for (const name of optionalTexts) {
    const text = textOf(fields[name]);
    if (text !== '') found[name] = text;
  }
  return found;
}

function readOperation(value: unknown): PageOperation | undefined {
  const fields = fieldsOf(value);
  const method = textOf(fields['method']).toUpperCase();
  const path = textOf(fields['path']);
  const id = textOf(fields['id']);
  return method === '' || path === '' ? undefined : { method, path, ...(id !== '' && { id }) };
}

function readPageFacts(value: unknown): PageFacts | undefined {
  const fields = fieldsOf(value);
  const path = textOf(fields['path']);
  if (path === '') return undefined;
  const { breadcrumbs } = fields;
  const operation = readOperation(fields['operation']);
  return {
    path,
    title: textOf(fields['title']) || path,
    description: textOf(fields['description']),
    breadcrumbs: Array.isArray(breadcrumbs) ? breadcrumbs.filter((label) => typeof label === 'string') : [],
    ...pickTexts(fields),
    ...(operation !== undefined && { operation }),
  };
}

export interface ListedSite {
  readonly name: string;
  readonly pages: readonly PageFacts[];
}

const none: ListedSite = { name: '', pages: [] };

/** Parses the list of pages. The result is empty if the list is missing or invalid. */
export function parsePageList(text: string): ListedSite {
  try {
    const fields = fieldsOf(parseJson(text));
    const { pages } = fields;
    return fields['formatVersion'] === 1 && Array.isArray(pages)
      ? { name: textOf(fields['name']), pages: pages.map(readPageFacts).filter((page) => page !== undefined) }
      : none;
  } catch {
    return none;
  }
}

const same = (wanted: string | undefined, own: string | undefined): boolean =>
  wanted === undefined || wanted.toLowerCase() === own?.toLowerCase();

/** Whether a page matches a filter. A page without a version or language belongs to all of them. */
export function fits(page: PageFacts, { version, product, language, tag, under = '' }: PageFilter): boolean {
  return (
    same(version, page.version ?? version) &&
    same(product, page.product ?? product) &&
    same(language, page.language ?? language) &&
    same(tag, page.tag) &&
    page.path.startsWith(under.replace(/^\/+/, ''))
  );
}

const DEFAULT_LIMIT = 200;

export function filterPages(pages: readonly PageFacts[], filter: PageFilter): PageList {
  const { limit = DEFAULT_LIMIT, offset = 0 } = filter;
  const fitting = pages.filter((page) => fits(page, filter));
  return { pages: fitting.slice(offset, offset + limit), total: fitting.length };
}
