import { searchIndexWith, type SearchAnswer, type SearchQueryOptions } from './engine/search-index.ts';
import type { ReadIndexFile } from './engine/open-index.ts';
import { languageOf } from './languages/languages.ts';

/**
 * Searches an index on a server as the dialog does in a browser. `read` gives its files by name (`index.json` first); what was
 * read is kept for as long as `read` itself: whoever searches one index often passes the same function.
 */
export function searchIndex(
  read: ReadIndexFile,
  query: string,
  options: SearchQueryOptions = {},
): Promise<SearchAnswer> {
  return searchIndexWith((language) => Promise.resolve(languageOf(language)), read, query, options);
}
