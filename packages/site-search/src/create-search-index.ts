import type { SearchPage } from './search-page.ts';
import { createHash } from 'node:crypto';
import type { ScopeManifest, SearchManifest } from './engine/index-format.ts';
import { ScopeIndex } from './scope-index.ts';
import { writeShards } from './write-shards.ts';

/** A file of the site. */
export interface SearchFile {
  /** Path inside of the site: `_docwright/search/1a2b3c4d.bin`. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

export interface SearchIndex {
  /** A new build begins: what the one before added and did not finish is forgotten. */
  start(): void;
  add(page: SearchPage): void;
  /** The shards under `_docwright/search/`. Same pages in the same order → same bytes. */
  files(): readonly SearchFile[];
}

export interface SearchIndexOptions {
  /** For an index that takes one build of a site after the other: files that stay the same are the same objects. Default false. */
  readonly keepsPages?: boolean;
}

const folder = '_docwright/search';
const encoder = new TextEncoder();
/** A query reads about one shard a word, uncompressed on servers that compress nothing: small enough for three words in 50 KB. */
const SHARD_BYTES = 10 * 1024;
/** Eight results lie in as many chunks, and the manifest names every chunk: a dozen balances the two. */
const SECTIONS_PER_CHUNK = 12;

export function createSearchIndex({ keepsPages = false }: SearchIndexOptions = {}): SearchIndex {
  const scopes = new Map<string, ScopeWriter>();
  let order = new Set<string>();
  return {
    start() {
      order = new Set();
      for (const { index } of scopes.values()) index.start();
    },
    add(page) {
      const scope = scopes.get(page.scope) ?? new ScopeWriter(page.scope, keepsPages);
      scopes.set(page.scope, scope);
      order.add(page.scope);
      scope.index.add(page);
    },
    files() {
      for (const name of scopes.keys()) if (!order.has(name)) scopes.delete(name);
      const files = new Map<string, SearchFile>();
      const manifest: SearchManifest = {
        version: 1,
        scopes: [...order].flatMap((name) => scopes.get(name)?.write(files) ?? []),
      };
      return [...files.values(), { path: `${folder}/index.json`, bytes: JSON.stringify(manifest) }];
    },
  };
}

/** Writes the files of one scope, those again as they are in which nothing changed since it wrote them last. */
class ScopeWriter {
  readonly index: ScopeIndex;
  readonly #name: string;
  readonly #keeps: boolean;
  #stored = new Map<string, SearchFile>();
  #chunks: readonly string[] = [];
  #prefixes: ReadonlyMap<string, string> = new Map();

  constructor(name: string, keepsPages: boolean) {
    this.#name = name;
    this.#keeps = keepsPages;
    this.index = new ScopeIndex(keepsPages);
  }

  write(files: Map<string, SearchFile>): ScopeManifest {
    const { sections, words, prefixes, chunks } = this.index.files(SECTIONS_PER_CHUNK);
    const before = this.#stored;
    const stored = new Map<string, SearchFile>();
    const keep = (name: string, file: SearchFile): string => {
      stored.set(name, file);
      files.set(name, file);
      return name;
    };
    // Named by content: what did not change between two builds is not fetched again.
    const store = (content: Uint8Array | string, extension: string): string => {
      const name = `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`;
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;
      return keep(name, before.get(name) ?? { path: `${folder}/${name}`, bytes });
    };
    const again = (name: string | undefined): string | undefined => {
      const file = name === undefined ? undefined : before.get(name);
      return name === undefined || file === undefined ? undefined : keep(name, file);
    };
    const shards = writeShards(words, SHARD_BYTES);
    const newPrefixes = prefixes.map(({ first, isNew, file }) => {
      const known = isNew ? undefined : again(this.#prefixes.get(first));
      return [first, known ?? store(JSON.stringify(file()), 'json')] as const;
    });
    const manifest: ScopeManifest = {
      name: this.#name,
      sections,
      sectionsPerChunk: SECTIONS_PER_CHUNK,
      starts: shards.map(({ start }) => start),
      shards: shards.map(({ bytes }) => store(bytes, 'bin')),
      chunks: chunks.map(
        ({ isNew, chunk }, place) =>
          (isNew ? undefined : again(this.#chunks[place])) ?? store(JSON.stringify(chunk()), 'json'),
      ),
      prefixes: Object.fromEntries(newPrefixes),
    };
    if (this.#keeps) {
      this.#stored = stored;
      this.#chunks = manifest.chunks;
      this.#prefixes = new Map(newPrefixes);
    }
    return manifest;
  }
}
