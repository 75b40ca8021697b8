/**
 * Sections that contain every word of the query. A pasted error message consists of everyday words that each appear in
 * many sections and that other searches skip, but that appear together only in one or two sections.
 */
import type { WordPostings } from './index-format.ts';
import { lowerBound, type OpenIndex, type OpenScope } from './open-index.ts';
import { lookUpWords } from './tokenize.ts';

/** Minimum number of words; fewer can match by chance. */
const LEAST_WORDS = 4;
/** Maximum number of words; further words are ignored, because far fewer identify a sentence. */
const MAX_WORDS = 24;
/** Maximum number of pages; a sentence that occurs on more pages isn't specific. */
const MAX_PAGES = 5;
/**
 * The minimum share of words that the site has: a reader's own names and numbers may appear among those of the
 * message.
 */
const LEAST_KNOWN = 0.75;

export interface WholeSentence {
  readonly sections: ReadonlySet<number>;
  /** Number of different words: the more there are, the less likely they match by chance. */
  readonly words: number;
}

const none: WholeSentence = { sections: new Set(), words: 0 };

/** Sorts the most specific words first: usually no section has all of them, so the rest needn't be read. */
export async function sectionsWithAllWords(
  index: OpenIndex,
  scope: OpenScope,
  typed: string,
  stop: ReadonlySet<string>,
): Promise<WholeSentence> {
  const words = [...new Set(lookUpWords(typed))].slice(0, MAX_WORDS);
  if (words.length < LEAST_WORDS) return none;
  const lookUp = async (wanted: readonly string[]): Promise<WordPostings[]> =>
    (await Promise.all(wanted.map((word) => index.words(scope.manifest, word, false)))).flat();
  const saying = await lookUp(words.filter((word) => !stop.has(word)));
  const shared = sharedSections(saying, undefined);
  if (shared?.length === 0) return none;
  const others = await lookUp(words.filter((word) => stop.has(word)));
  if (saying.length + others.length < Math.max(LEAST_WORDS, words.length * LEAST_KNOWN)) return none;
  const sections = sharedSections(others, shared) ?? [];
  const pages = new Set(sections.map((section) => scope.pageOf[section] ?? 0));
  return pages.size > MAX_PAGES ? none : { sections: new Set(sections), words: words.length };
}

/**
 * Returns the sections of `among` that have every word; `undefined` means all. A word that appears almost everywhere
 * isn't listed in full and doesn't exclude anything.
 */
function sharedSections(
  words: readonly WordPostings[],
  among: readonly number[] | undefined,
): readonly number[] | undefined {
  const telling = words.filter(({ common }) => !common).sort((a, b) => a.sections.length - b.sections.length);
  return telling.reduce<readonly number[] | undefined>(
    (left, { sections }) =>
      left?.filter(
        (section) => sections[lowerBound(sections.length, (at) => (sections[at] ?? 0) < section)] === section,
      ) ?? sections,
    among,
  );
}
