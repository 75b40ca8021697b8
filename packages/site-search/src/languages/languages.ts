import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import type { Language, Stem } from '../engine/language.ts';
import { stopWordsOf } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';

const stemmers: Readonly<Record<string, { readonly name: string; readonly stem: Stem }>> = {
  de: { name: 'german', stem: german },
  en: { name: 'english', stem: english },
  es: { name: 'spanish', stem: spanish },
  fr: { name: 'french', stem: french },
  it: { name: 'italian', stem: italian },
  nl: { name: 'dutch', stem: dutch },
  pt: { name: 'portuguese', stem: portuguese },
  ru: { name: 'russian', stem: russian },
};

const known = new Map<string, Language>();

/**
 * Returns a language by the main part of its tag. Languages without a stemmer use words as written, or pairs of
 * characters.
 */
export function languageOf(tag: string): Language {
  const found = known.get(tag) ?? {
    stem: (Object.hasOwn(stemmers, tag) ? stemmers[tag]?.stem : undefined) ?? sameWord,
    stopWords: stopWordsOf(tag),
    synonyms: synonymsOf(tag),
  };
  known.set(tag, found);
  return found;
}

/** Returns the language as a module for browsers, which exports `stemmer`, `stopWords` and `synonyms`. */
export function languageScript(tag: string): string {
  const name = Object.hasOwn(stemmers, tag) ? stemmers[tag]?.name : undefined;
  const stemmer =
    name === undefined
      ? 'export const stemmer=word=>word;'
      : readFileSync(fileURLToPath(import.meta.resolve(`@orama/stemmers/${name}`)), 'utf8');
  const { stopWords, synonyms } = languageOf(tag);
  return `${stemmer}\nexport const stopWords=${JSON.stringify(stopWords)},synonyms=${JSON.stringify(synonyms)};\n`;
}

function sameWord(word: string): string {
  return word;
}
