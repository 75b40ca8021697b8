import { findDifference } from '../find-difference.ts';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest single replacement that turns one text into the other; `undefined` if they are the same. */
export function findChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const { from, to, otherTo } = findDifference(before, after);
  return { from, to, insert: after.slice(from, otherTo) };
}
