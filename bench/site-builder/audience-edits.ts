/** Replaces `remove` bytes at the offset `at` of a file with `insert`. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  /** Latin-1: one character for each byte. */
  readonly insert: string;
}

/** Splits a file into pieces that change as a whole: tags, lines, entries of JSON. */
export function splitText(bytes: Buffer): string[] {
  return bytes.toString('latin1').split(/(?=<)|(?<=\n)|(?<=,)/);
}

/** The number of consecutive equal pieces after which two files count as equal again. */
const sureAfter = 3;

/**
 * Finds edits that turn one file into the other. After a difference, both files continue at the nearest place where
 * they are equal again.
 */
export function findEdits(from: readonly string[], to: readonly string[]): Edit[] {
  const [inFrom, inTo] = [positionsOf(from), positionsOf(to)];
  const edits: Edit[] = [];
  let [x, y, at] = [0, 0, 0];
  while (x < from.length || y < to.length) {
    if (from[x] === to[y]) {
      at += from[x]?.length ?? 0;
      x++;
      y++;
      continue;
    }
    const added = nextPlace({ piece: from[x], after: y, positions: inTo }, (place) =>
      isSure(from, to, { x, y: place }),
    );
    const gone = nextPlace({ piece: to[y], after: x, positions: inFrom }, (place) => isSure(from, to, { x: place, y }));
    const isAdded = added - y <= gone - x;
    const nextX = isAdded ? (added === Infinity ? x + 1 : x) : gone;
    const nextY = isAdded ? (added === Infinity ? y + 1 : added) : y;
    const removed = lengthOf(from.slice(x, nextX));
    addEdit(edits, { at, remove: removed, insert: to.slice(y, nextY).join('') });
    at += removed;
    [x, y] = [nextX, nextY];
  }
  return edits;
}

function positionsOf(pieces: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, piece] of pieces.entries()) {
    const known = positions.get(piece);
    if (known === undefined) positions.set(piece, [index]);
    else known.push(index);
  }
  return positions;
}

interface Search {
  readonly piece: string | undefined;
  readonly after: number;
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

function nextPlace({ piece, after, positions }: Search, isRight: (place: number) => boolean): number {
  const places = piece === undefined ? [] : (positions.get(piece) ?? []);
  return places.find((place) => place > after && isRight(place)) ?? Infinity;
}

function isSure(
  from: readonly string[],
  to: readonly string[],
  { x, y }: { readonly x: number; readonly y: number },
): boolean {
  for (let step = 0; step < sureAfter && x + step < from.length && y + step < to.length; step++)
    if (from[x + step] !== to[y + step]) return false;
  return true;
}

/** Adds an edit. Adjacent edits are combined. */
function addEdit(edits: Edit[], edit: Edit): void {
  const last = edits.at(-1);
  if (last !== undefined && last.at + last.remove === edit.at)
    edits[edits.length - 1] = { at: last.at, remove: last.remove + edit.remove, insert: last.insert + edit.insert };
  else edits.push(edit);
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((total, piece) => total + piece.length, 0);
}
