export { createSearchIndex } from './create-search-index.ts';
export type { SearchIndex, SearchPage } from './create-search-index.ts';
export { searchClient } from './search-client.ts';
export type { SearchClient } from './search-client.ts';
