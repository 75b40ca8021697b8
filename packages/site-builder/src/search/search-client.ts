import { readFileSync } from 'node:fs';

import { hashedFile } from '../source/hashed-file.ts';
import type { OutputFile } from '../source/output-file.ts';

export interface SearchClient {
  /** Bundle path of the module that the theme imports when the search is opened; it exports `openSearch(options)`. */
  readonly script: string;
  readonly files: readonly OutputFile[];
}

/**
 * The search dialog. The theme's first script does, on click or on Ctrl+K / `/`:
 *
 *     const { openSearch } = await import(basePath + '/' + script);
 *     openSearch({ base: '/base-path/', scope: 'v2', language: 'en' });
 */
export function searchClient(): SearchClient {
  const file = hashedFile(
    '_docwright/search/search',
    'js',
    readFileSync(new URL('./search.generated.js', import.meta.url), 'utf8'),
  );
  return { script: file.path, files: [file] };
}
