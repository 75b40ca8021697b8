/** A reader's query, as words to look up. */
import type { Concepts } from './concepts.ts';
import { isUnspaced, nameOf, runsOf, wordsOfRun } from './tokenize.ts';

export interface QueryTerm {
  readonly text: string;
  /** Whether the reader may still be typing the word. */
  readonly open: boolean;
  /** 1 by default; less for question words that an answer needn't contain, more for names of several parts. */
  readonly weight: number;
  /** Whether the word is part of a phrase with its own meaning: `log in` isn't a log. */
  readonly isPhrase: boolean;
  /** Words of the index for this word and its synonyms. */
  readonly concepts: readonly string[];
}

const MAX_TERMS = 12;
/** The rest of a longer query is ignored. */
export const MAX_QUERY_CHARS = 300;
/** Maximum number of words of a short query, in which a question word may be half of a title and has a small weight. */
const SHORT_QUERY = 4;
const stopWordWeight = 0.12;
/** A name of several parts is searched as a whole; its parts count if that fails. */
const nameWeight = 1.6;
const partWeight = 0.3;

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[];
  /** Whether the query has few words; a longer query is a question, for which most words are enough. */
  readonly isShort: boolean;
  /** Whether the query has words that occur only in questions or sentences. */
  readonly isQuestion: boolean;
}

/** Word lists of a query's language. */
export interface QueryWords {
  readonly stop: ReadonlySet<string>;
  readonly concepts: Concepts;
}

export function parseQuery(query: string, { stop, concepts }: QueryWords): ParsedQuery {
  const typed = query.slice(0, MAX_QUERY_CHARS);
  const isOpen = !/\s$/.test(query);
  const found: { text: string; weight: number; open: boolean }[] = [];
  const runs = runsOf(typed);
  for (const [number, run] of runs.entries()) {
    const words = withoutLoneCharacter(wordsOfRun(run));
    const isName = words.length > 1 && (nameOf(run) === words[0] || words.slice(1).join('') === words[0]);
    for (const [index, text] of words.entries())
      if (!found.some((one) => one.text === text))
        found.push({
          text,
          weight: !isName ? 1 : index === 0 ? nameWeight : partWeight,
          open: isOpen && number === runs.length - 1 && index === (isName ? 0 : words.length - 1),
        });
  }
  const isQuestionWord = ({ text }: { text: string }) => stop.has(text);
  const isAll = found.every(isQuestionWord);
  const meant = concepts.inQuery(found.map(({ text }) => text));
  const isShort = found.length <= SHORT_QUERY;
  const isQuestion = !isAll && found.some(isQuestionWord);
  const terms = found.flatMap((word, place): QueryTerm[] => {
    const around = meant.filter(({ from, to }) => from <= place && place < to);
    // A phrase is looked up once, at its first word.
    const own = around.flatMap(({ from, concept }) => (from === place ? concept : []));
    const isPhrase = around.some(({ from, to }) => to - from > 1);
    const isStop = !isAll && isQuestionWord(word);
    // The `in` of `log in` isn't a question word.
    if (isStop && !isShort && around.length === 0) return [];
    const weight = isStop ? stopWordWeight : isPhrase ? partWeight : word.weight;
    return [{ ...word, weight, isPhrase, concepts: own }];
  });
  return { terms: terms.slice(0, MAX_TERMS), isShort, isQuestion };
}

/** Removes the last character of an unspaced run, such as Chinese, which is a separate word only in the index. */
function withoutLoneCharacter(words: string[]): string[] {
  const last = words.at(-1) ?? '';
  return words.length > 1 && Array.from(last).length === 1 && isUnspaced(last) ? words.slice(0, -1) : words;
}
