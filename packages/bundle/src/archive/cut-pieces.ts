/**
 * Divides large text into pieces that are compressed separately. A cut depends only on the bytes shortly before it, so
 * an edit moves only nearby cuts (content-defined chunking, as in LBFS, SOSP 2001).
 */
const LEAST_BYTES = 32 * 1024;
const MOST_BYTES = 256 * 1024;
/** One byte in 2^15 ends a piece. Pieces average 64 KB, which is large enough for deflate's 32 KB window. */
const CUT_SHIFT = 32 - 15;

export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Number of the previous piece with the same bytes, or `undefined` for a new one. */
  readonly known: number | undefined;
}

/** Content that was cut earlier: piece `n` ends before `ends[n]`. */
export interface CutContent {
  readonly content: Uint8Array;
  readonly ends: readonly number[];
}

/** Cuts nonempty content into pieces. The pieces are the same whether or not earlier content is known. */
export function cutPieces(content: Uint8Array, before?: CutContent): Piece[] {
  const pieces = before === undefined ? [] : piecesOfStart(content, before);
  const tail = before === undefined ? new Map<number, number>() : piecesOfEnd(content, before);
  for (let start = pieces.at(-1)?.end ?? 0; start < content.length;) {
    const known = tail.get(start);
    const length = known === undefined ? undefined : lengthOf(before, known);
    const end = length === undefined ? nextCut(content, start) : start + length;
    pieces.push({ start, end, known });
    start = end;
  }
  return pieces;
}

function nextCut(content: Uint8Array, start: number): number {
  const most = Math.min(content.length, start + MOST_BYTES);
  let hash = 0;
  for (let at = start + LEAST_BYTES; at < most; at += 1) {
    // Each shift removes the oldest of 32 bytes.
    hash = ((hash << 1) + Math.imul((content[at] ?? 0) + 1, 0x9e3779b1)) | 0;
    if (hash >>> CUT_SHIFT === 0) return at + 1;
  }
  return most;
}

/**
 * Returns the unchanged pieces at the beginning, except for the last piece, which ends with the content, not at a cut.
 */
function piecesOfStart(content: Uint8Array, before: CutContent): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const [known, end] of before.ends.slice(0, -1).entries()) {
    if (!isSame(content, before.content, { start, end, shift: 0 })) break;
    pieces.push({ start, end, known });
    start = end;
  }
  return pieces;
}

/** Returns the unchanged pieces at the end: the number of each piece by its new start. */
function piecesOfEnd(content: Uint8Array, before: CutContent): Map<number, number> {
  const found = new Map<number, number>();
  const shift = before.content.length - content.length;
  for (let known = before.ends.length - 1; known >= 0; known -= 1) {
    const end = (before.ends[known] ?? 0) - shift;
    const start = end - lengthOf(before, known);
    if (start < 0 || !isSame(content, before.content, { start, end, shift })) break;
    found.set(start, known);
  }
  return found;
}

function lengthOf(before: CutContent | undefined, piece: number): number {
  return (before?.ends[piece] ?? 0) - (before?.ends[piece - 1] ?? 0);
}

/** Whether the bytes from `start` to `end` are the same as those `shift` bytes later in the other content. */
function isSame(
  one: Uint8Array,
  other: Uint8Array,
  { start, end, shift }: { readonly start: number; readonly end: number; readonly shift: number },
): boolean {
  if (end > one.length || end + shift > other.length) return false;
  return Buffer.compare(one.subarray(start, end), other.subarray(start + shift, end + shift)) === 0;
}
