import type { Condition } from '@docwright/site-access/rules';
import { diffArrays } from 'diff';
import { closeMark, exploreOutcomes, openMark, type Choices, type Meets } from '../choices/choices.ts';
import { keyOf } from '../choices/conditions.ts';

/** More results of one page or file than this aren't computed. */
export const maxOutcomes = 16;

/** A result, and the answers about the reader that led to it. */
export interface AnsweredOutcome<Result> {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly result: Result;
}

interface Answer {
  readonly condition: Condition;
  readonly isMet: boolean;
}

/**
 * The results of a function for all readers, those who meet more first: the last one is for readers who meet nothing that it
 * asks. It must ask the same questions each time. @throws TooManyOutcomes for more than `maxOutcomes`
 */
export function answerAll<Result>(decide: (meets: Meets) => Result): readonly AnsweredOutcome<Result>[] {
  const outcomes = exploreOutcomes((meets): AnsweredOutcome<Result> => {
    const answers = new Map<string, Answer>();
    const result = decide((condition) => {
      const isMet = meets(condition);
      if (condition !== undefined) answers.set(keyOf(condition), { condition, isMet });
      return isMet;
    });
    return { answers, result };
  }, maxOutcomes);
  return outcomes.map(({ value }) => value);
}

/**
 * A text that differs between outcomes, as one text with pieces. What all have in common is written once, and a piece depends on
 * only those answers that change it. The texts may contain pieces.
 */
export function joinOutcomes(outcomes: readonly AnsweredOutcome<string>[], choices: Choices): string {
  const [first] = outcomes;
  if (first === undefined) return '';
  if (outcomes.every(({ result }) => result === first.result)) return first.result;
  const versions = new Map(outcomes.map(({ result }) => [result, divide(result)]));
  const common = commonParts([...versions.values()]);
  const gaps = new Map([...versions].map(([text, parts]) => [text, gapsBetween(parts, common)]));
  let joined = '';
  for (let index = 0; index <= common.length; index++) {
    joined += joinGap(
      outcomes.map(({ answers, result }) => ({ answers, result: gaps.get(result)?.[index] ?? '' })),
      choices,
    );
    joined += common[index] ?? '';
  }
  return joined;
}

/** Larger differences are written as a whole: finding what is common would take longer than it saves. */
const maxDifference = 2000;

/** Parts that all versions contain in this order. */
function commonParts([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  let common = [...first];
  for (const other of others) {
    const changes = diffArrays(common, [...other], { maxEditLength: maxDifference });
    common = changes?.flatMap(({ added, removed, value }) => (added || removed ? [] : value)) ?? [];
  }
  return common;
}

/** What a version has before each of the common parts, and after the last. */
function gapsBetween(parts: readonly string[], common: readonly string[]): readonly string[] {
  const gaps: string[] = [];
  let gap = '';
  for (const part of parts) {
    if (part === common[gaps.length]) {
      gaps.push(gap);
      gap = '';
    } else gap += part;
  }
  return [...gaps, gap];
}

/** A text at one place for all readers, by the fewest answers that it depends on. */
function joinGap(outcomes: readonly AnsweredOutcome<string>[], choices: Choices): string {
  let keys = [...(outcomes[0]?.answers.keys() ?? [])];
  for (const key of keys) {
    const fewer = keys.filter((other) => other !== key);
    if (byAnswers(outcomes, fewer) !== undefined) keys = fewer;
  }
  const texts = byAnswers(outcomes, keys) ?? new Map<string, string>();
  const conditions = keys.map((key) => outcomes[0]?.answers.get(key)?.condition);
  // A combination without an outcome is one that no reader has.
  return choices.explore((meets) => texts.get(conditions.map((condition) => meets(condition)).join()) ?? '');
}

/** The text for each combination of these answers; `undefined` if they aren't enough to know it. */
function byAnswers(
  outcomes: readonly AnsweredOutcome<string>[],
  keys: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const { answers, result } of outcomes) {
    const key = keys.map((one) => answers.get(one)?.isMet).join();
    if ((texts.get(key) ?? result) !== result) return undefined;
    texts.set(key, result);
  }
  return texts;
}

/** Lines, tags and pieces, from the beginning of one to that of the next. A piece isn't divided. */
function divide(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  const endPart = (at: number): void => {
    if (at > from) parts.push(text.slice(from, at));
    from = at;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (depth === 0 && (char === '<' || char === '\n' || char === openMark)) endPart(at);
    if (char === openMark) depth += 1;
    else if (char === closeMark) {
      depth -= 1;
      if (depth === 0) endPart(at + 1);
    }
  }
  endPart(text.length);
  return parts;
}
