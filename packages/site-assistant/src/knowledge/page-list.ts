/** The pages of a site, from the list that the builder writes for programs. */
import { parseJson } from '@docwright/bundle';
import type { PageFacts, PageFilter, PageList, PageOperation } from './site-knowledge.ts';

/** `@docwright/site-builder`, outputs/page-list.ts */
export const PAGE_LIST_PATH = '_docwright/pages.json';

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns only nonempty strings. */
function pickTexts<Name extends string>(fields: Fields, ...names: readonly Name[]): Partial<Record<Name, string>> {
  const entries = names.flatMap((name) => (textOf(fields.get(name)) === '' ? [] : [[name, textOf(fields.get(name))]]));
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

function readOperation(value: unknown): { readonly operation?: PageOperation } {
  const fields = fieldsOf(value);
  const method = textOf(fields.get('method')).toUpperCase();
  const path = textOf(fields.get('path'));
  return method === '' || path === '' ? {} : { operation: { method, path, ...pickTexts(fields, 'id') } };
}

function readPageFacts(value: unknown): PageFacts[] {
  const fields = fieldsOf(value);
  const path = textOf(fields.get('path'));
  if (path === '') return [];
  const breadcrumbs: unknown = fields.get('breadcrumbs');
  return [
    {
      path,
      title: textOf(fields.get('title')) || path,
      description: textOf(fields.get('description')),
      breadcrumbs: Array.isArray(breadcrumbs) ? breadcrumbs.filter((label) => typeof label === 'string') : [],
      ...pickTexts(fields, 'version', 'product', 'language', 'tag'),
      ...readOperation(fields.get('operation')),
    },
  ];
}

export interface ListedSite {
  readonly name: string;
  readonly pages: readonly PageFacts[];
}

const none: ListedSite = { name: '', pages: [] };

/** Empty if the list is missing or invalid. */
export function parsePageList(text: string): ListedSite {
  try {
    const fields = fieldsOf(parseJson(text));
    const pages: unknown = fields.get('pages');
    return fields.get('formatVersion') === 1 && Array.isArray(pages)
      ? { name: textOf(fields.get('name')), pages: pages.flatMap(readPageFacts) }
      : none;
  } catch {
    return none;
  }
}

const same = (wanted: string | undefined, own: string | undefined): boolean =>
  wanted === undefined || wanted.toLowerCase() === own?.toLowerCase();

/** A page without a version or language belongs to all of them. */
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
