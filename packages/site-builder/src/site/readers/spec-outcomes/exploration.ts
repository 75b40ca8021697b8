import type { Condition } from '@docwright/site-access/rules';
import type { Choices, Meets } from '../choices/choices.ts';
import { anyOf, implies, TooManyOutcomes } from '../choices/conditions.ts';
import { TextAligner, type Alignment } from './align-text.ts';
import { answersOf, Runs, type Answers, type Result } from './runs.ts';
import { writeRegularText } from './regular-text.ts';
import { decidePart, textFor, toParts, type Part, type Tree } from './decide-part.ts';

/** Up to this many combinations of answers are always explored. */
const fewResults = 16;

/** Maximum number of combinations if texts aren't regular: each requires rendering a page or writing a file. */
const maxResults = 256;

export interface ExploreOptions<T> {
  /** The required texts: if they are regular, few results are enough. */
  readonly texts?: readonly ((value: T) => string)[];
  /** Whether this many results may be computed. */
  readonly reserve?: (results: number) => boolean;
}

/**
 * Computes the result for each reader with a function that asks questions about the reader and must ask the same
 * questions each time. Texts are divided where the results differ, and each part depends on few questions: the
 * difference for one group is one piece, no matter how many groups there are.
 *
 * 1. For few questions, the function is called for each combination of answers.
 * 2. For more questions, it is called for each question alone, for all together, and for some other combinations to
 *    check that the texts are regular.
 * 3. If they aren't, it is called for each combination, up to a limit. Beyond the limit, a reader sees the computed
 *    result with the most questions to which they answer yes: less than they are allowed to, but never more.
 */
export class Exploration<T> {
  readonly #questions: readonly Condition[];
  /**
   * Sorted by number of answers: the first is for readers who meet nothing, and the last for readers who meet
   * everything.
   */
  readonly results: readonly Result<T>[];
  readonly #runs: Runs<T> | undefined;
  /** Whether some readers see less than they are allowed to. */
  readonly isPartial: boolean;

  private constructor({ questions, results, runs, isPartial = false }: ExplorationParts<T>) {
    this.#questions = questions;
    this.results = results;
    this.#runs = runs;
    this.isPartial = isPartial;
  }

  static of<T>(
    decide: (meets: Meets) => T,
    { texts = [], reserve = () => true }: ExploreOptions<T> = {},
  ): Exploration<T> {
    const runs = Runs.of(decide);
    const { questions } = runs;
    const few = combine(questions, fewResults);
    if (few !== undefined) return new Exploration({ questions, results: runs.makeAll(few) });
    const isSampled = runs.sample();
    if (isSampled && texts.length > 0 && texts.every((pick) => runs.regularText(pick) !== undefined))
      return new Exploration({ questions, results: runs.results(), runs });
    const many = combine(questions, maxResults);
    if (many !== undefined && reserve(many.length)) return new Exploration({ questions, results: runs.makeAll(many) });
    return new Exploration({ questions, results: runs.results(), runs, isPartial: true });
  }

  /** Number of questions. */
  get questions(): number {
    return this.#questions.length;
  }

  map<U>(change: (value: T) => U): Exploration<U> {
    const results = this.results.map((result) => ({ ...result, value: change(result.value) }));
    const runs = this.#runs?.map(change);
    return new Exploration({ questions: this.#questions, results, isPartial: this.isPartial, ...(runs && { runs }) });
  }

  /** The result for readers who meet nothing. */
  get base(): T {
    return this.#at(0).value;
  }

  /** The text of the results, with pieces where they differ. It may already contain pieces. */
  text(pick: (value: T) => string, choices: Choices): string {
    const texts = this.results.map(({ value }) => pick(value));
    const whole = texts.at(-1) ?? '';
    if (texts.every((text) => text === whole)) return whole;
    const regular = this.#runs?.regularText(pick);
    if (regular !== undefined) return writeRegularText(regular, choices);
    const aligner = new TextAligner(whole);
    const wholeParts = aligner.parts;
    const alignments = new Map<string, Alignment>();
    const aligned = this.results.map(({ answers }, index) => {
      const text = texts[index] ?? '';
      const alignment = alignments.get(text) ?? aligner.align(text);
      alignments.set(text, alignment);
      return { answers, ...alignment };
    });
    if (this.#runs !== undefined) return this.#writeMost(toParts(wholeParts, aligned), choices);
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
   * The condition of the readers who get a result of a kind: `[]` for no one, and `undefined` for everyone.
   * @throws TooManyOutcomes, including if some readers who meet the condition get a result of another kind
   */
  condition(isOfKind: (value: T) => boolean): Condition | undefined {
    const [of, others] = [true, false].map((kind) => this.results.filter(({ value }) => isOfKind(value) === kind));
    const when = anyOf((of ?? []).map((result) => result.when));
    if (others?.some((result) => implies(result.when, when)) === true) throw new TooManyOutcomes();
    return when;
  }

  /** Writes pieces such that each reader sees the whole text of one result. */
  #writeMost(parts: readonly Part[], choices: Choices): string {
    const order = this.results.map(({ when }, index) => ({ when, index })).toReversed();
    return parts
      .map((part) => {
        const [first] = part;
        if (part.every(({ text }) => text === first?.text)) return first?.text ?? '';
        return choices.firstOf(order.map(({ when, index }) => ({ when, text: part[index]?.text ?? '' })));
      })
      .join('');
  }

  #at(index: number): Result<T> {
    const result = this.results[index];
    if (result === undefined) throw new RangeError(`Result ${index} doesn't exist.`);
    return result;
  }
}

interface ExplorationParts<T> {
  readonly questions: readonly Condition[];
  readonly results: readonly Result<T>[];
  /** Used if not all results were computed. */
  readonly runs?: Runs<T>;
  readonly isPartial?: boolean;
}

/**
 * All combinations of answers; `undefined` if they exceed the limit. A positive answer to one question may
 * imply others.
 */
function combine(questions: readonly Condition[], limit: number): Answers[] | undefined {
  const found = new Map<string, Answers>([['', { answers: new Set(), when: undefined }]]);
  for (const [index] of questions.entries())
    for (const { answers: before } of found.values()) {
      const next = answersOf(questions, [...before, index]);
      if (next?.when?.length === 0) continue;
      if (next === undefined) return undefined;
      found.set([...next.answers].join(), next);
      if (found.size > limit) return undefined;
    }
  return [...found.values()].toSorted((a, b) => a.answers.size - b.answers.size);
}
