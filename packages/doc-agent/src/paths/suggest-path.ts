/** Limits edits to a third of the letters; more would be another word. */
const maxDistanceShare = 0.34;

/**
 * The page path that an invalid path most likely means, or `undefined` if no path is similar or two are equally
 * similar. Prefers the same path with other case or separators, then the only path with the same last segment, then the
 * smallest edit distance.
 */
export function suggestPath(wrong: string, known: readonly string[]): string | undefined {
  const plain = simplify(wrong);
  const same = known.filter((path) => simplify(path) === plain);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const name = lastSegment(wrong);
  const sameName = known.filter((path) => simplify(lastSegment(path)) === simplify(name));
  if (sameName.length === 1 && name.length >= 4) return sameName[0];
  return suggestByDistance(wrong, sameName.length > 1 ? sameName : known);
}

function suggestByDistance(wrong: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(Math.min(lastSegment(wrong).length + 2, 12) * maxDistanceShare));
  let best: { path: string; distance: number } | undefined;
  let tied = false;
  for (const path of known) {
    if (Math.abs(path.length - wrong.length) > limit) continue;
    const distance = editDistance(wrong.toLowerCase(), path.toLowerCase(), limit);
    if (distance > limit) continue;
    if (best === undefined || distance < best.distance) {
      best = { path, distance };
      tied = false;
    } else if (distance === best.distance) tied = true;
  }
  return tied ? undefined : best?.path;
}

function simplify(path: string): string {
  return path
    .toLowerCase()
    .replace(/[-_ ]/g, '')
    .replace(/\/index$/, '');
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Damerau-Levenshtein distance (optimal string alignment); anything above `limit` is returned as `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}
