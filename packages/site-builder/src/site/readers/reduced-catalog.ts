import type { SiteSource } from '../../source/site-source.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import { createApiCatalog, type ApiCatalog, type ApiCatalogOptions } from '../specs/catalog.ts';
import type { ReaderPlan } from './plan-readers.ts';

export interface ReducedCatalogRequest {
  /** The catalog of the whole site. */
  readonly catalog: ApiCatalog;
  readonly options: ApiCatalogOptions;
  /** The files that readers see. */
  readonly source: SiteSource;
  readonly readers: ReaderPlan;
}

/** The specifications as readers see them, and the pages that document them. */
export function reduceCatalog({
  catalog,
  options,
  source,
  readers,
}: ReducedCatalogRequest): Pick<ReaderPlan, 'pages'> & { readonly catalog: ApiCatalog } {
  const { replaced, withheld, pages, specs } = readers;
  // In a sealed build, pages request their specifications by reader.
  if (specs !== undefined) return { catalog, pages };
  const isChanged = catalog.paths().some((path) => replaced.has(path) || withheld.has(path));
  if (!isChanged && replaced.size === 0) return { catalog, pages };
  const overlays = [...(options.overlays ?? [])].filter(([name]) => !replaced.has(catalog.spec(name)?.path ?? ''));
  // Issues in the files were already reported when the unreduced files were read.
  const reduced = createApiCatalog({ ...options, source, overlays: new Map(overlays), report: () => undefined });
  return { catalog: reduced, pages: pages.map((entry) => withReference(entry, reduced)) };
}

function withReference(entry: ReadPage, catalog: ApiCatalog): ReadPage {
  const { page, reference } = entry;
  if (reference === undefined) return entry;
  const seen = inCatalog(reference, catalog);
  if (seen === undefined) return { ...entry, reference: undefined };
  return page.api === undefined
    ? { ...entry, reference: seen }
    : { ...entry, reference: seen, page: { ...page, api: { ...page.api, reference: seen } } };
}

function inCatalog(reference: ApiReference, catalog: ApiCatalog): ApiReference | undefined {
  if (reference.kind === 'manual') return reference;
  const spec = catalog.spec(reference.spec.path);
  return spec === undefined ? undefined : { ...reference, spec };
}
