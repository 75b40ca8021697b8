import type { SearchFacets } from './engine/index-format.ts';

/** The plain text below one heading: the unit of a search result. */
export interface SearchSection {
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

/** One page for the index. Hidden pages are simply not added. */
export interface SearchPage {
  /** Extension-less page path: `guides/start`. */
  readonly path: string;
  readonly title: string;
  /** The page's own description: `description` of its frontmatter. */
  readonly description: string;
  /** Labels of the groups that contain the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Version, product or language that a search can be limited to; `''` for all. */
  readonly scope: string;
  /** The page's product, version and language as the site names them; `language` is always that of the page's words. */
  readonly facets: SearchFacets & { readonly language: string };
  readonly tags: readonly string[];
  readonly sections: readonly SearchSection[];
  /** Multiplies the page's scores; 1 is normal. */
  readonly boost: number;
  readonly keywords: readonly string[];
}
