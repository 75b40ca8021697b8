import { strongWeight, type PageWords } from './count-words.ts';
import type { WordIds } from './word-ids.ts';
import { encodePostings } from './write-shards.ts';

/** A word in more than this fraction of all sections is indexed only for titles and headings. */
const COMMON_FRACTION = 0.3;
const MIN_COMMON_SECTIONS = 400;
const MAX_SECTIONS_PER_WORD = 4000;

/** `section * 256 + weight`, ascending. */
type Postings = number[] | Uint32Array;

export interface WordView {
  /** The postings as `writeShards` expects them. */
  readonly encoded: Uint8Array;
  /** Number of sections that contain the word. */
  readonly sections: number;
  /** The postings as they are written. */
  readonly kept: Iterable<number>;
  /** The postings where the word is in a title or heading. */
  readonly strong: readonly number[];
}

export interface WordViews {
  view(id: number): WordView;
}

/**
 * Returns the postings of a word in a scope with `sections` sections, reduced to the best ones if the word is in very
 * many sections.
 */
export function toWordView(postings: Postings, sections: number): WordView {
  const common = postings.length > MIN_COMMON_SECTIONS && postings.length > sections * COMMON_FRACTION;
  const tooMany = postings.length > MAX_SECTIONS_PER_WORD;
  const least = common ? strongWeight : tooMany ? leastOfBest(postings, MAX_SECTIONS_PER_WORD) : 0;
  const kept = least === 0 ? postings : atLeast(postings, least).slice(0, MAX_SECTIONS_PER_WORD);
  return {
    encoded: encodePostings(kept, common),
    sections: kept.length,
    kept,
    strong: atLeast(kept, strongWeight),
  };
}

function atLeast(postings: Postings, weight: number): number[] {
  const found: number[] = [];
  for (const packed of postings) if ((packed & 255) >= weight) found.push(packed);
  return found;
}

/**
 * The sections that contain each word of a scope, for successive builds. A page can be replaced with a page with the
 * same number of sections.
 */
export class PostingsByWord {
  readonly #ids: WordIds;
  #postings: number[][] = [];
  /** Cached for each word until its postings change. */
  #views: (WordView | undefined)[] = [];
  #sections = 0;

  constructor(ids: WordIds) {
    this.#ids = ids;
  }

  get sections(): number {
    return this.#sections;
  }

  clear(): void {
    this.#postings = [];
    this.#views = [];
    this.#sections = 0;
  }

  append({ sections, pairs }: PageWords): void {
    const base = this.#sections << 8;
    for (let at = 0; at < pairs.length; at += 2) {
      const id = pairs[at] ?? 0;
      const postings = (this.#postings[id] ??= []);
      postings.push(base + (pairs[at + 1] ?? 0));
    }
    this.#sections += sections.length;
  }

  /** Returns the words whose postings changed. */
  replace(firstSection: number, before: PageWords, after: PageWords): Set<number> {
    const base = firstSection << 8;
    const added = new Map<number, number[]>();
    for (let at = 0; at < before.pairs.length; at += 2) added.set(before.pairs[at] ?? 0, []);
    for (let at = 0; at < after.pairs.length; at += 2) {
      const id = after.pairs[at] ?? 0;
      const own = added.get(id) ?? [];
      own.push(base + (after.pairs[at + 1] ?? 0));
      added.set(id, own);
    }
    const end = (firstSection + after.sections.length) << 8;
    const changed = new Set<number>();
    for (const [id, packed] of added) {
      const postings = (this.#postings[id] ??= []);
      const from = lowerBound(postings, base);
      const count = lowerBound(postings, end) - from;
      if (count === packed.length && packed.every((one, index) => one === postings[from + index])) continue;
      postings.splice(from, count, ...packed);
      this.#views[id] = undefined;
      changed.add(id);
    }
    return changed;
  }

  /** Returns the words with at least one occurrence, sorted by code units. */
  words(): number[] {
    return this.#ids.sorted().filter((id) => (this.#postings[id]?.length ?? 0) > 0);
  }

  view(id: number): WordView {
    return (this.#views[id] ??= toWordView(this.#postings[id] ?? [], this.#sections));
  }
}

/** Returns the minimum weight among the `count` best postings. */
function leastOfBest(postings: Postings, count: number): number {
  const byWeight = new Uint32Array(256);
  for (const packed of postings) byWeight[packed & 255] = (byWeight[packed & 255] ?? 0) + 1;
  let weight = 255;
  for (let better = byWeight[weight] ?? 0; better < count && weight > 0; better += byWeight[weight] ?? 0) weight--;
  return weight;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
