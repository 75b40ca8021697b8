/** The engine's data about a language, which a site provides for its languages. */
export type Stem = (word: string) => string;

export interface Language {
  /** The common stem of a word's forms. */
  readonly stem: Stem;
  /** Words that an answer doesn't have to share with its question, separated by spaces. */
  readonly stopWords: string;
  /** Synonyms, one group per line, separated by spaces; `_` is a space within a synonym. */
  readonly synonyms: string;
}

/**
 * Loads a language by the main part of its tag, or by the file that the index names for it; returns `undefined` if
 * neither is known.
 */
export type LoadLanguage = (language: string, file: string | undefined) => Promise<Language | undefined>;

/** The language used for unknown languages: the most common English endings, and no stop words. */
export const unknownLanguage: Language = {
  stem(word) {
    const stem = word.replace(/(?:ing|ed|es|s|ly)$/, '');
    return stem.length >= 3 ? stem : word;
  },
  stopWords: '',
  synonyms: '',
};

const aliases: Readonly<Record<string, string>> = { jp: 'ja', cn: 'zh', br: 'pt' };

/** Returns the main part of a language tag. */
export function baseLanguage(tag: string): string {
  const base = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(aliases, base) ? (aliases[base] ?? base) : base;
}
