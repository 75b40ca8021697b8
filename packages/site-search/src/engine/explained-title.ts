/** Measures how much of a page's name the query covers: a page named with the query's words is about the query. */
import type { Concepts } from './concepts.ts';
import type { Stem } from './language.ts';
import { remember } from './remember.ts';
import { lookUpWords } from './tokenize.ts';

interface Words {
  readonly stem: Stem;
  readonly stop: ReadonlySet<string>;
  readonly concepts: Concepts;
  readonly readName: ReadName;
}

type ReadName = (name: string) => readonly NamedWord[];

interface NamedWord {
  readonly word: string;
  /** The groups of words that it belongs to, alone or as part of a phrase. */
  readonly concepts: readonly string[];
}

/** Reads names of pages and groups; results of different queries have many names in common. */
export const createReadName = (concepts: Concepts): ReadName =>
  remember(2_000, (name) => {
    const words = lookUpWords(name);
    const meant = concepts.inQuery(words);
    return words.map((word, place) => ({
      word,
      concepts: meant.flatMap(({ from, to, concept }) => (from <= place && place < to ? concept : [])),
    }));
  });

interface Names {
  readonly title: string;
  /** Labels of the groups that contain the page, outermost first. */
  readonly breadcrumbs: readonly string[];
}

const titlePart = 0.8;
const groupPart = 0.3;
/** Weight of a name's word that is a synonym of a word of the query. */
const sameMeaning = 0.7;

/**
 * Returns a function that rates a page from 0 to 1.1: the fraction of its title, and of its group's label, covered by
 * words of the query. A long title that contains a word of the query among others is also about the others.
 */
export function explainedBy(query: string, { stop, stem, concepts, readName }: Words): (names: Names) => number {
  const typed = lookUpWords(query);
  const stems = new Set(typed.filter((word) => !stop.has(word)).map(stem));
  const meant = new Set(concepts.inQuery(typed).map(({ concept }) => concept));
  const partOf = (name: string): number => {
    let all = 0;
    let explained = 0;
    for (const { word, concepts } of readName(name)) {
      const isMeant = concepts.some((concept) => meant.has(concept));
      if (stop.has(word) && !isMeant) continue;
      all += 1;
      explained += stems.has(stem(word)) ? 1 : isMeant ? sameMeaning : 0;
    }
    return all === 0 ? 0 : explained / all;
  };
  // Many results are in the same group.
  const partOfGroup = remember(50, partOf);
  return ({ title, breadcrumbs }) => titlePart * partOf(title) + groupPart * partOfGroup(breadcrumbs.at(-1) ?? '');
}
