import type { Condition } from '@docwright/site-access/rules';
import { exploreOutcomes, type Meets, type Outcome } from '../choices/choices.ts';
import { keyOf } from '../choices/conditions.ts';

/** More results of one page than this aren't computed. */
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
 * The results of a function for all readers, those who meet more first: the last one is for readers who meet nothing
 * that it asks. It must ask the same questions each time. @throws TooManyOutcomes for more than `limit`
 */
export function answerAll<Result>(
  decide: (meets: Meets) => Result,
  limit = maxOutcomes,
): readonly AnsweredOutcome<Result>[] {
  const outcomes = exploreOutcomes((meets): AnsweredOutcome<Result> => {
    const answers = new Map<string, Answer>();
    const result = decide((condition) => {
      const isMet = meets(condition);
      if (condition !== undefined) answers.set(keyOf(condition), { condition, isMet });
      return isMet;
    });
    return { answers, result };
  }, limit);
  return outcomes.map(({ value }) => value);
}

/** The same outcomes with results derived from theirs. */
export function mapOutcomes<One, Other>(
  outcomes: readonly AnsweredOutcome<One>[],
  derive: (result: One) => Other,
): readonly AnsweredOutcome<Other>[] {
  return outcomes.map(({ answers, result }) => ({ answers, result: derive(result) }));
}

/**
 * The results by the fewest answers that they depend on, in the order in which readers have to meet the conditions; the
 * last one is for everybody. `nameOf` is the same for results that count as equal.
 */
export function simplify<Result>(
  outcomes: readonly AnsweredOutcome<Result>[],
  nameOf: (result: Result) => unknown = (result) => result,
): readonly Outcome<Result>[] {
  const [first] = outcomes;
  const last = outcomes.at(-1);
  if (first === undefined || last === undefined) return [];
  let keys = [...first.answers.keys()];
  for (const key of keys) {
    const fewer = keys.filter((other) => other !== key);
    if (byAnswers(outcomes, fewer, nameOf) !== undefined) keys = fewer;
  }
  const results = byAnswers(outcomes, keys, nameOf);
  // Combinations that no reader has get what everybody may see.
  return exploreOutcomes((meets) => {
    const answers = keys.map((key) => meets(first.answers.get(key)?.condition));
    return (results?.get(answers.join()) ?? last).result;
  });
}

/** The result for each combination of these answers; `undefined` if they aren't enough to know it. */
function byAnswers<Result>(
  outcomes: readonly AnsweredOutcome<Result>[],
  keys: readonly string[],
  nameOf: (result: Result) => unknown,
): ReadonlyMap<string, { readonly result: Result }> | undefined {
  const results = new Map<string, { readonly result: Result }>();
  for (const { answers, result } of outcomes) {
    const key = keys.map((one) => answers.get(one)?.isMet).join();
    const before = results.get(key);
    if (before === undefined) results.set(key, { result });
    else if (nameOf(before.result) !== nameOf(result)) return undefined;
  }
  return results;
}
