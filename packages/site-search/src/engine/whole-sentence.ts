/**
 * Sections that have every word of what was typed. Whoever pastes an error gives a sentence of everyday words; each of them stands
 * in many sections, and those that a question has and its answer need not are looked up nowhere else. Together they stand in one or two.
 */
import type { WordPostings } from './index-format.ts';
import { lowerBound, type OpenIndex, type OpenScope } from './open-index.ts';
import { lookUpWords } from './tokenize.ts';

/** Fewer words meet by chance. */
const LEAST_WORDS = 4;
/** More of a query are not looked at: a sentence is told from others by far fewer. */
const MAX_WORDS = 24;
/** What more pages have is no one's sentence. */
const MAX_PAGES = 5;
/** Part of the words that the site has: names and numbers of the reader's own stand between those of the message. */
const LEAST_KNOWN = 0.75;

export interface WholeSentence {
  readonly sections: ReadonlySet<number>;
  /** Different words of it: the more there are, the less they meet by chance. */
  readonly words: number;
}

const none: WholeSentence = { sections: new Set(), words: 0 };

/** Words that say what the query is about come first: most often no section has them all, and the others are never read. */
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

/** Those of `among` that have every word; undefined for all. A word that stands nearly everywhere is not listed in full: it decides nothing. */
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
