/** The engine: the same ranking for a reader's browser and for a server, over the files that the builder wrote. */
import { createFinder, type Finder, type FoundSection } from './find-sections.ts';
import type { ReadIndexFile } from './look-up-words.ts';

export interface SearchQueryOptions {
  /** Version, product or language to search in, with the pages that belong to all of them; `''` (default) searches everything. */
  readonly scope?: string;
  /** Hits at most. Default 10. */
  readonly limit?: number;
  /** Hits of one page at most: its sections would hide other pages. Default 3. */
  readonly perPage?: number;
}

export interface SearchHit {
  /** Page path without extension: `guides/start`. */
  readonly path: string;
  readonly title: string;
  /** Of the section that was found; `''` for the beginning of the page. */
  readonly heading: string;
  /** Id of that heading; `''` for the page itself. */
  readonly anchor: string;
  /** Labels of the groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** 0…1, best first; 1 is the best that the words of this query could reach. */
  readonly score: number;
  /** Plain text of the section around what was found. */
  readonly snippet: string;
  /** Product, version and language of the page as the site names them, joined by `/`; `''` for a page of all. */
  readonly scope: string;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** The query with words that this site has, where it found little by its own. */
  readonly didYouMean?: string;
}

const finders = new WeakMap<ReadIndexFile, Finder>();

/**
 * Searches the index whose files `read` gives by name (`index.json` first). What was read is kept for as long as `read` itself:
 * whoever searches one index often passes the same function.
 */
export async function searchIndex(
  read: ReadIndexFile,
  query: string,
  options: SearchQueryOptions = {},
): Promise<SearchAnswer> {
  const { scope = '', limit = 10, perPage = 3 } = options;
  const finder = finders.get(read) ?? createFinder(read);
  finders.set(read, finder);
  const found = await finder.find(query, { scope, limit, perPage });
  const best = found[0]?.score ?? 1;
  return { hits: found.map((section) => toHit(section, best)) };
}

function toHit({ path, title, heading, headingId, breadcrumbs, text, scope, score }: FoundSection, best: number) {
  return {
    path,
    title,
    heading,
    anchor: headingId,
    breadcrumbs: breadcrumbs === '' ? [] : breadcrumbs.split(' › '),
    score: score / best,
    snippet: text,
    scope,
  };
}
