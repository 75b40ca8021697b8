import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SearchFile } from './create-search-index.ts';

export interface SearchClient {
  /** Bundle path of the module that the theme imports when the search is opened; it exports `openSearch(options)`. */
  readonly script: string;
  readonly files: readonly SearchFile[];
}

/**
 * The search dialog. The theme's first script does, on click or on Ctrl+K / `/`:
 *
 *     const { openSearch } = await import(basePath + '/' + script);
 *     openSearch({ base: '/base-path/', scope: 'v2', language: 'en' });
 */
export function searchClient(): SearchClient {
  const bytes = readFileSync(new URL('./search.generated.js', import.meta.url), 'utf8');
  // Named by its content, so that it may be cached for ever.
  const path = `_docwright/search/search.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.js`;
  return { script: path, files: [{ path, bytes }] };
}
