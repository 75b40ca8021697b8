/**
 * Text that depends on the reader, while a site is being written. Renderers write a *piece* instead of plain text:
 * alternatives between marks. A reader sees the first alternative whose condition they meet. When a file is complete,
 * `separateEdits` removes the marks and returns the text to store and the edits that turn it into a reader's text.
 *
 * 1. Marks are noncharacters of Unicode. Reading a source replaces them, so text that contains one has pieces.
 * 2. A piece is ordinary text: it may be escaped, joined, and written into another piece. It must not be measured,
 *    compared or shortened; a renderer that has to do so must use an exploration.
 * 3. The content of an alternative is shown only to readers who meet its condition, no matter how deeply it is nested.
 */
import type { AudienceEdit, Condition } from '@docwright/site-access/rules';
import { allOf, implies, keyOf, nobody, TooManyOutcomes } from './conditions.ts';

export const openMark = '\uFDD0';
/** Between a condition's number and the alternative's text. */
export const textMark = '\uFDD1';
/** After an alternative's text if another alternative follows. */
export const nextMark = '\uFDD2';
export const closeMark = '\uFDD3';

/** Noncharacters that begin and divide pieces. */
export const anyMark = /[\uFDD0-\uFDD3]/;

export interface Alternative {
  /** `undefined` if everyone meets the condition. */
  readonly when: Condition | undefined;
  readonly text: string;
}

/** Whether the current reader meets a condition. */
export type Meets = (condition: Condition | undefined) => boolean;

/** A finished text without its marks. */
export interface SeparatedFile {
  /** The text for readers who meet only the file's condition. */
  readonly bytes: Uint8Array;
  readonly edits: readonly AudienceEdit[];
}

/** Text with pieces that many files contain. */
export interface SharedText {
  readonly marked: string;
  /** The text without its marks, by the condition that all readers of a file meet. */
  readonly taken: Map<Condition | undefined, SeparatedFile>;
}

/** Precedes the number of a shared text, instead of a condition. */
export const sharedSign = '&';

/** Maximum length of text whose bytes are cached; longer text rarely occurs in two files. */
const maxSharedChars = 256 * 1024;

/** Maximum number of outcomes of an exploration. */
const maxOutcomes = 1024;

/** The conditions of one build, by number, and the pieces that are written with them. */
export class Choices {
  readonly #conditions: Condition[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<Condition, number>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #shared: SharedText[] = [];

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
   * Calls `decide` once for each combination of answers to its questions. `decide` must be deterministic, and depend on
   * readers only through `meets`.
   * @throws TooManyOutcomes for more than `limit` outcomes
   */
  explore(decide: (meets: Meets) => string, limit = maxOutcomes): string {
    return this.outcomes(exploreOutcomes(decide, limit));
  }

  /** Writes the outcomes' texts as one piece; their common beginning and end are written once. */
  outcomes(outcomes: readonly Outcome<string>[]): string {
    const [first] = outcomes;
    if (first === undefined || outcomes.length === 1) return first?.value ?? '';
    const texts = outcomes.map(({ value }) => value);
    const start = sharedStart(texts);
    const end = sharedEnd(texts.map((text) => text.slice(start)));
    const alternatives = outcomes.map(({ when, value }) => ({ when, text: value.slice(start, value.length - end) }));
    return first.value.slice(0, start) + this.firstOf(alternatives) + first.value.slice(first.value.length - end);
  }

  /** For writers that append to their output: the following text, up to `close`, is for readers who meet `when`. */
  open(when: Condition): string {
    return `${openMark}${this.#numberOf(when)}${textMark}`;
  }

  close(otherwise = ''): string {
    return `${nextMark}${textMark}${otherwise}${closeMark}`;
  }

  /**
   * A reference to text with complete pieces that many files contain, so that it is processed once. Text that
   * contains a reference, which may be a source's own characters, isn't shared, because it could refer to itself.
   */
  share(marked: string): string {
    if (marked.includes(openMark + sharedSign)) return marked;
    const number = this.#shared.push({ marked, taken: new Map() }) - 1;
    return `${openMark}${sharedSign}${number}${textMark}${closeMark}`;
  }

  /** @throws RangeError */
  shared(number: number): SharedText {
    const found = this.#shared[number];
    if (found === undefined) throw new RangeError(`No shared text has the number ${number}.`);
    return found;
  }

  /** The text as bytes; the same array for the same short text, because the sidebar's pieces are in every page. */
  bytesOf(text: string): Uint8Array {
    if (text.length > maxSharedChars) return Buffer.from(text);
    const known = this.#bytes.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    this.#bytes.set(text, bytes);
    return bytes;
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
  /**
   * `value` is for readers who meet this condition and none of the conditions of earlier outcomes. `undefined` if
   * everyone meets it.
   */
  readonly when: Condition | undefined;
  readonly value: T;
}

interface Answer {
  readonly condition: Condition;
  readonly isMet: boolean;
}

/**
 * The results of a function for all readers, in the order in which they must be tested; the last result is for
 * everyone. Answered questions, and questions whose answers follow from others, aren't asked again.
 * @throws TooManyOutcomes
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
    // Because "yes" is explored first, a reader with the answers of a later outcome doesn't meet the conditions of the
    // earlier outcomes: they require "yes" where the later outcome has "no".
    trail.push({ ...last, isMet: false });
  }
}

/** Length of the common beginning of all texts, up to the first mark. */
function sharedStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  if (texts.includes('')) return 0;
  const mark = first.search(anyMark);
  let length = mark === -1 ? first.length : mark;
  for (const other of others) {
    let same = 0;
    while (same < length && first.charCodeAt(same) === other.charCodeAt(same)) same += 1;
    length = same;
  }
  // A pair of surrogates is one character.
  return /[\uD800-\uDBFF]/.test(first.charAt(length - 1)) ? length - 1 : length;
}

/** Length of the common end of all texts, after the last mark. */
function sharedEnd(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  const shortest = Math.min(...texts.map((text) => text.length));
  let length = 0;
  while (length < shortest && !anyMark.test(first.charAt(first.length - length - 1))) length += 1;
  for (const other of others) {
    let same = 0;
    const most = Math.min(length, other.length);
    while (same < most && first.charCodeAt(first.length - same - 1) === other.charCodeAt(other.length - same - 1))
      same += 1;
    length = same;
  }
  return /[\uDC00-\uDFFF]/.test(first.charAt(first.length - length)) ? length - 1 : length;
}

/** Merges adjacent outcomes with the same result. */
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
