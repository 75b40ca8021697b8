/** Words that a mistyped one may have meant. */

/** Slips that a word of so many letters may have: short words have too many neighbours. */
export function slipsAllowed(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** The nearest of `words`: fewest slips first, then those with the same first letter; at most `limit`, none with more slips than allowed. */
export function nearestWords(text: string, words: Iterable<string>, limit: number): { word: string; slips: number }[] {
  const allowed = slipsAllowed(text.length);
  if (allowed === 0) return [];
  const found: { word: string; slips: number; sameStart: boolean }[] = [];
  let least = allowed;
  for (const word of words) {
    if (Math.abs(word.length - text.length) > least) continue;
    const slips = countSlips(text, word, least);
    if (slips > least) continue;
    least = slips;
    found.push({ word, slips, sameStart: word[0] === text[0] });
  }
  return found
    .filter(({ slips }) => slips === least)
    .sort((a, b) => Number(b.sameStart) - Number(a.sameStart))
    .slice(0, limit);
}

/** Letters added, left out, changed or swapped with a neighbour (optimal string alignment); more than `most` is not counted on. */
export function countSlips(a: string, b: string, most: number): number {
  const width = b.length + 1;
  let before: number[] = [];
  let last = Array.from({ length: width }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    let least = row;
    for (let column = 1; column < width; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
