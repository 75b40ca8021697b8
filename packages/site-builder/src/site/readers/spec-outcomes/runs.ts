import type { Condition } from '@docwright/site-access/rules';
import type { Meets } from '../choices/choices.ts';
import { allOf, implies, keyOf, TooManyOutcomes } from '../choices/conditions.ts';
import { findRegularText, type RegularText } from './regular-text.ts';
import type { Sample } from './sample.ts';

export interface Answers {
  /** The numbers of the questions to which the result's readers answer yes. */
  readonly answers: ReadonlySet<number>;
  /** The condition that these readers meet; `undefined` if nothing is required. */
  readonly when: Condition | undefined;
}

export interface Result<T> extends Answers {
  readonly value: T;
}

interface RunsParts<T> {
  readonly questions: readonly Condition[];
  readonly made: ReadonlyMap<string, Result<T>>;
  readonly decide: ((answers: ReadonlySet<number>) => T) | undefined;
}

/** Maximum number of additional results per question that a text may need. */
const moreResults = 4;

/** Results of a function that asks about readers. */
export class Runs<T> {
  /** In the order in which they are asked. */
  readonly questions: readonly Condition[];
  readonly #decide: RunsParts<T>['decide'];
  /** Keyed by the numbers of the requested answers. */
  readonly #made: Map<string, Result<T>>;
  readonly #regular = new Map<(value: T) => string, RegularText | undefined>();

  private constructor({ questions, made, decide }: RunsParts<T>) {
    this.questions = questions;
    this.#decide = decide;
    this.#made = new Map(made);
  }

  static of<T>(decide: (meets: Meets) => T): Runs<T> {
    const asked = new Map<string, Condition>();
    const value = decide((condition) => {
      if (condition !== undefined && condition.length > 0) asked.set(keyOf(condition), condition);
      return condition === undefined;
    });
    const numbers = new Map([...asked.keys()].map((key, index) => [key, index]));
    return new Runs({
      questions: [...asked.values()],
      made: new Map([['', { answers: new Set(), when: undefined, value }]]),
      decide: (answers) =>
        decide((condition) => {
          if (condition === undefined) return true;
          const number = numbers.get(keyOf(condition));
          return number !== undefined && answers.has(number);
        }),
    });
  }

  /** The same results with other values; no more results can be computed. */
  map<U>(change: (value: T) => U): Runs<U> {
    const values = new Map(this.results().map((result) => [result, { ...result, value: change(result.value) }]));
    const made = [...this.#made].flatMap(([key, result]) => {
      const changed = values.get(result);
      return changed === undefined ? [] : [[key, changed] as const];
    });
    return new Runs({ questions: this.questions, made: new Map(made), decide: undefined });
  }

  /** All computed results, with fewer answers first. */
  results(): readonly Result<T>[] {
    return [...new Set(this.#made.values())].toSorted((a, b) => a.answers.size - b.answers.size);
  }

  makeAll(all: readonly Answers[]): readonly Result<T>[] {
    return all.flatMap(({ answers }) => this.#make([...answers]) ?? []);
  }

  /**
   * Computes the results for all answers, for each single answer, and some for verification. Returns whether the
   * function has results.
   */
  sample(): boolean {
    const every = this.questions.map((_, index) => index);
    if (this.#make(every) === undefined) return false;
    for (const one of every) this.#make([one]);
    const half = Math.floor(every.length / 2);
    const checks = [
      every.filter((one) => one % 2 === 0),
      every.filter((one) => one % 2 === 1),
      every.slice(0, half),
      every.slice(half),
      every.slice(0, 2),
      every.slice(-2),
      every.filter((one) => one % 3 !== 0),
      every.slice(1, -1),
    ];
    for (const check of checks) this.#make(check);
    return true;
  }

  /** The results' text, if it is regular. */
  regularText(pick: (value: T) => string): RegularText | undefined {
    if (!this.#regular.has(pick)) this.#regular.set(pick, this.#findRegular(pick));
    return this.#regular.get(pick);
  }

  #findRegular(pick: (value: T) => string): RegularText | undefined {
    const texts = new Map<Result<T>, Sample>();
    const toSample = (result: Result<T>): Sample => {
      const sample = texts.get(result) ?? { answers: result.answers, when: result.when, text: pick(result.value) };
      texts.set(result, sample);
      return sample;
    };
    const most = (moreResults + 2) * this.questions.length + 16;
    for (;;) {
      const found = findRegularText({
        count: this.questions.length,
        get: (answers) => {
          const result = this.#made.get(keyOfAnswers(answers));
          return result && toSample(result);
        },
        all: this.results().map(toSample),
      });
      if (found === undefined || !('missing' in found)) return found;
      if (this.#made.size + found.missing.length > most) return undefined;
      if (!found.missing.every((answers) => this.#make(answers) !== undefined)) return undefined;
    }
  }

  #make(answers: readonly number[]): Result<T> | undefined {
    const key = keyOfAnswers(answers);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const next = answersOf(this.questions, answers);
    if (next === undefined || next.when?.length === 0 || this.#decide === undefined) return undefined;
    const own = keyOfAnswers(next.answers);
    const made = this.#made.get(own) ?? { ...next, value: this.#decide(next.answers) };
    this.#made.set(own, made).set(key, made);
    return made;
  }
}

/**
 * The readers who answer yes to these questions, and the implied answers; `undefined` if the condition is too complex.
 */
export function answersOf(questions: readonly Condition[], answers: Iterable<number>): Answers | undefined {
  try {
    const when = [...answers].reduce<Condition | undefined>((all, one) => allOf(all, questions[one]), undefined);
    if (when === undefined) return { answers: new Set(), when };
    return { answers: new Set(questions.flatMap((other, index) => (implies(when, other) ? [index] : []))), when };
  } catch (error) {
    if (error instanceof TooManyOutcomes) return undefined;
    throw error;
  }
}

function keyOfAnswers(answers: Iterable<number>): string {
  return [...answers].toSorted((a, b) => a - b).join();
}
