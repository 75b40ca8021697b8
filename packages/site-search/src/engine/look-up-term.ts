/** A word of a query in a scope: the index words that it matches, and the value of each. */
import { nearestWords } from './correct-word.ts';
import type { WordPostings } from './index-format.ts';
import type { OpenIndex, OpenScope } from './open-index.ts';
import type { QueryTerm } from './parse-query.ts';
import type { Stem } from './language.ts';
import { isUnspaced } from './tokenize.ts';

export interface FoundWord {
  readonly postings: Pick<WordPostings, 'sections' | 'weights'>;
  /** Factor for the weight of a section: rarity of the word times its similarity to the typed word. */
  readonly factor: number;
}

export interface FoundTerm {
  readonly words: readonly FoundWord[];
  /** The term's value at its best match; 0 if the scope doesn't have it. */
  readonly mass: number;
  /** The same value if the term is found; otherwise the value of a word that occurs nowhere. */
  readonly worth: number;
  /** The scope's correction of the typed word. */
  readonly corrected: string | undefined;
}

/** An index word's similarity to the typed word. */
const closeness = { same: 1, stem: 0.9, beginning: 0.75, slip: 0.7, concept: 0.5 };
/**
 * Value of a pair of characters that occurs nowhere: it usually spans the end of one word and the beginning of
 * another.
 */
const missingPair = 0.25;
/** Maximum number of corrections of a misspelled word. */
const MAX_CORRECTIONS = 3;

interface Forms {
  readonly entries: readonly { readonly entry: WordPostings; readonly closeness: number }[];
  readonly corrected?: string;
}

export async function lookUpTerm(index: OpenIndex, scope: OpenScope, term: QueryTerm, stem: Stem): Promise<FoundTerm> {
  const { text, open, weight } = term;
  if (open && text.length <= 2 && !isUnspaced(text)) return lookUpBeginning(index, scope, term);
  const forms = await formsOf(index, scope, { text, open, stem });
  const rarity = rarityOf(forms.entries, scope.manifest.sections) * weight;
  return {
    words: forms.entries.map((one) => ({ postings: one.entry, factor: rarity * one.closeness })),
    mass: forms.entries.length === 0 ? 0 : rarity,
    worth: forms.entries.length === 0 && isUnspaced(text) ? rarity * missingPair : rarity,
    corrected: forms.corrected,
  };
}

/** Looks up the groups of words that a term belongs to. */
export async function lookUpConcepts(index: OpenIndex, scope: OpenScope, term: QueryTerm): Promise<FoundWord[]> {
  const found = await Promise.all(term.concepts.map((concept) => index.words(scope.manifest, concept, false)));
  return found.map((entries) => {
    const [postings = { sections: [], weights: [] }] = entries;
    const rarity = rarityOf(
      entries.map((entry) => ({ entry })),
      scope.manifest.sections,
    );
    return { postings, factor: rarity * closeness.concept };
  });
}

async function formsOf(
  index: OpenIndex,
  { manifest }: OpenScope,
  { text, open, stem }: { readonly text: string; readonly open: boolean; readonly stem: Stem },
): Promise<Forms> {
  // Words with the same stem usually begin with the same letters and are adjacent in the index. Names with digits have
  // no other forms.
  const root = /\d/.test(text) ? text : stem(text);
  let shared = 0;
  while (shared < root.length && root[shared] === text[shared]) shared++;
  const wide = shared >= 4 && !/\d/.test(text) ? await index.words(manifest, text.slice(0, shared), true) : [];
  const own = wide.some(({ word }) => word === text) ? [] : await index.words(manifest, text, open);
  const near = [...wide, ...own.filter((entry) => !wide.includes(entry))];
  const entries = near.flatMap((entry) => {
    if (entry.word === text) return { entry, closeness: closeness.same };
    if (stem(entry.word) === root) return { entry, closeness: closeness.stem };
    return open && entry.word.startsWith(text) ? beginningOf(entry, text) : [];
  });
  if (entries.length > 0) return { entries };
  if (isUnspaced(text)) return { entries: [] };
  // Every word may be a prefix: `config` finds `configuration`.
  const longer = open || text.length < 3 ? [] : await index.words(manifest, text, true);
  if (longer.length > 0) return { entries: longer.map((entry) => beginningOf(entry, text)) };
  return correctionsOf(index, manifest, text);
}

function beginningOf(entry: WordPostings, text: string) {
  return { entry, closeness: closeness.beginning * (0.4 + (0.6 * text.length) / entry.word.length) };
}

async function correctionsOf(index: OpenIndex, manifest: OpenScope['manifest'], text: string): Promise<Forms> {
  const near = nearestWords(text, await index.vocabulary(manifest), MAX_CORRECTIONS * 2);
  const found = (await Promise.all(near.map(({ word }) => index.words(manifest, word, false)))).flat();
  const entries = found
    .sort((a, b) => b.sections.length - a.sections.length)
    .slice(0, MAX_CORRECTIONS)
    .map((entry) => ({ entry, closeness: closeness.slip }));
  const corrected = entries[0]?.entry.word;
  return corrected === undefined ? { entries } : { entries, corrected };
}

async function lookUpBeginning(index: OpenIndex, scope: OpenScope, { text, weight }: QueryTerm): Promise<FoundTerm> {
  const [first = ''] = text;
  const file = await index.prefixes(scope.manifest, first);
  const best = Object.hasOwn(file, text) ? (file[text] ?? []) : [];
  const sections = best.filter((_, place) => place % 2 === 0);
  const weights = best.filter((_, place) => place % 2 === 1);
  const words = [{ postings: { sections, weights }, factor: 0.5 * weight }];
  return { words, mass: 0, worth: 0, corrected: undefined };
}

/**
 * Returns the rarity of a word. Rare words are more significant (inverse document frequency, as in BM25); `entries`
 * count as one word.
 */
function rarityOf(entries: readonly { readonly entry: WordPostings }[], sections: number): number {
  const found = Math.min(
    sections,
    entries.reduce((sum, { entry }) => sum + entry.sections.length, 0),
  );
  return Math.log(1 + (sections - found + 0.5) / (found + 0.5)) + 0.05;
}
