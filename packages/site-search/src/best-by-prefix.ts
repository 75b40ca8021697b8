import type { PrefixFile } from './engine/index-format.ts';
import type { WordIds } from './word-ids.ts';
import type { WordViews } from './word-postings.ts';

const PREFIX_RESULTS = 24;

/** Groups words by their first character, in the order of `words`. */
export function groupByFirst(words: readonly number[], ids: WordIds): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const id of words) {
    const [first] = ids.prefixesOf(id);
    if (first === undefined) continue;
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [id]);
    else group.push(id);
  }
  return groups;
}

/** Returns the best sections for each first character and first two characters, shown before a third is typed. */
export function bestByPrefix(
  group: readonly number[],
  { ids, postings, best }: { readonly ids: WordIds; readonly postings: WordViews; readonly best: BestSections },
): PrefixFile {
  const byPrefix = new Map<string, number[]>();
  for (const id of group) {
    for (const prefix of ids.prefixesOf(id)) {
      const words = byPrefix.get(prefix);
      if (words === undefined) byPrefix.set(prefix, [id]);
      else words.push(id);
    }
  }
  const file = Object.create(null) as Record<string, number[]>;
  for (const [prefix, words] of byPrefix) {
    // Titles and headings are nearly always enough; body text is searched only if they aren't.
    for (const part of ['strong', 'kept'] as const) {
      if (best.count >= PREFIX_RESULTS) break;
      for (const id of words) {
        // A word that equals the typed text ranks above words that only begin with it.
        best.add(postings.view(id)[part], ids.words[id] === prefix ? 2 : 1);
      }
    }
    file[prefix] = best.take();
  }
  return file;
}

/**
 * Collects sections by their highest weight: only a few are requested, out of up to a hundred thousand. A single
 * instance is enough for all prefixes of a scope.
 */
export class BestSections {
  readonly #weights: Uint16Array;
  readonly #touched: Uint32Array;
  #count = 0;

  constructor(sections: number) {
    this.#weights = new Uint16Array(sections);
    this.#touched = new Uint32Array(sections);
  }

  get count(): number {
    return this.#count;
  }

  /** @param postings numbers of the form `section * 256 + weight` */
  add(postings: Iterable<number>, factor: number): void {
    for (const packed of postings) {
      const section = packed >> 8;
      const weight = (packed & 255) * factor;
      const before = this.#weights[section] ?? 0;
      if (before === 0) this.#touched[this.#count++] = section;
      if (weight > before) this.#weights[section] = weight;
    }
  }

  /** Returns the first few, section and weight alternating, best first, and resets the collector. */
  take(): number[] {
    const best: number[] = [];
    const touched = this.#touched.subarray(0, this.#count);
    for (const section of touched) {
      if (best.length === PREFIX_RESULTS && !this.#isBefore(section, best.at(-1) ?? 0)) continue;
      let place = best.length;
      while (place > 0 && this.#isBefore(section, best[place - 1] ?? 0)) place--;
      best.splice(place, 0, section);
      if (best.length > PREFIX_RESULTS) best.pop();
    }
    const result = best.flatMap((section) => [section, this.#weights[section] ?? 0]);
    for (const section of touched) this.#weights[section] = 0;
    this.#count = 0;
    return result;
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#weights[one] ?? 0;
    const b = this.#weights[other] ?? 0;
    return a > b || (a === b && one < other);
  }
}
