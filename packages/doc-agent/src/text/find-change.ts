import { findDifference } from './find-difference.ts';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest single replacement that turns one text into the other; `undefined` if they are the same. */
export function findChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const { from, to, otherTo } = findDifference(before, after);
  // A shared text can't contain half of a character.
  const start = from - Number(/[\uD800-\uDBFF]/.test(before.charAt(from - 1)));
  const end = Number(/[\uDC00-\uDFFF]/.test(before.charAt(to)));
  return { from: start, to: to + end, insert: after.slice(start, otherTo + end) };
}
