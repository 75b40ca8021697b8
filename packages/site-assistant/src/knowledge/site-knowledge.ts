/**
 * The content of a published version of a site, for callers that act on a reader's behalf: the assistant's tools, MCP,
 * HTTP search.
 *
 * 1. Results contain only content of the version's files. A version never changes, so its results don't either.
 * 2. `path` is a page's path without base path and extension: `guides/start`, `index` for the first page.
 * 3. A returned anchor exists on the page; a section without an anchor is linked by its page.
 * 4. Without a search index, `search` finds pages by the words of their titles and descriptions.
 */
export interface SiteKnowledge {
  /** The version's ID. */
  readonly id: string;
  /** `''` or `/docs`: the prefix of `/path` in a link. */
  readonly basePath: string;
  /** The site's name, or `''` if unknown. */
  siteName(): Promise<string>;
  /** Finds passages, best first, at most one for each section. */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** The page, or `undefined` if the site doesn't have it. */
  readPage(path: string): Promise<KnownPage | undefined>;
  /** Lists pages in the order of the navigation. */
  listPages(filter?: PageFilter): Promise<PageList>;
  /** The part of the specification that describes one operation, or `undefined` if no page documents it. */
  readOperation(which: OperationName): Promise<KnownOperation | undefined>;
}

/** Labels as in the site's navigation; an omitted field doesn't filter. */
export interface KnowledgeFilter {
  readonly version?: string;
  readonly product?: string;
  /** BCP 47. */
  readonly language?: string;
  /** A tag of the page's frontmatter. */
  readonly tag?: string;
}

export interface SearchOptions {
  /** 1…50, 10 by default. */
  readonly limit?: number;
  /** Maximum passages per page, 3 by default. */
  readonly perPage?: number;
  /** 0…1: passages with a lower score are left out. */
  readonly scoreThreshold?: number;
  readonly filter?: KnowledgeFilter;
  /** A scope of the index, as in a page's `data-scope`; `''` for all. */
  readonly scope?: string;
  /** Language tag of the query; defaults to the language of the pages. */
  readonly language?: string;
}

export interface SearchResult {
  readonly passages: readonly Passage[];
  /** The query with words that the site has, if the original found little. */
  readonly didYouMean?: string;
}

export interface Passage {
  readonly path: string;
  readonly title: string;
  /** `''` for the beginning of the page. */
  readonly heading: string;
  /** ID of that heading; `''` for the page itself. */
  readonly anchor: string;
  /** Labels of the navigation groups above the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Plain text of the section around the match. */
  readonly content: string;
  /** 0…1, the best passage first. */
  readonly score: number;
  /**
   * 0…1: how much of the query, weighted by the rarity of its words, appears in the section or at the head of its
   * page.
   */
  readonly coverage: number;
  /** Scope of the index. */
  readonly scope: string;
  readonly version?: string;
  readonly product?: string;
  readonly language?: string;
  readonly tag?: string;
}

export interface PageFacts extends KnowledgeFilter {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly string[];
  /** The operation that the page documents, if it documents one. */
  readonly operation?: PageOperation;
}

export interface PageOperation {
  /** Upper case. */
  readonly method: string;
  /** The path in the specification: `/flags/{key}`. */
  readonly path: string;
  /** `operationId`. */
  readonly id?: string;
}

export interface PageFilter extends KnowledgeFilter {
  /** Only pages whose path begins with this text. */
  readonly under?: string;
  /** 200 by default. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface PageList {
  readonly pages: readonly PageFacts[];
  /** Number of pages that match the filter, including those beyond `limit`. */
  readonly total: number;
}

export interface KnownPage extends PageFacts {
  /** The text that is published at `/path.md`, without the note to agents at its beginning. */
  readonly markdown: string;
  readonly sections: readonly PageSection[];
  /** Every ID in the page's text that a link may target. */
  readonly anchors: ReadonlySet<string>;
  /** Addresses on other hosts that the page links to. */
  readonly links: ReadonlySet<string>;
}

export interface PageSection {
  /** `''` for the text before the first heading. */
  readonly heading: string;
  readonly level: number;
  /** `''` if the heading has no ID. */
  readonly anchor: string;
  /** Markdown of the section alone, without its heading and subsections. */
  readonly markdown: string;
}

/** `operationId`, or method and path: `POST /flags`. */
export type OperationName = { readonly id: string } | { readonly method: string; readonly path: string };

export interface KnownOperation extends PageOperation {
  readonly page: KnownPage;
  /** OpenAPI in YAML: the operation with every schema that it uses. */
  readonly specification: string;
}
