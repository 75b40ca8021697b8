import type { OutputFile } from '../model.ts';

export interface SearchClient {
  /** Bundle path of the module that the theme imports when the search is opened; it exports `openSearch(options)`. */
  readonly script: string;
  readonly files: readonly OutputFile[];
}

/**
 * The search dialog. The theme's first script does, on click or on Ctrl+K / `/`:
 *
 *     const { openSearch } = await import(basePath + script);
 *     openSearch({ base: '/base-path/', scope: 'v2', language: 'en' });
 */
export function searchClient(): SearchClient {
  return {
    script: '_docwright/search/search.js',
    files: [{ path: '_docwright/search/search.js', bytes: 'export function openSearch() {}' }],
  };
}
