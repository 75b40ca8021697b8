import { diffArrays } from 'diff';

/** The differences between a text and the parts of another text. */
export interface Alignment {
  /** Parts that this text doesn't have. */
  readonly lost: ReadonlySet<number>;
  /** The additional text before a part. */
  readonly added: ReadonlyMap<number, string>;
}

/** Larger differences are written as a whole: finding common parts would take longer than it saves. */
const maxDifference = 1000;

export function alignText(whole: readonly string[], parts: readonly string[]): Alignment {
  const lost = new Set<number>();
  const added = new Map<number, string>();
  const add = (at: number, text: string): void => void (text !== '' && added.set(at, (added.get(at) ?? '') + text));
  for (const { from, to, own } of differences(whole, parts)) {
    const changes = diffArrays(whole.slice(from, to), own, { maxEditLength: maxDifference });
    let at = from;
    for (const change of changes ?? [{ added: true, removed: false, value: own }]) {
      if (change.added) add(at, change.value.join(''));
      else {
        if (change.removed) for (let index = 0; index < change.value.length; index++) lost.add(at + index);
        at += change.value.length;
      }
    }
    for (; at < to; at++) lost.add(at);
  }
  return { lost: moveGaps(whole, lost, added), added };
}

interface Difference {
  readonly from: number;
  readonly to: number;
  readonly own: string[];
}

/** The differences between two texts, between the parts that each contains once. */
function* differences(whole: readonly string[], parts: readonly string[]): Generator<Difference> {
  const inWhole = uniquePositions(whole);
  const inParts = uniquePositions(parts);
  let from = 0;
  let at = 0;
  const differenceUpTo = (to: number, end: number): Difference[] =>
    to > from || end > at ? [{ from, to, own: parts.slice(at, end) }] : [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    const isNext = whole[from] === part && at === index;
    const position = isNext ? from : inParts.has(part) ? inWhole.get(part) : undefined;
    if (position === undefined || position < from) continue;
    yield* differenceUpTo(position, index);
    from = position + 1;
    at = index + 1;
  }
  yield* differenceUpTo(whole.length, parts.length);
}

function uniquePositions(parts: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, part] of parts.entries()) {
    if (positions.has(part)) repeated.add(part);
    positions.set(part, index);
  }
  for (const part of repeated) positions.delete(part);
  return positions;
}

/**
 * If `<p>a</p><p>b</p>` lacks its first paragraph, a comparison may find that `a</p><p>` is missing. Shifts the
 * difference so that whole elements, blocks of lines and entries with their commas are missing.
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
    const consider = (shift: number): void => {
      const score = scoreOf(whole, from + shift, to + shift);
      if (score > best.score) best = { shift, score };
    };
    for (let shift = 0; isFree(from + shift - 1) && whole[from + shift - 1] === whole[to + shift - 1];)
      consider(--shift);
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

function indentOf(line: string): number {
  return line.length - 1 - line.slice(1).trimStart().length;
}

function isVoid(tag: string): boolean {
  return /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i.test(tag);
}
