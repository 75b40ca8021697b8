/** What the engine knows of a language: data that a site brings for its own languages. */
export type Stem = (word: string) => string;

export interface Language {
  /** What the forms of a word have in common. */
  readonly stem: Stem;
  /** Words that a question has and its answer need not, parted by spaces. */
  readonly stopWords: string;
  /** Synonyms, one group per line, separated by spaces; `_` is a space within a synonym. */
  readonly synonyms: string;
}

/**
 * Loads a language by the main part of its tag, or by the file that the index names for it; returns `undefined` if
 * neither is known.
 */
export type LoadLanguage = (language: string, file: string | undefined) => Promise<Language | undefined>;

/** Where nothing is known: the commonest endings of English, and every word counts. */
export const unknownLanguage: Language = {
  stem(word) {
    const stem = word.replace(/(?:ing|ed|es|s|ly)$/, '');
    return stem.length >= 3 ? stem : word;
  },
  stopWords: '',
  synonyms: '',
};

const aliases: Readonly<Record<string, string>> = { jp: 'ja', cn: 'zh', br: 'pt' };

/** The main part of a language tag. */
export function baseLanguage(tag: string): string {
  const base = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(aliases, base) ? (aliases[base] ?? base) : base;
}
