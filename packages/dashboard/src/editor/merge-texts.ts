/** The lines that one side replaced: those of the base from `from` to before `to`. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Combines two versions of a text if they changed different lines, and returns `undefined` otherwise. Adjacent changes
 * aren't combined, as in git.
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

/** Indices of the lines in which each text differs from the other one. */
export function findDifferentLines(
  one: string,
  other: string,
): { readonly one: readonly [from: number, to: number]; readonly other: readonly [from: number, to: number] } {
  const [before, after] = [toLines(one), toLines(other)];
  const { from, to, lines } = findReplacement(before, after);
  return { one: [from, to], other: [from, from + lines.length] };
}

/** Lines with their endings, so that a missing final newline is a difference. */
const toLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function findReplacement(base: readonly string[], changed: readonly string[]): Replacement {
  const shorter = Math.min(base.length, changed.length);
  let from = 0;
  while (from < shorter && base[from] === changed[from]) from += 1;
  let end = 0;
  while (end < shorter - from && base[base.length - 1 - end] === changed[changed.length - 1 - end]) end += 1;
  return { from, to: base.length - end, lines: changed.slice(from, changed.length - end) };
}
