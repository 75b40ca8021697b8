/** One word of a query: the shards that hold it, and what its sections score. */
import { readShard } from './index-format.ts';
import type { PrefixFile, ScopeManifest, WordPostings } from './index-format.ts';
import { isUnspaced } from './tokenize.ts';
import type { QueryWord } from './tokenize.ts';

/** Reads a file of the index folder (`_docwright/search/`) by its name; rejects when it can't. A file may be asked for again. */
export type ReadIndexFile = (name: string) => Promise<Uint8Array>;

/** Shards that one unfinished word may pull in. */
const MAX_SHARDS_PER_WORD = 2;
export interface WordScores {
  readonly scores: ReadonlyMap<number, number>;
  /** A result must have the word. */
  readonly required: boolean;
}

export type WordLookUp = (scope: ScopeManifest, word: QueryWord) => Promise<WordScores>;

export function jsonReader(read: ReadIndexFile): <T>(name: string) => Promise<T> {
  return async <T>(name: string) => JSON.parse(new TextDecoder().decode(await read(name))) as T;
}

export function createWordLookUp(read: ReadIndexFile): WordLookUp {
  const readJson = jsonReader(read);
  const shards = new Map<string, Promise<WordPostings[]>>();
  const shard = (name: string) => {
    const known = shards.get(name) ?? read(name).then(readShard);
    shards.set(name, known);
    return known;
  };

  const wordsFor = async (scope: ScopeManifest, word: string, open: boolean): Promise<WordPostings[]> => {
    const [first, last] = shardRange(scope.starts, word, open);
    const loaded = await Promise.all(
      scope.shards.slice(first, Math.min(last + 1, first + MAX_SHARDS_PER_WORD)).map(shard),
    );
    return loaded.flat().filter((entry) => (open ? entry.word.startsWith(word) : entry.word === word));
  };

  const similarWords = async (scope: ScopeManifest, text: string): Promise<WordPostings[]> => {
    for (const ending of ['s', 'es', 'd', 'ed', 'ing', 'ly']) {
      const stem = text.endsWith(ending) && text.length - ending.length >= 3 ? text.slice(0, -ending.length) : '';
      const found = stem === '' ? [] : await wordsFor(scope, stem, true);
      if (found.length > 0) return found;
    }
    if (text.length < 4) return [];
    const [first] = shardRange(scope.starts, text, false);
    const near = scope.shards[first] === undefined ? [] : await shard(scope.shards[first]);
    return near.filter(({ word }) => isOneEditAway(word, text));
  };

  return async (scope, { text, open }) => {
    const [first = ''] = text;
    // Characters of Chinese or Japanese are words of their own, and looked up as such.
    if (open && text.length <= 2 && !isUnspaced(text)) {
      const name = scope.prefixes[first];
      const best = name === undefined ? [] : ((await readJson<PrefixFile>(name))[text] ?? []);
      const scores = new Map<number, number>();
      for (let index = 0; index < best.length; index += 2) scores.set(best[index] ?? 0, best[index + 1] ?? 0);
      return { scores, required: false };
    }
    let entries = await wordsFor(scope, text, open);
    // Every word may be a beginning (`config` finds `configuration`), and lose its ending (`installs` finds `install`).
    if (entries.length === 0 && !open) entries = await wordsFor(scope, text, true);
    if (entries.length === 0) entries = await similarWords(scope, text);
    return scoreEntries(entries, text, scope.sections);
  };
}

function scoreEntries(entries: readonly WordPostings[], text: string, sections: number): WordScores {
  const scores = new Map<number, number>();
  for (const { word, sections: found, weights } of entries) {
    // Rare words say more (inverse document frequency); a longer word than the one typed says a little less.
    const rarity = Math.log(1 + sections / (found.length + 1)) + 0.2;
    const closeness = word === text ? 1.6 : text.length / Math.max(word.length, text.length);
    found.forEach((section, index) => {
      const score = Math.sqrt(weights[index] ?? 1) * rarity * closeness;
      if (score > (scores.get(section) ?? 0)) scores.set(section, score);
    });
  }
  const exact = entries.find(({ word }) => word === text);
  return { scores, required: exact?.common !== true };
}

/** First and last shard that may hold a word, or words that begin with it. */
function shardRange(starts: readonly string[], word: string, open: boolean): [first: number, last: number] {
  let first = 0;
  while (first + 1 < starts.length && (starts[first + 1] ?? '') <= word) first++;
  let last = first;
  if (open) while ((starts[last + 1] ?? '').startsWith(word)) last++;
  return [first, last];
}

/** One letter added, left out, changed, or two neighbours swapped. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    );
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1);
}
