import { findDifference } from '@docwright/doc-agent/find-difference';

/** Text with its changed part, from `from` up to `to`, exclusive. */
export interface ChangedText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Compares text with its replacement. Their common start and end, up to whole words, are unmarked. */
export function compareWords(before: string, after: string): { readonly old: ChangedText; readonly new: ChangedText } {
  const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
  const [one, other] = [words(before), words(after)];
  const { from, to, otherTo } = findDifference(one, other);
  const lengthOf = (parts: readonly string[], end: number): number => parts.slice(0, end).join('').length;
  return {
    old: { text: before, from: lengthOf(one, from), to: lengthOf(one, to) },
    new: { text: after, from: lengthOf(other, from), to: lengthOf(other, otherTo) },
  };
}
