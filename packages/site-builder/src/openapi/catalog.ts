import type { Issue } from '../issue.ts';
import type { SiteSource } from '../site-source.ts';
import type { ApiGeneratedEntry, ApiReference, ApiSpec } from './model.ts';
import type { SpecLimits } from './settings.ts';

export interface ApiCatalogOptions {
  readonly source: SiteSource;
  /** Spec files that docs.json names anywhere, in order: where a bare `GET /x` is looked for first. */
  readonly defaultSpecs: readonly string[];
  readonly limits?: SpecLimits;
  report(issue: Issue): void;
}

/** Reads the spec files of one site, each once, and finds what pages and navigation nodes point at. */
export interface ApiCatalog {
  /** Every file that looks like a specification, sorted by path: for `llms.txt` and for checks. */
  paths(): readonly string[];
  /** A spec by site path (`/` in front allowed) or bare name (`openapi`, `v2`); undefined, with an issue once, when it can't be read. */
  spec(name: string): ApiSpec | undefined;
  /**
   * What a page's frontmatter points at. `value` is the text as written: `GET /x`, `file.json get /x`, `webhook name`,
   * `file SchemaName`, `file channel`, `POST https://…`. A fault is reported against `from` and gives undefined.
   */
  find(
    field: 'openapi' | 'openapi-schema' | 'asyncapi' | 'api',
    value: string,
    from: ApiLookupOrigin,
  ): ApiReference | undefined;
  /** The generated pages of a navigation node: `directory` is where their paths begin (default `api-reference`). */
  pages(specName: string, directory?: string): readonly ApiGeneratedEntry[];
}

export interface ApiLookupOrigin {
  readonly path: string;
  readonly line?: number;
  /** The spec that the page's navigation node inherits, asked first. */
  readonly spec?: string;
}

export function createApiCatalog(_options: ApiCatalogOptions): ApiCatalog {
  return { paths: () => [], spec: () => undefined, find: () => undefined, pages: () => [] };
}
