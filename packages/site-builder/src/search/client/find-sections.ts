/** Looks words up in the index: fetches what the query needs and nothing else. */
import { readShard } from './index-format.ts';
import type { PrefixFile, ScopeManifest, SearchManifest, SectionChunk, WordPostings } from './index-format.ts';
import { isUnspaced, queryWords } from './tokenize.ts';
import type { QueryWord } from './tokenize.ts';

/** Reads a file of the index folder; rejects when it can't. Files are asked for once: the reader keeps them. */
export type ReadIndexFile = (name: string) => Promise<ArrayBuffer>;

export interface FoundSection {
  readonly path: string;
  readonly title: string;
  readonly breadcrumbs: string;
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

export interface Finder {
  /** Sections for a query, best first. `scope` limits to one scope and the pages of all; `''` searches everything. */
  find(query: string, scope: string, limit: number): Promise<FoundSection[]>;
}

interface Ranked {
  readonly scope: ScopeManifest;
  readonly section: number;
  readonly score: number;
}

/** Shards that one unfinished word may pull in. */
const MAX_SHARDS_PER_WORD = 2;
/** Sections of one page in a row would hide other pages. */
const MAX_PER_PAGE = 3;

export function createFinder(read: ReadIndexFile): Finder {
  const readJson = async <T>(name: string) => JSON.parse(new TextDecoder().decode(await read(name))) as T;
  const manifest = once(() => readJson<SearchManifest>('index.json'));
  const shards = new Map<string, Promise<WordPostings[]>>();
  const shard = (name: string) => {
    const known = shards.get(name) ?? read(name).then((bytes) => readShard(new Uint8Array(bytes)));
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

  const lookUp = async (scope: ScopeManifest, { text, open }: QueryWord): Promise<WordScores> => {
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

  const rank = async (scope: ScopeManifest, words: readonly QueryWord[]): Promise<Ranked[]> => {
    const looked = await Promise.all(words.map((word) => lookUp(scope, word)));
    return combine(looked).map(([section, score]) => ({ scope, section, score }));
  };

  return {
    async find(query, scopeName, limit) {
      const words = queryWords(query);
      if (words.length === 0) return [];
      const { scopes } = await manifest();
      const searched = scopes.filter(({ name }) => scopeName === '' || name === scopeName || name === '');
      const ranked = (await Promise.all(searched.map((scope) => rank(scope, words))))
        .flat()
        .sort((a, b) => b.score - a.score || a.section - b.section);
      const found: FoundSection[] = [];
      const perPage = new Map<string, number>();
      // One batch of chunks is nearly always enough; a second when one page filled the first.
      for (let start = 0; start < ranked.length && start < limit * 4 && found.length < limit; start += limit) {
        const batch = await Promise.all(
          ranked.slice(start, start + limit).map(({ scope, section }) => readSection(scope, section)),
        );
        for (const section of batch) {
          const seen = perPage.get(section.path) ?? 0;
          perPage.set(section.path, seen + 1);
          if (seen < MAX_PER_PAGE && found.length < limit) found.push(section);
        }
      }
      return found;
    },
  };

  async function readSection(scope: ScopeManifest, section: number): Promise<FoundSection> {
    const chunk = await readJson<SectionChunk>(scope.chunks[Math.floor(section / scope.sectionsPerChunk)] ?? '');
    const [page, headingId, heading, text] = chunk.sections[section % scope.sectionsPerChunk] ?? [0, '', '', ''];
    const [path, title, breadcrumbs] = chunk.pages[page] ?? ['', '', ''];
    return { path, title, breadcrumbs, headingId, heading, text };
  }
}

interface WordScores {
  readonly scores: ReadonlyMap<number, number>;
  /** A result must have the word. */
  readonly required: boolean;
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

/** Sections that have every required word, by the sum of their scores; when there are none, those that have most. */
function combine(words: readonly WordScores[]): [section: number, score: number][] {
  const totals = new Map<number, { score: number; hits: number }>();
  for (const { scores, required } of words) {
    for (const [section, score] of scores) {
      const total = totals.get(section) ?? { score: 0, hits: 0 };
      totals.set(section, { score: total.score + score, hits: total.hits + (required ? 1 : 0) });
    }
  }
  const wanted = words.filter(({ required, scores }) => required && scores.size > 0).length;
  const all = [...totals].filter(([, { hits }]) => hits >= wanted);
  const shown = all.length > 0 ? all : [...totals];
  return shown
    .map(([section, { score, hits }]): [number, number] => [section, score * (1 + hits)])
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 80);
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

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    // A failed first request may be tried again.
    made.catch(() => (made = undefined));
    return made;
  };
}
