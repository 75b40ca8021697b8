import type { Language } from './language.ts';
import { lookUpWords } from './tokenize.ts';

/** A word of the index that represents all words of a group; its name is the first of them. */
const mark = '\u0002';

export interface Concepts {
  /** The groups that a word of a text belongs to, as words of the index. */
  ofWord(word: string): readonly string[];
  /** The groups that words of a query belong to, one word or several in a row, as words of the index. */
  inQuery(
    words: readonly string[],
  ): readonly { readonly from: number; readonly to: number; readonly concept: string }[];
}

/** `own` are the groups of the site. */
export function createConcepts({ stem, synonyms }: Language, own: readonly (readonly string[])[]): Concepts {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly concept: string }[]>();
  const general = synonyms.split('\n').map((line) => line.split(' ').map((word) => word.replaceAll('_', ' ')));
  for (const group of [...general, ...own]) {
    const concept = mark + (lookUpWords(group[0] ?? '').join(' ') || '?');
    for (const term of group) {
      const words = lookUpWords(term).map(stem);
      const first = words[0] ?? '';
      const known = byFirst.get(first);
      if (known === undefined) byFirst.set(first, [{ words, concept }]);
      else known.push({ words, concept });
    }
  }
  return {
    ofWord: (word) =>
      byFirst.get(stem(word))?.flatMap(({ words, concept }) => (words.length === 1 ? concept : [])) ?? none,
    inQuery: (typed) => {
      const stems = typed.map(stem);
      return stems.flatMap((first, from) =>
        (byFirst.get(first) ?? [])
          .filter(({ words }) => words.every((word, index) => stems[from + index] === word))
          .map(({ words, concept }) => ({ from, to: from + words.length, concept })),
      );
    },
  };
}

const none: readonly string[] = [];
