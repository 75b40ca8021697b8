import type { Language } from './language.ts';
import { lookUpWords } from './tokenize.ts';

/** A word of the index that represents all words of a group; its name is the first of them. */
const mark = '\u0002';

export interface Concepts {
  /** Returns the groups that a word of a text belongs to, as words of the index. */
  ofWord(word: string): readonly string[];
  /** Returns the groups that one or several consecutive words of a query belong to, as words of the index. */
  inQuery(
    words: readonly string[],
  ): readonly { readonly from: number; readonly to: number; readonly concept: string }[];
}

interface Term {
  /** The stems of the term's words. */
  readonly words: readonly string[];
  readonly concept: string;
}

/**
 * The terms of a language, cached because every index of a sealed site needs them and computing them took half of the
 * time.
 */
const generalTerms = new WeakMap<Language, readonly Term[]>();

/** @param own the site's own groups */
export function createConcepts(language: Language, own: readonly (readonly string[])[]): Concepts {
  const { stem } = language;
  const general = generalTerms.get(language) ?? termsOf(language, readSynonyms(language));
  generalTerms.set(language, general);
  const byFirst = new Map<string, Term[]>();
  for (const term of [...general, ...termsOf(language, own)]) {
    const [first = ''] = term.words;
    const terms = byFirst.get(first);
    if (terms === undefined) byFirst.set(first, [term]);
    else terms.push(term);
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

function readSynonyms({ synonyms }: Language): string[][] {
  return synonyms.split('\n').map((line) => line.split(' ').map((word) => word.replaceAll('_', ' ')));
}

function termsOf({ stem }: Language, groups: readonly (readonly string[])[]): Term[] {
  return groups.flatMap((group) => {
    const concept = mark + (lookUpWords(group[0] ?? '').join(' ') || '?');
    return group.map((term) => ({ words: lookUpWords(term).map(stem), concept }));
  });
}

const none: readonly string[] = [];
