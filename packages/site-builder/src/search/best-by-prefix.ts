import type { PrefixFile } from './client/index-format.ts';
import type { WordIds } from './word-ids.ts';
import type { PostingsByWord } from './word-postings.ts';

const PREFIX_RESULTS = 24;

/** Words by the character that they begin with, in the order of `words`. */
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

/** The best sections for each first character and first two: what a reader sees before a third is typed. */
export function bestByPrefix(group: readonly number[], ids: WordIds, postings: PostingsByWord): PrefixFile {
  const byPrefix = new Map<string, number[]>();
  for (const id of group) {
    for (const prefix of ids.prefixesOf(id)) {
      const words = byPrefix.get(prefix);
      if (words === undefined) byPrefix.set(prefix, [id]);
      else words.push(id);
    }
  }
  const file = Object.create(null) as Record<string, number[]>;
  for (const [prefix, words] of byPrefix) file[prefix] = bestSections(prefix, words, { ids, postings });
  return file;
}

interface Lookup {
  readonly ids: WordIds;
  readonly postings: PostingsByWord;
}

/** Titles and headings are nearly always enough; texts are looked through only where they are not. */
function bestSections(prefix: string, words: readonly number[], { ids, postings }: Lookup): number[] {
  const best = new Map<number, number>();
  for (const part of ['strong', 'kept'] as const) {
    if (best.size >= PREFIX_RESULTS) break;
    for (const id of words) {
      // A word that is the whole of what was typed comes before those that only begin with it.
      const factor = ids.words[id] === prefix ? 2 : 1;
      for (const packed of postings.view(id)[part]) {
        const section = packed >> 8;
        const weight = (packed & 255) * factor;
        if (weight > (best.get(section) ?? 0)) best.set(section, weight);
      }
    }
  }
  return [...best]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, PREFIX_RESULTS)
    .flat();
}
