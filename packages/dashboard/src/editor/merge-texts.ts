import { findDifference } from '@docwright/doc-agent/find-difference';

/** The lines that one side replaced: those of the base from `from` up to `to`, exclusive. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Combines two versions of a file, or returns `undefined` if that isn't possible. All changes of one side, and the
 * lines between them, must be above the other side's changes and not adjacent to them.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const lines = toLines(base);
  const [first, second] = [findReplacement(lines, toLines(mine)), findReplacement(lines, toLines(theirs))].toSorted(
    (one, other) => one.from - other.from,
  );
  if (first === undefined || second === undefined || first.to >= second.from) return undefined;
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join('');
}

/** Returns the indices of the lines that differ from the other version; `to` is exclusive. */
export function findDifferentLines(text: string, other: string): readonly [from: number, to: number] {
  const { from, to } = findDifference(toLines(text), toLines(other));
  return [from, to];
}

/** Splits text into lines with their endings, so that a missing final newline is a difference. */
const toLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function findReplacement(base: readonly string[], changed: readonly string[]): Replacement {
  const { from, to, otherTo } = findDifference(base, changed);
  return { from, to, lines: changed.slice(from, otherTo) };
}
