/**
 * What one published version of a site knows, for whoever asks on a reader's behalf: an assistant's tools, MCP, an HTTP search.
 *
 * 1. Answers hold what the version's files hold and nothing else: a version never changes, and neither do they.
 * 2. `path` is a page's path without base path and extension: `guides/start`, `index` for the first page.
 * 3. An anchor that is given exists on the page; a section without one is reached by its page.
 * 4. Where a site has no search index, `search` finds pages by the words of their titles and descriptions.
 */
export interface SiteKnowledge {
  /** Of the version. */
  readonly id: string;
  /** `''` or `/docs`: stands before `/path` in a link. */
  readonly basePath: string;
  /** As the site calls itself; `''` where that is not known. */
  siteName(): Promise<string>;
  /** Best first, at most one passage for each section. */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** Undefined where the site has no such page. */
  readPage(path: string): Promise<KnownPage | undefined>;
  /** In the order of the navigation. */
  listPages(filter?: PageFilter): Promise<PageList>;
  /** The part of the specification that describes one operation. Undefined where no page of the site does. */
  readOperation(which: OperationName): Promise<KnownOperation | undefined>;
}

/** Labels as the site's navigation names them; what is left out limits nothing. */
export interface KnowledgeFilter {
  readonly version?: string;
  readonly product?: string;
  /** BCP 47. */
  readonly language?: string;
  /** Of the page's frontmatter. */
  readonly tag?: string;
}

export interface SearchOptions {
  /** 1…50; 10 where it is not given. */
  readonly limit?: number;
  /** Passages of one page at most; 3 where it is not given. */
  readonly perPage?: number;
  /** 0…1: passages below it are left out. */
  readonly scoreThreshold?: number;
  readonly filter?: KnowledgeFilter;
  /** Of the index, as a page's `data-scope` names it; `''` for all. */
  readonly scope?: string;
  /** Language tag of the query; that of the pages where it is not given. */
  readonly language?: string;
}

export interface SearchResult {
  readonly passages: readonly Passage[];
  /** The query with words that the site has, where it found little by its own. */
  readonly didYouMean?: string;
}

export interface Passage {
  readonly path: string;
  readonly title: string;
  /** `''` for the beginning of the page. */
  readonly heading: string;
  /** Id of that heading; `''` for the page itself. */
  readonly anchor: string;
  /** Labels of the groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Plain text of the section around what was found. */
  readonly content: string;
  /** 0…1, the best passage first. */
  readonly score: number;
  /** 0…1: how much of the query, by rarity of its words, the section has or the head of its page. */
  readonly coverage: number;
  /** Of the index. */
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
  /** What the page documents, where it is the page of an operation. */
  readonly operation?: PageOperation;
}

export interface PageOperation {
  /** Upper case. */
  readonly method: string;
  /** As the specification writes it: `/flags/{key}`. */
  readonly path: string;
  /** `operationId`. */
  readonly id?: string;
}

export interface PageFilter extends KnowledgeFilter {
  /** Pages whose path begins with it. */
  readonly under?: string;
  /** 200 where it is not given. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface PageList {
  readonly pages: readonly PageFacts[];
  /** Pages that the filter lets through, those beyond `limit` included. */
  readonly total: number;
}

export interface KnownPage extends PageFacts {
  /** As the site publishes it at `/path.md`, without the note to agents at its head. */
  readonly markdown: string;
  readonly sections: readonly PageSection[];
  /** Every id of the page's text that a link may lead to. */
  readonly anchors: ReadonlySet<string>;
  /** Addresses on other hosts that the page links to. */
  readonly links: ReadonlySet<string>;
}

export interface PageSection {
  /** `''` for what stands before the first heading. */
  readonly heading: string;
  readonly level: number;
  /** `''` where the page gives the heading no id. */
  readonly anchor: string;
  /** Of the section alone, without its heading and without subsections. */
  readonly markdown: string;
}

/** `operationId`, or method and path: `POST /flags`. */
export type OperationName = { readonly id: string } | { readonly method: string; readonly path: string };

export interface KnownOperation extends PageOperation {
  readonly page: KnownPage;
  /** OpenAPI in YAML: the operation with every schema that it uses. */
  readonly specification: string;
}
