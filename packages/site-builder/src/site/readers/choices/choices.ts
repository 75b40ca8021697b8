/**
 * Text that depends on the reader, while a site is being written. Renderers write a *piece* instead of a text: its alternatives
 * between marks, of which the first that a reader meets counts. When a file is complete, `takeApart` removes the marks and returns
 * what to store, and the edits that turn it into what a reader sees.
 *
 * 1. Marks are noncharacters of Unicode. Reading a source replaces them, so a text that contains one has pieces.
 * 2. A piece is a text like any other: it may be escaped, joined, and written into another piece. It must not be measured, compared
 *    or shortened; a renderer that has to do so explores.
 * 3. What an alternative contains is shown only to readers who meet its condition, however deep it is.
 */
import type { Condition } from '@docwright/site-access/rules';
import { allOf, implies, keyOf, nobody, TooManyOutcomes } from './conditions.ts';

export const openMark = '\uFDD0';
/** Between the number of a condition and the text of the alternative. */
export const textMark = '\uFDD1';
/** After the text of an alternative that is followed by another. */
export const nextMark = '\uFDD2';
export const closeMark = '\uFDD3';

/** Noncharacters that begin and divide pieces. */
export const anyMark = /[\uFDD0-\uFDD3]/;

export interface Alternative {
  /** `undefined` is met by everybody. */
  readonly when: Condition | undefined;
  readonly text: string;
}

/** Answers whether the reader of the moment meets a condition. */
export type Meets = (condition: Condition | undefined) => boolean;

/** Outcomes of one exploration. */
const maxOutcomes = 1024;

/** The conditions of one build, by number, and the pieces that are written with them. */
export class Choices {
  readonly #conditions: Condition[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<Condition, number>();

  /** The text for readers who meet `when`, and `otherwise` for others. */
  piece(when: Condition | undefined, text: string, otherwise = ''): string {
    return this.firstOf([{ when, text }], otherwise);
  }

  /** The text of the first alternative that a reader meets, or `otherwise`. */
  firstOf(alternatives: readonly Alternative[], otherwise = ''): string {
    let written = '';
    let last = otherwise;
    for (const { when, text } of alternatives) {
      if (when === undefined) {
        last = text;
        break;
      }
      if (when.length > 0) written += `${this.#numberOf(when)}${textMark}${text}${nextMark}`;
    }
    return written === '' ? last : `${openMark}${written}${textMark}${last}${closeMark}`;
  }

  /**
   * Calls `decide` once for each outcome of the questions that it asks. It must be deterministic, and depend on readers through
   * `meets` alone. @throws TooManyOutcomes for more than `limit` outcomes
   */
  explore(decide: (meets: Meets) => string, limit = maxOutcomes): string {
    return this.firstOf(exploreOutcomes(decide, limit).map(({ when, value }) => ({ when, text: value })));
  }

  /** @throws RangeError */
  condition(number: number): Condition {
    const found = this.#conditions[number];
    if (found === undefined) throw new RangeError(`No condition has the number ${number}.`);
    return found;
  }

  #numberOf(condition: Condition): number {
    const known = this.#known.get(condition);
    if (known !== undefined) return known;
    const key = keyOf(condition);
    const number = this.#numbers.get(key) ?? this.#conditions.push(condition) - 1;
    this.#numbers.set(key, number);
    this.#known.set(condition, number);
    return number;
  }
}

export interface Outcome<T> {
  /** Readers who don't meet an outcome before this one and meet `when` see `value`; `undefined` is met by everybody. */
  readonly when: Condition | undefined;
  readonly value: T;
}

interface Answer {
  readonly condition: Condition;
  readonly isMet: boolean;
}

/**
 * The results of a function for all readers, in the order in which they have to be tried; the last one is for everybody. An
 * answered question isn't asked twice, nor one whose answer follows. @throws TooManyOutcomes
 */
export function exploreOutcomes<T>(decide: (meets: Meets) => T, limit = maxOutcomes): Outcome<T>[] {
  const outcomes: Outcome<T>[] = [];
  const trail: Answer[] = [];
  for (;;) {
    if (outcomes.length === limit) throw new TooManyOutcomes();
    let asked = 0;
    let when: Condition | undefined;
    const value = decide((condition) => {
      if (condition === undefined) return true;
      if (condition.length === 0) return false;
      if (implies(when, condition)) return true;
      const refused = trail.slice(0, asked).some((one) => !one.isMet && implies(condition, one.condition));
      if (refused) return false;
      const answer = trail[asked] ?? { condition, isMet: true };
      trail[asked] = answer;
      asked += 1;
      if (answer.isMet) when = allOf(when, condition);
      return answer.isMet;
    });
    outcomes.push({ when, value });
    while (trail.at(-1)?.isMet === false) trail.pop();
    const last = trail.pop();
    if (last === undefined) return merged(outcomes);
    // With "yes" first, a reader who meets a later outcome's answers fails the earlier ones at the question where they part.
    trail.push({ ...last, isMet: false });
  }
}

/** Neighbors with the same result are one outcome. */
function merged<T>(outcomes: readonly Outcome<T>[]): Outcome<T>[] {
  const kept: Outcome<T>[] = [];
  for (const { when, value } of outcomes) {
    const before = kept.at(-1);
    if (before?.value === value && before !== undefined) {
      kept.pop();
      kept.push({ when: when === undefined ? undefined : [...(before.when ?? nobody), ...when], value });
    } else kept.push({ when, value });
  }
  return kept;
}
