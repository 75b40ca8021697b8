import { diffArrays } from 'diff';
import { Places } from './text-lines.ts';

/** The differences between a text and the parts of another text. */
export interface Alignment {
  /** Parts that this text doesn't have. */
  readonly lost: ReadonlySet<number>;
  /** The additional text before a part. */
  readonly added: ReadonlyMap<number, string>;
}

/** Larger differences are written as a whole: finding common parts would take longer than it saves. */
const maxDifference = 1000;

/** Compares other texts with the parts of one. */
export class TextAligner {
  readonly #whole: readonly string[];
  readonly #places = new Places();
  readonly #numbers: readonly number[];

  constructor(whole: readonly string[]) {
    this.#whole = whole;
    this.#numbers = this.#places.numbersOf(whole);
  }

  align(parts: readonly string[]): Alignment {
    const lost = new Set<number>();
    const added = new Map<number, string>();
    const add = (at: number, text: string): void => void (text !== '' && added.set(at, (added.get(at) ?? '') + text));
    for (const { from, own, to } of this.#differences(parts)) {
      const changes = diffArrays(this.#whole.slice(from, to), own, { maxEditLength: maxDifference });
      let at = from;
      // The ends of elements are alike: it means nothing if only these are the same.
      const isReplaced = changes?.some((change) => change.added) ?? true;
      for (const change of changes ?? [{ added: true, removed: false, value: own }]) {
        const isKept = !change.added && !change.removed && !(isReplaced && change.value.every(isEndTag));
        if (!change.removed && !isKept) add(at, change.value.join(''));
        if (change.added) continue;
        if (!isKept) for (let index = 0; index < change.value.length; index++) lost.add(at + index);
        at += change.value.length;
      }
      for (; at < to; at++) lost.add(at);
    }
    return { lost: moveGaps(this.#whole, lost, added), added };
  }

  /** First by the places of parts, and what is left by the parts alone. */
  *#differences(parts: readonly string[]): Generator<Difference> {
    const numbers = this.#places.numbersOf(parts);
    const all = { from: 0, to: this.#whole.length, at: 0, end: parts.length };
    for (const range of rangesBetween(all, this.#numbers, numbers))
      for (const { from, to, at, end } of rangesBetween(range, this.#whole, parts))
        yield { from, to, own: parts.slice(at, end) };
  }
}

interface Difference {
  readonly from: number;
  readonly to: number;
  readonly own: string[];
}

/** From `from` to `to` in one text, and from `at` to `end` in another. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
}

/** Where two texts differ between values that each has once. */
function* rangesBetween<T>(range: Range, whole: readonly T[], other: readonly T[]): Generator<Range> {
  const inWhole = uniquePositions(whole, range.from, range.to);
  const inOther = uniquePositions(other, range.at, range.end);
  let { from, at } = range;
  for (let index = range.at; index < range.end; index++) {
    const value = other[index];
    if (value === undefined) continue;
    const isNext = whole[from] === value && at === index;
    const position = isNext ? from : inOther.has(value) ? inWhole.get(value) : undefined;
    if (position === undefined || position < from || position >= range.to) continue;
    yield* differenceUpTo({ from, to: position, at, end: index });
    from = position + 1;
    at = index + 1;
  }
  yield* differenceUpTo({ from, to: range.to, at, end: range.end });

  // The end first: what follows a list, such as a comma, must not be taken for a part of its first entry.
  function* differenceUpTo(here: Range): Generator<Range> {
    let { to, end } = here;
    while (to > here.from && end > here.at && whole[to - 1] === other[end - 1]) {
      to -= 1;
      end -= 1;
    }
    if (to > here.from || end > here.at) yield { ...here, to, end };
  }
}

function uniquePositions<T>(values: readonly T[], from: number, to: number): ReadonlyMap<T, number> {
  const positions = new Map<T, number>();
  const repeated = new Set<T>();
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value === undefined) continue;
    if (positions.has(value)) repeated.add(value);
    positions.set(value, index);
  }
  for (const value of repeated) positions.delete(value);
  return positions;
}

/** More than any score. */
const replacing = 8;

/**
 * If `<p>a</p><p>b</p>` lacks its first paragraph, a comparison may find that `a</p><p>` is missing. Shifts the
 * difference so that whole elements, blocks of lines and entries with their commas are missing, and a replaced part is
 * in one piece.
 */
function moveGaps(
  whole: readonly string[],
  lost: ReadonlySet<number>,
  added: ReadonlyMap<number, string>,
): ReadonlySet<number> {
  const moved = new Set(lost);
  const isFree = (at: number): boolean => at >= 0 && at < whole.length && !moved.has(at) && !added.has(at);
  for (const from of [...lost].sort((a, b) => a - b)) {
    if (!moved.has(from) || moved.has(from - 1) || added.has(from)) continue;
    let to = from + 1;
    while (moved.has(to) && !added.has(to)) to += 1;
    if (added.has(to)) continue;
    let best = { shift: 0, score: scoreOf(whole, from, to) };
    const consider = (shift: number, bonus = 0): void => {
      const score = scoreOf(whole, from + shift, to + shift) + bonus;
      if (score > best.score) best = { shift, score };
    };
    let back = 0;
    const fits = (): boolean => whole[from + back - 1] === whole[to + back - 1];
    while (isFree(from + back - 1) && fits()) consider(--back);
    // What is added begins where the parts begin that it replaces.
    if (added.has(from + back - 1) && !moved.has(from + back - 1) && fits()) consider(--back, replacing);
    for (let shift = 0; isFree(to + shift) && whole[from + shift] === whole[to + shift];) consider(++shift);
    for (let index = from; index < to; index++) moved.delete(index);
    for (let index = from; index < to; index++) moved.add(index + best.shift);
  }
  return moved;
}

/** Higher for a complete unit: an element, or a line with the more deeply indented lines below it. */
function scoreOf(whole: readonly string[], from: number, to: number): number {
  let depth = 0;
  let least = 0;
  let indent = Infinity;
  for (const part of whole.slice(from, to)) {
    if (part.startsWith('</')) depth -= 1;
    else if (/^<[a-z][^>]*(?<!\/)>/i.test(part) && !isVoid(part)) depth += 1;
    least = Math.min(least, depth);
    if (part.startsWith('\n')) indent = Math.min(indent, indentOf(part));
  }
  const isBalanced = least === 0 && depth === 0;
  const first = whole[from] ?? '';
  const isWhole =
    first.startsWith('<') || first.startsWith(',') || (first.startsWith('\n') && indentOf(first) === indent);
  const endsOpen = (whole[to - 1] ?? '').startsWith(',');
  return (isBalanced ? 4 : 0) + (isWhole ? 2 : 0) + (endsOpen ? 0 : 1);
}

function isEndTag(part: string): boolean {
  return /^<\/[a-z][^>]*>$/i.test(part);
}

function indentOf(line: string): number {
  return line.length - 1 - line.slice(1).trimStart().length;
}

function isVoid(tag: string): boolean {
  return /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i.test(tag);
}
