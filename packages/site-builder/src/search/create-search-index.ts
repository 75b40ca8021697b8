import type { OutputFile, SearchSection } from '../model.ts';

/** One page as the index takes it. Hidden pages are simply not added. */
export interface SearchPage {
  /** Extension-less page path: `guides/start`. */
  readonly path: string;
  readonly title: string;
  /** Labels of the groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Version, product or language that a search may be limited to; `''` for all. */
  readonly scope: string;
  readonly sections: readonly SearchSection[];
  /** Multiplies the page's scores; 1 is normal. */
  readonly boost: number;
  readonly keywords: readonly string[];
}

export interface SearchIndex {
  add(page: SearchPage): void;
  /** The shards under `_docwright/search/`. Same pages in the same order → same bytes. */
  files(): readonly OutputFile[];
}

export function createSearchIndex(): SearchIndex {
  const pages: SearchPage[] = [];
  return {
    add: (page) => void pages.push(page),
    files: () => [{ path: '_docwright/search/index.json', bytes: JSON.stringify({ pages: pages.length }) }],
  };
}
