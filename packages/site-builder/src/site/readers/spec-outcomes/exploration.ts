import type { Condition } from '@docwright/site-access/rules';
import type { Choices, Meets } from '../choices/choices.ts';
import { allOf, anyOf, implies, keyOf, TooManyOutcomes } from '../choices/conditions.ts';
import { alignText, type Alignment } from './align-text.ts';
import { decidePart, textFor, toParts, type Part, type Tree } from './decide-part.ts';
import { divideText } from './divide-text.ts';

/** Ways to answer all questions. Each takes a page to be rendered, or a file to be written. */
const maxResults = 256;

interface Answers {
  /** The numbers of the questions that its readers answer with yes. */
  readonly answers: ReadonlySet<number>;
  /** The condition of these readers; `undefined` if nothing is required. */
  readonly when: Condition | undefined;
}

interface Result<T> extends Answers {
  readonly value: T;
}

/**
 * What something is for each reader, by a function that asks about the reader. It is called for each way to answer its questions,
 * and must ask the same ones each time. Texts are divided where the results differ, and each part depends on few of the
 * questions: what differs for one group is one piece, however many groups there are.
 */
export class Exploration<T> {
  readonly #questions: readonly Condition[];
  /** With fewer answers first: the first is for readers who meet nothing, and the last for those who meet everything. */
  readonly results: readonly Result<T>[];

  private constructor(questions: readonly Condition[], results: readonly Result<T>[]) {
    this.#questions = questions;
    this.results = results;
  }

  /** @throws TooManyOutcomes */
  static of<T>(decide: (meets: Meets) => T, limit = maxResults): Exploration<T> {
    const questions = new Map<string, Condition>();
    const base = decide((condition) => {
      if (condition !== undefined && condition.length > 0) questions.set(keyOf(condition), condition);
      return condition === undefined;
    });
    const asked = [...questions.values()];
    const numbers = new Map([...questions.keys()].map((key, index) => [key, index]));
    const [, ...combinations] = combine(asked, limit);
    return new Exploration(asked, [
      { answers: new Set(), when: undefined, value: base },
      ...combinations.map(({ answers, when }) => {
        const value = decide((condition) => {
          if (condition === undefined) return true;
          const number = numbers.get(keyOf(condition));
          return number !== undefined && answers.has(number);
        });
        return { answers, when, value };
      }),
    ]);
  }

  map<U>(change: (value: T) => U): Exploration<U> {
    return new Exploration(
      this.#questions,
      this.results.map((result) => ({ ...result, value: change(result.value) })),
    );
  }

  /** The result for readers who meet nothing. */
  get base(): T {
    return this.#at(0).value;
  }

  /** A text of the results, with pieces where they differ. It may have pieces already. */
  text(pick: (value: T) => string, choices: Choices): string {
    const texts = this.results.map(({ value }) => pick(value));
    const whole = texts.at(-1) ?? '';
    if (texts.every((text) => text === whole)) return whole;
    const wholeParts = divideText(whole);
    const alignments = new Map<string, Alignment>();
    const aligned = this.results.map(({ answers }, index) => {
      const text = texts[index] ?? '';
      const alignment = alignments.get(text) ?? alignText(wholeParts, divideText(text));
      alignments.set(text, alignment);
      return { answers, ...alignment };
    });
    const trees = new Map<string, Tree>();
    const decided = (part: Part): Tree => {
      const key = JSON.stringify(part.map(({ text }) => text));
      const tree = trees.get(key) ?? decidePart(part);
      trees.set(key, tree);
      return tree;
    };
    return toParts(wholeParts, aligned)
      .map((part) => decided(part))
      .map((tree) =>
        tree.kind === 'text'
          ? tree.text
          : choices.explore((meets) => textFor(tree, (question) => meets(this.#questions[question]))),
      )
      .join('');
  }

  /**
   * The readers who get a result of a kind: `[]` for nobody, and `undefined` for everyone. @throws TooManyOutcomes also if readers who meet
   * more than those don't have it
   */
  condition(isOfKind: (value: T) => boolean): Condition | undefined {
    const [of, others] = [true, false].map((kind) => this.results.filter(({ value }) => isOfKind(value) === kind));
    const when = anyOf((of ?? []).map((result) => result.when));
    if (others?.some((result) => implies(result.when, when)) === true) throw new TooManyOutcomes();
    return when;
  }

  #at(index: number): Result<T> {
    const result = this.results[index];
    if (result === undefined) throw new RangeError(`There is no result ${index}.`);
    return result;
  }
}

/** All ways to answer. A reader who meets one question may meet others by that. */
function combine(questions: readonly Condition[], limit: number): Answers[] {
  const found = new Map<string, Answers>([['', { answers: new Set(), when: undefined }]]);
  for (const question of questions)
    for (const before of found.values()) {
      const when = allOf(before.when, question);
      if (when?.length === 0) continue;
      const all = questions.flatMap((other, index) => (implies(when, other) ? [index] : []));
      found.set(all.join(), { answers: new Set(all), when });
      if (found.size > limit) throw new TooManyOutcomes();
    }
  return [...found.values()].toSorted((a, b) => a.answers.size - b.answers.size);
}
