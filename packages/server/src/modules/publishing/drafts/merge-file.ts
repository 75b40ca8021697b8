import { decodeText, markDifferences, mergeLines } from '@docwright/doc-agent';
import { isSameContent, type Bytes } from './file-bytes.ts';

/** A draft's changed file, and the file in a newer commit on the branch. */
export interface FileVersions {
  readonly base: Bytes;
  readonly ours: Bytes;
  readonly theirs: Bytes;
  /** Whether the file already has a conflict, which only its authors can resolve. */
  readonly hadConflict: boolean;
}

export type MergedFile =
  /** The draft no longer differs from the branch. */
  | { readonly kind: 'same' }
  | { readonly kind: 'merged'; readonly content: Bytes }
  /**
   * Both sides changed the same lines, or one side deleted a file that the other changed. The draft's content is kept.
   */
  | { readonly kind: 'conflict'; readonly content: Bytes };

/** Merges a new commit on the branch into a draft's file. Neither version is ever lost. */
export function mergeFile({ base, ours, theirs, hadConflict }: FileVersions): MergedFile {
  if (isSameContent(ours, theirs)) return { kind: 'same' };
  if (isSameContent(base, theirs)) return { kind: hadConflict ? 'conflict' : 'merged', content: ours };
  const merged = mergeTexts({ base, ours, theirs });
  if (merged === undefined) return { kind: 'conflict', content: ours };
  if (isSameContent(merged, theirs) && !hadConflict) return { kind: 'same' };
  return { kind: hadConflict ? 'conflict' : 'merged', content: merged };
}

/** Returns the merged bytes; `undefined` if a person must decide. */
function mergeTexts(sides: Omit<FileVersions, 'hadConflict'>): Bytes | undefined {
  const { base, ours, theirs } = sides;
  if (base === null || ours === null || theirs === null) return undefined;
  const [before, mine, other] = [base, ours, theirs].map(decodeText);
  if (before === undefined || mine === undefined || other === undefined) return undefined;
  const merged = mergeLines(before, { ours: mine, theirs: other });
  return merged.conflicts === 0 ? Buffer.from(merged.text) : undefined;
}

/** Returns both texts, with conflict markers around the lines that differ; null if one side is deleted or not text. */
export function markConflict(ours: Bytes, theirs: Bytes): string | null {
  if (ours === null || theirs === null) return null;
  const [mine, other] = [decodeText(ours), decodeText(theirs)];
  return mine === undefined || other === undefined ? null : markDifferences({ ours: mine, theirs: other });
}
