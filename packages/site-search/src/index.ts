/**
 * Search without a server: an index in small files, from which the browser reads only those that a query needs, and the
 * dialog.
 *
 * A custom implementation, because libraries either load the whole index before the first result (MiniSearch,
 * FlexSearch), or index finished HTML with a separate program (Pagefind), which build processes can't start. Cost:
 * 1,400 lines and a script of 6 KB. Benefit (`bench/search`, and a test): queries of one or two words read less than 50
 * KB.
 */
export {
  createSearchIndex,
  type CountedPage,
  type CountedParts,
  type NumberedWords,
  type SearchFile,
  type SearchIndex,
} from './create-search-index.ts';
export { ownText } from './own-text.ts';
export { dialogWords } from './dialog-words.ts';
export type { SearchPage, SearchSection } from './search-page.ts';
export { searchClient, type SearchClient } from './search-client.ts';
export { searchIndex, type ServerSearchOptions } from './search-index.ts';
export type { SearchAnswer, SearchFilter, SearchHit, SearchQueryOptions } from './engine/search-index.ts';
export { readManifest } from './engine/index-format.ts';
export { listSections, type ListedSection } from './engine/list-sections.ts';
export type { FindNearest, NearSection } from './search-by-meaning.ts';
export type { ReadIndexFile } from './engine/open-index.ts';
