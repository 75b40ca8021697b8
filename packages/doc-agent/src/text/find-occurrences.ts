/**
 * Finds where one string occurs in another, in time that grows linearly with both. For repetitive text of 4 MB,
 * `indexOf` takes a minute, and `lastIndexOf` longer.
 *
 * @returns offsets in UTF-16 code units, in ascending order; occurrences can overlap
 */
export function* findOccurrences(text: string, searched: string): Generator<number> {
  const { length } = searched;
  if (length === 0) return;
  const borders = findBorders(searched);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== searched.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === searched.charCodeAt(matched)) matched += 1;
    if (matched < length) continue;
    yield at - length + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each prefix, the length of its longest suffix that is also a shorter prefix (Knuth, Morris and Pratt). */
function findBorders(searched: string): Int32Array {
  const borders = new Int32Array(searched.length);
  let matched = 0;
  for (let at = 1; at < searched.length; at += 1) {
    const unit = searched.charCodeAt(at);
    while (matched > 0 && unit !== searched.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === searched.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
