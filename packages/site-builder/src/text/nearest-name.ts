/**
 * Returns the name that `written` probably means: the one with the fewest edits (insertion, deletion, substitution, swap
 * of adjacent letters). The maximum is one edit for every three characters of `written`, but at least one edit. Returns
 * `undefined` if no name is similar enough.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const limit = Math.max(1, Math.floor(written.length / 3));
  let best: string | undefined;
  let bestEdits = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= bestEdits) continue;
    const edits = countEdits(fold(written), fold(name));
    if (edits < bestEdits) [best, bestEdits] = [name, edits];
  }
  return best;
}

/** Longer names aren't typed manually. */
const MAX_LENGTH = 60;

/** Removes differences in spelling: `og_image`, `ogImage` and `og-image` are one name. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

function countEdits(one: string, other: string): number {
  let older: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    older = before;
    before = row;
  }
  return before[other.length] ?? 0;
}
