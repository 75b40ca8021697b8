export interface Difference {
  readonly from: number;
  /** The end in the first sequence. */
  readonly to: number;
  /** The end in the second sequence. */
  readonly otherTo: number;
}

/** The range between the common start and the common end of two texts or lists. It is empty if they are the same. */
export function findDifference(one: ArrayLike<string>, other: ArrayLike<string>): Difference {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  let end = 0;
  while (end < shorter - from && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { from, to: one.length - end, otherTo: other.length - end };
}
