import {
  decodeText,
  findOccurrences,
  findOnly,
  moveRange,
  readFormat,
  toEditedText,
  type TextRange,
} from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { toStorableText } from '../../../platform/database/index.ts';
import { versionOf, type Bytes } from '../drafts/index.ts';
import {
  lockFile,
  selectRanges,
  updateFile,
  updateRanges,
  type FileName,
  type MovedRange,
  type StoredRange,
} from './file-store.ts';
import type { CommentFileRow, CommentTables } from './tables.ts';

type Tx = Transaction<CommentTables>;

/** Maximum stored length of a range's current text, in UTF-16 code units. */
const maxShownText = 20_000;

/**
 * Returns the text that ranges refer to: without byte-order mark, and with LF if every line ends with CRLF, as in the
 * editor. `undefined` if the file doesn't exist or isn't text.
 */
export function toAnchoredText(bytes: Bytes): string | undefined {
  const content = bytes === null ? undefined : decodeText(bytes);
  return content === undefined ? undefined : toEditedText(content, readFormat(content));
}

/**
 * Moves the ranges of a file's threads to its current text, no matter how often it has been saved since then. If a file
 * is deleted or isn't text anymore, its ranges stay the same until it is text again.
 * @returns the locked file; `undefined` if it has no comments
 */
export async function moveAnchors(tx: Tx, name: FileName, bytes: Bytes): Promise<CommentFileRow | undefined> {
  const file = await lockFile(tx, name);
  if (file === undefined) return undefined;
  const text = toAnchoredText(bytes);
  const version = versionOf(bytes);
  if (text === undefined || version === null) {
    if (!file.is_missing) await updateFile(tx, file.id, { is_missing: true });
    return { ...file, is_missing: true };
  }
  if (file.version === version && !file.is_missing) return file;
  const content = Buffer.from(text);
  await updateFile(tx, file.id, { content, version, is_missing: false });
  if (file.version !== version) {
    const move = moveRange(file.content.toString('utf8'), text);
    const describe = describeRanges(text);
    const moved = (await selectRanges(tx, file.id)).map(({ id, quote, from, to }) => {
      const range = from === null || to === null ? findOnly(text, quote) : move({ from, to });
      return { id, ...describe(range, quote) };
    });
    await updateRanges(tx, file.id, moved);
  }
  return { ...file, content, version, is_missing: false };
}

/** Finds another file's threads in a text by their quoted text. */
export function findAgain(ranges: readonly StoredRange[], text: string): MovedRange[] {
  const describe = describeRanges(text);
  return ranges.map(({ id, quote }) => ({ id, ...describe(findOnly(text, quote), quote) }));
}

/** Returns a function that composes the database fields of a range. */
export function describeRanges(text: string): (range: TextRange | undefined, quote: string) => Omit<MovedRange, 'id'> {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (range, quote) => {
    if (range === undefined) return { from: null, to: null, line: null, text: null };
    const { from, to } = range;
    const current = text.slice(from, to);
    const isSame = current === quote;
    return {
      from,
      to,
      line: lineOf(starts, from),
      text: isSame ? null : toStorableText(current.slice(0, maxShownText)),
    };
  };
}

/** Returns the number of lines that start at or before an offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds the occurrence of a text that starts nearest to `from`. */
export function findQuote(text: string, quote: string, from: number | undefined): TextRange | 'none' | 'ambiguous' {
  if (from === undefined) {
    const [start, other] = findOccurrences(text, quote);
    if (start === undefined) return 'none';
    return other === undefined ? { from: start, to: start + quote.length } : 'ambiguous';
  }
  let nearest: number | undefined;
  for (const start of findOccurrences(text, quote)) {
    if (nearest === undefined || Math.abs(start - from) < Math.abs(nearest - from)) nearest = start;
    if (start >= from) break;
  }
  return nearest === undefined ? 'none' : { from: nearest, to: nearest + quote.length };
}
