import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import { countOf } from '../../text/count-of.ts';

/** `search` of the configuration. */
export interface SearchConfig {
  readonly prompt: string;
  /** Words and phrases that the site uses as synonyms, group by group. */
  readonly synonyms: readonly (readonly string[])[];
  /** Pages listed first for a query. */
  readonly pinned: readonly { readonly query: string; readonly paths: readonly string[] }[];
}

/** Maximum number of entries: every reader of the site loads them, so excess entries are left out. */
const MAX_ENTRIES = 200;

export function resolveSearch(raw: JsonObject, read: FieldReader): SearchConfig {
  const search = fieldOf(raw, 'search');
  return {
    prompt: read.text(search, 'prompt', 'search') ?? '',
    synonyms: bounded(search, 'synonyms', read).flatMap((group, index) => {
      const words = Array.isArray(group) ? (group as unknown[]).filter(isText) : [];
      if (words.length >= 2) return [words];
      read.wrong(`search.synonyms[${index}]`, group, 'a list of two or more words or phrases');
      return [];
    }),
    pinned: bounded(search, 'pinned', read).flatMap((pin, index) => {
      const query = fieldOf(pin, 'query');
      const pages = isObject(pin) ? read.texts(pin, 'pages', `search.pinned[${index}]`) : [];
      if (isText(query) && pages.length > 0)
        return [{ query, paths: pages.map((page) => page.replace(/^\/+|\/+$/g, '') || 'index') }];
      read.wrong(`search.pinned[${index}]`, pin, '{ "query": "text", "pages": ["path"] }');
      return [];
    }),
  };
}

function bounded(search: unknown, key: 'synonyms' | 'pinned', read: FieldReader): readonly unknown[] {
  const entries = read.list(search, key);
  if (entries.length > MAX_ENTRIES)
    read.problem(
      'config-value',
      `search.${key} has ${countOf(entries.length, 'entry', 'entries')}; the first ${MAX_ENTRIES} are used.`,
      `Keep at most ${MAX_ENTRIES} entries in search.${key}.`,
    );
  return entries.slice(0, MAX_ENTRIES);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
