/** How much of a page's name the query says: a page that is called what was asked for is about it. */
import type { Concepts } from './concepts.ts';
import type { Stem } from './language.ts';
import { lookUpWords } from './tokenize.ts';

interface Words {
  readonly stem: Stem;
  readonly stop: ReadonlySet<string>;
  readonly concepts: Concepts;
}

interface Names {
  readonly title: string;
  /** Labels of the groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
}

const titlePart = 0.8;
const groupPart = 0.3;
/** A word of a name that means what a word of the query means. */
const sameMeaning = 0.7;

/**
 * 0…1.1 for a page: the part of its title, and of its group's label, that words of the query stand for. A long title that has a
 * word of the query among others is about the others too.
 */
export function explainedBy(query: string, { stem, stop, concepts }: Words): (names: Names) => number {
  const typed = lookUpWords(query);
  const stems = new Set(typed.filter((word) => !stop.has(word)).map(stem));
  const meant = new Set(concepts.inQuery(typed).map(({ concept }) => concept));
  const partOf = (name: string): number => {
    const words = lookUpWords(name);
    const alike = concepts.inQuery(words).filter(({ concept }) => meant.has(concept));
    let all = 0;
    let explained = 0;
    for (const [place, word] of words.entries()) {
      const isMeant = alike.some(({ from, to }) => from <= place && place < to);
      if (stop.has(word) && !isMeant) continue;
      all += 1;
      explained += stems.has(stem(word)) ? 1 : isMeant ? sameMeaning : 0;
    }
    return all === 0 ? 0 : explained / all;
  };
  return ({ title, breadcrumbs }) => titlePart * partOf(title) + groupPart * partOf(breadcrumbs.at(-1) ?? '');
}
