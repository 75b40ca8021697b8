import { createHash } from 'node:crypto';

import type { OutputFile, SearchSection } from '../model.ts';
import type { ScopeManifest, SearchManifest } from './client/index-format.ts';
import { bestByPrefix, createScopeIndex } from './scope-index.ts';
import type { ScopeIndex } from './scope-index.ts';
import { writeShards } from './write-shards.ts';

/** One page as the index takes it. Hidden pages are simply not added. */
export interface SearchPage {
  /** Extension-less page path: `guides/start`. */
  readonly path: string;
  readonly title: string;
  /** Labels of the groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Version, product or language that a search may be limited to; `''` for all. */
  readonly scope: string;
  readonly sections: readonly SearchSection[];
  /** Multiplies the page's scores; 1 is normal. */
  readonly boost: number;
  readonly keywords: readonly string[];
}

export interface SearchIndex {
  add(page: SearchPage): void;
  /** The shards under `_docwright/search/`. Same pages in the same order → same bytes. */
  files(): readonly OutputFile[];
}

const folder = '_docwright/search';
/** A query reads about one shard a word, uncompressed on servers that compress nothing: small enough for three words in 50 KB. */
const SHARD_BYTES = 10 * 1024;
/** Eight results lie in as many chunks, and the manifest names every chunk: a dozen balances the two. */
const SECTIONS_PER_CHUNK = 12;

export function createSearchIndex(): SearchIndex {
  const scopes = new Map<string, ScopeIndex>();
  return {
    add(page) {
      let scope = scopes.get(page.scope);
      if (scope === undefined) {
        scope = createScopeIndex();
        scopes.set(page.scope, scope);
      }
      scope.add(page);
    },
    files() {
      const files = new Map<string, OutputFile>();
      const manifest: SearchManifest = {
        version: 1,
        scopes: [...scopes].map(([name, scope]) => writeScope(name, scope, files)),
      };
      files.set('', { path: `${folder}/index.json`, bytes: JSON.stringify(manifest) });
      return [...files.values()];
    },
  };
}

function writeScope(name: string, scope: ScopeIndex, files: Map<string, OutputFile>): ScopeManifest {
  // Named by content: what did not change between two builds is not fetched again.
  const store = (bytes: Uint8Array | string, extension: string): string => {
    const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.${extension}`;
    files.set(file, { path: `${folder}/${file}`, bytes });
    return file;
  };
  const words = scope.words();
  const shards = writeShards(words, SHARD_BYTES);
  const prefixes = [...bestByPrefix(words)].map(([key, file]) => [key, store(JSON.stringify(file), 'json')] as const);
  return {
    name,
    sections: scope.sections(),
    sectionsPerChunk: SECTIONS_PER_CHUNK,
    starts: shards.map(({ start }) => start),
    shards: shards.map(({ bytes }) => store(bytes, 'bin')),
    chunks: scope.chunks(SECTIONS_PER_CHUNK).map((chunk) => store(JSON.stringify(chunk), 'json')),
    prefixes: Object.fromEntries(prefixes),
  };
}
