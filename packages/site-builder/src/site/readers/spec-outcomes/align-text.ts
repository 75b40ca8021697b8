import { diffArrays } from 'diff';
import { divideText } from './divide-text.ts';
import { Places, type Around, type LineStart } from './text-lines.ts';

/** The differences between a text and the parts of another text. */
export interface Alignment {
  /** Parts that this text doesn't have. */
  readonly lost: ReadonlySet<number>;
  /** The additional text before a part. */
  readonly added: ReadonlyMap<number, string>;
}

/** Limit above which a difference is written as a whole: finding common parts would take longer than it saves. */
const maxDifference = 1000;

/**
 * Number of parts around a difference that are also compared, because a line, or the previous entry, can begin in the
 * same way.
 */
const margin = 8;

const noLine: LineStart = { start: 0, around: undefined };

/** Compares the parts of a text with other texts. */
export class TextAligner {
  readonly parts: readonly string[];
  readonly #text: string;
  readonly #isCompared: (part: string) => boolean;
  /** The start of each part, and the end of the last part. */
  readonly #starts: readonly number[];
  readonly #places = new Places();
  readonly #numbers: readonly number[];
  readonly #lines: readonly LineStart[];

  /** @param isCompared whether a part is compared at all */
  constructor(text: string, isCompared: (part: string) => boolean = () => true) {
    this.#text = text;
    this.#isCompared = isCompared;
    const parts: string[] = [];
    const starts: number[] = [];
    let at = 0;
    for (const part of divideText(text)) {
      if (isCompared(part)) {
        parts.push(part);
        starts.push(at);
      }
      at += part.length;
    }
    this.parts = parts;
    this.#starts = [...starts, text.length];
    const { numbers, lines } = this.#places.numbersOf(parts);
    this.#numbers = numbers;
    this.#lines = lines;
  }

  align(text: string): Alignment {
    const lost = new Set<number>();
    const added = new Map<number, string>();
    const add = (at: number, more: string): void => void (more !== '' && added.set(at, (added.get(at) ?? '') + more));
    for (const { from, own, to } of this.#differences(text)) {
      const changes = diffArrays(this.parts.slice(from, to), own, { maxEditLength: maxDifference });
      let at = from;
      // The ends of elements are often equal, so a match of only these ends is ignored.
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
    return { lost: moveGaps(this.parts, lost, added), added };
  }

  /** Compares parts at the same position first, and then the remaining parts by their text alone. */
  *#differences(text: string): Generator<Difference> {
    if (text === this.#text) return;
    const { from, to, around } = this.#different(text);
    const own = text.slice(this.#starts[from], text.length - this.#text.length + (this.#starts[to] ?? 0));
    // Another line follows, so a comma at the end is at the end of a line.
    const divided = to === this.parts.length ? divideText(own) : divideText(`${own}\n`).slice(0, -1);
    const parts = divided.filter(this.#isCompared);
    const { numbers } = this.#places.numbersOf(parts, around);
    for (const range of rangesBetween({ from, to, at: 0, end: parts.length }, this.#numbers, numbers))
      for (const { from: first, to: last, at, end } of rangesBetween(range, this.parts, parts))
        yield { from: first, to: last, own: parts.slice(at, end) };
  }

  /** The lines between which the texts differ: most of a page is the same around them. */
  #different(text: string): { readonly from: number; readonly to: number; readonly around: Around | undefined } {
    const whole = this.#text;
    const start = sharedStart(whole, text);
    const end = whole.length - sharedEnd(whole, text, Math.min(whole.length, text.length) - start);
    const first = Math.max(0, countUpTo(this.#starts, start) - margin);
    const to = Math.min(this.parts.length, countUpTo(this.#starts, end) + margin);
    const lines = this.#lines.map((one) => one.start);
    const { start: from, around } = this.#lines[Math.max(0, countUpTo(lines, first) - 1)] ?? noLine;
    return { from, to: lines[countUpTo(lines, to)] ?? this.parts.length, around };
  }
}

/** Returns how many of the ascending numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Size of the blocks in which long texts are compared: comparing characters takes many times as long. */
const block = 1024;

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same + block <= most && a.slice(same, same + block) === b.slice(same, same + block)) same += block;
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  return same;
}

function sharedEnd(a: string, b: string, most: number): number {
  let same = 0;
  const tail = (text: string, length: number): string => text.slice(text.length - same - length, text.length - same);
  while (same + block <= most && tail(a, block) === tail(b, block)) same += block;
  while (same < most && tail(a, 1) === tail(b, 1)) same += 1;
  return same;
}

interface Difference {
  readonly from: number;
  readonly to: number;
  readonly own: string[];
}

/** A range from `from` to `to` in one text, and from `at` to `end` in another. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
}

/** Ranges in which two texts differ, between values that occur once in each. */
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

  // The end is compared first: text after a list, such as a comma, must not be matched with part of its first entry.
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

/** Score of a replacement: higher than any other. */
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
    // An added text begins at the same point as the parts that it replaces.
    if (added.has(from + back - 1) && !moved.has(from + back - 1) && fits()) consider(--back, replacing);
    for (let shift = 0; isFree(to + shift) && whole[from + shift] === whole[to + shift];) consider(++shift);
    for (let index = from; index < to; index++) moved.delete(index);
    for (let index = from; index < to; index++) moved.add(index + best.shift);
  }
  return moved;
}

/** Scores a difference, higher for a complete unit: an element, or a line with the more indented lines below it. */
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
