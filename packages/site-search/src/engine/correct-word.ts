/** Finds words that may have been meant by a mistyped word. */

/** Returns the maximum number of typos in a word of this length: short words are similar to too many others. */
export function typosAllowed(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * Returns the most similar of `words`: fewest typos first, then those with the same first letter; at most `limit`,
 * excluding words with more typos than allowed.
 */
export function nearestWords(text: string, words: readonly string[], limit: number): { word: string; slips: number }[] {
  const allowed = typosAllowed(text.length);
  if (allowed === 0) return [];
  const letters = lettersOfAll(words);
  const own = lettersOf(text);
  const found: { word: string; slips: number; sameStart: boolean }[] = [];
  let least = allowed;
  for (let place = 0; place < words.length; place++) {
    const others = letters[place] ?? 0;
    // A typo removes at most one letter and adds at most one.
    if (countBits(own & ~others) > least || countBits(others & ~own) > least) continue;
    const word = words[place] ?? '';
    if (Math.abs(word.length - text.length) > least) continue;
    const slips = countTypos(text, word, least);
    if (slips > least) continue;
    least = slips;
    found.push({ word, slips, sameStart: word[0] === text[0] });
  }
  return found
    .filter(({ slips }) => slips === least)
    .sort((a, b) => Number(b.sameStart) - Number(a.sameStart))
    .slice(0, limit);
}

const lettersByList = new WeakMap<readonly string[], Uint32Array>();

function lettersOfAll(words: readonly string[]): Uint32Array {
  const known = lettersByList.get(words) ?? Uint32Array.from(words, lettersOf);
  lettersByList.set(words, known);
  return known;
}

/** Returns 32 bits, one for each class of letters, set if the word contains a letter of that class. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let place = 0; place < word.length; place++) bits |= 1 << (word.charCodeAt(place) & 31);
  return bits >>> 0;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/**
 * Counts the letters added, left out, changed or swapped with an adjacent letter (optimal string alignment); stops
 * counting above `most`.
 */
export function countTypos(a: string, b: string, most: number): number {
  const width = b.length + 1;
  let before: number[] = [];
  let last = Array.from({ length: width }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    let least = row;
    const letter = a.charCodeAt(row - 1);
    const letterBefore = row > 1 ? a.charCodeAt(row - 2) : -1;
    for (let column = 1; column < width; column++) {
      const other = b.charCodeAt(column - 1);
      const changed = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, changed);
      if (column > 1 && other === letterBefore && letter === b.charCodeAt(column - 2))
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
