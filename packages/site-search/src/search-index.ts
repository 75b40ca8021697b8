import { searchIndexWith, type SearchAnswer, type SearchQueryOptions } from './engine/search-index.ts';
import { searchByMeaning, type FindNearest } from './search-by-meaning.ts';
import type { ReadIndexFile } from './engine/open-index.ts';
import { languageOf } from './languages/languages.ts';

export interface ServerSearchOptions extends SearchQueryOptions {
  /** Searches longer queries by meaning; its results are merged with the results by words. */
  readonly nearest?: FindNearest;
}

/**
 * Searches an index on a server, like the dialog in a browser. `read` returns its files by name (`index.json` first);
 * loaded files are cached for as long as `read` itself: callers often pass the same function for one index.
 */
export function searchIndex(
  read: ReadIndexFile,
  query: string,
  options: ServerSearchOptions = {},
): Promise<SearchAnswer> {
  const { nearest, ...rest } = options;
  const byWords = (asked: SearchQueryOptions): Promise<SearchAnswer> =>
    searchIndexWith((language) => Promise.resolve(languageOf(language)), read, query, asked);
  return nearest === undefined ? byWords(rest) : searchByMeaning(byWords, read, { query, nearest, options: rest });
}
