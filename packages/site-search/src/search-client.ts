import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SearchFile } from './create-search-index.ts';

export interface SearchClient {
  /** Bundle path of the module that the theme imports when search is opened; it exports `openSearch(options)`. */
  readonly script: string;
  /** Bundle path of the module that the 404 page also imports; it exports `suggestPages(options)`. */
  readonly nearestScript: string;
  readonly files: readonly SearchFile[];
}

/**
 * Returns the search dialog. On a click, Ctrl+K or `/`, the theme's first script runs:
 *
 *     const { openSearch } = await import(basePath + '/' + script);
 *     openSearch({ base: '/base-path/', scope: 'v2', language: 'en' });
 */
export function searchClient(): SearchClient {
  const dialog = named('search');
  const nearest = named('nearest');
  return { script: dialog.path, nearestScript: nearest.path, files: [dialog, nearest] };
}

/** Reads a script, which is named by its content, so that it can be cached forever. */
function named(name: string): SearchFile {
  const bytes = readFileSync(new URL(`./${name}.generated.js`, import.meta.url), 'utf8');
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  return { path: `_docwright/search/${name}.${digest}.js`, bytes };
}
