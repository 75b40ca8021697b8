/** An index in the engine's memory: files are requested once, and parsed data is cached. */
import { readManifest, readShard, readVocabulary } from './index-format.ts';
import type {
  PageList,
  PrefixFile,
  ScopeManifest,
  SearchManifest,
  SectionChunk,
  WordPostings,
} from './index-format.ts';

/**
 * Reads a file of the index folder (`_docwright/search/`) by name; rejects if the file can't be read. A file can be
 * requested again.
 */
export type ReadIndexFile = (name: string) => Promise<Uint8Array>;

export interface OpenScope {
  readonly manifest: ScopeManifest;
  /** The number of each section's page. */
  readonly pageOf: Uint32Array;
  /** The first section of each section's page. */
  readonly headOf: Uint32Array;
  readonly pages: PageList;
}

export interface OpenIndex {
  readonly manifest: SearchManifest;
  scope(manifest: ScopeManifest): Promise<OpenScope>;
  /** Returns the words of the index that equal `word`, or begin with it if `open`. */
  words(scope: ScopeManifest, word: string, open: boolean): Promise<WordPostings[]>;
  vocabulary(scope: ScopeManifest): Promise<readonly string[]>;
  prefixes(scope: ScopeManifest, first: string): Promise<PrefixFile>;
  chunk(name: string): Promise<SectionChunk>;
}

/** Maximum number of shards loaded for one unfinished word. */
const MAX_SHARDS_PER_WORD = 2;

export async function openIndex(read: ReadIndexFile): Promise<OpenIndex> {
  const decoder = new TextDecoder();
  const once = <T>(parse: (bytes: Uint8Array) => T): ((name: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (name) => {
      const found = known.get(name);
      if (found !== undefined) return found;
      const reading = read(name).then(parse);
      known.set(name, reading);
      // A failed request can be retried.
      reading.catch(() => known.delete(name));
      return reading;
    };
  };
  const json = <T>() => once((bytes) => JSON.parse(decoder.decode(bytes)) as T);
  const shard = once(readShard);
  const chunk = json<SectionChunk>();
  const prefixFile = json<PrefixFile>();
  const pageList = json<PageList>();
  const vocabularyFile = once((bytes) => readVocabulary(decoder.decode(bytes)));
  const scopes = new Map<ScopeManifest, Promise<OpenScope>>();
  const manifest = readManifest(decoder.decode(await read('index.json')));

  return {
    manifest,
    scope(scope) {
      const found = scopes.get(scope);
      if (found !== undefined) return found;
      const opening = openScope(scope, pageList);
      scopes.set(scope, opening);
      opening.catch(() => scopes.delete(scope));
      return opening;
    },
    async words({ starts, shards }, word, open) {
      const [first, last] = shardRange(starts, word, open);
      const loaded = await Promise.all(shards.slice(first, Math.min(last + 1, first + MAX_SHARDS_PER_WORD)).map(shard));
      return loaded.flatMap((entries) => {
        const from = placeOf(entries, word);
        let to = from;
        while (to < entries.length && isWanted(entries[to]?.word ?? '', word, open)) to++;
        return entries.slice(from, to);
      });
    },
    vocabulary: ({ vocabulary }) => vocabularyFile(vocabulary),
    async prefixes(scope, first) {
      const name = Object.hasOwn(scope.prefixes, first) ? scope.prefixes[first] : undefined;
      return name === undefined ? {} : prefixFile(name);
    },
    chunk,
  };
}

async function openScope(manifest: ScopeManifest, read: (name: string) => Promise<PageList>): Promise<OpenScope> {
  const pageOf = new Uint32Array(manifest.sections);
  const pages = await read(manifest.pages);
  const headOf = new Uint32Array(manifest.sections);
  let section = 0;
  for (const [page, count] of pages.sections.entries()) {
    headOf.fill(section, section, section + count);
    pageOf.fill(page, section, section + count);
    section += count;
  }
  return { manifest, pageOf, headOf, pages };
}

function isWanted(entry: string, word: string, open: boolean): boolean {
  return open ? entry.startsWith(word) : entry === word;
}

/** Returns the first and last shard that can contain a word, or words that begin with it. */
function shardRange(starts: readonly string[], word: string, open: boolean): [first: number, last: number] {
  const first = Math.max(0, lowerBound(starts.length, (index) => (starts[index] ?? '') <= word) - 1);
  let last = first;
  if (open) while ((starts[last + 1] ?? '').startsWith(word)) last++;
  return [first, last];
}

function placeOf(entries: readonly WordPostings[], word: string): number {
  return lowerBound(entries.length, (index) => (entries[index]?.word ?? '') < word);
}

/** Finds, by binary search, how many of the first `count` indexes satisfy `before`. */
export function lowerBound(count: number, before: (index: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (before(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
