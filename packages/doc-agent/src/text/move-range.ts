import { diffArrays } from 'diff';
import { diffLines } from './diff-lines.ts';
import { findOccurrences } from './find-occurrences.ts';

/** Part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  /** The end, which the range doesn't contain. */
  readonly to: number;
}

/** Replaces the text from `from` to `to` with `length` units. */
interface TextChange extends TextRange {
  readonly length: number;
}

/** Longer changes aren't compared word by word, because the cost is quadratic. */
const maxComparedUnits = 20_000;
const maxComparedEdits = 1_000;
/** Ranges are moved while a draft is locked: comparing two different texts of 40,000 lines takes 50 ms, not 2 s. */
const maxLineEdits = 500;

/**
 * Returns a function that finds where a range of `before` is in `after`. A range follows its text, and grows if text is
 * inserted inside it, but not at its ends. If none of its text is left in place, the text is searched for in `after`:
 * the range is found if the text occurs exactly once; otherwise, the result is `undefined`.
 */
export function moveRange(before: string, after: string): (range: TextRange) => TextRange | undefined {
  if (before === after) return (range) => range;
  const changes = listChanges(before, after);
  return ({ from, to }) => {
    const moved = follow(changes, { from, to });
    return isLeft(before, changes, { from, to }) ? moved : findOnly(after, before.slice(from, to));
  };
}

/** The only occurrence of a text; `undefined` if the text doesn't occur, or more than once. */
export function findOnly(text: string, quote: string): TextRange | undefined {
  const [from, other] = findOccurrences(text, quote);
  return from === undefined || other !== undefined ? undefined : { from, to: from + quote.length };
}

function follow(changes: readonly TextChange[], { from, to }: TextRange): TextRange {
  let shift = 0;
  const moved = { from, to };
  for (const change of changes) {
    if (change.from < from && change.to > from) moved.from = change.from + shift;
    else if (change.to <= from && (change.from < from || change.from === change.to))
      moved.from = from + shift + change.length - (change.to - change.from);
    else if (change.from === from) moved.from = from + shift;
    if (change.from < to && change.to >= to) moved.to = change.from + shift + change.length;
    else if (change.to < to) moved.to = to + shift + change.length - (change.to - change.from);
    shift += change.length - (change.to - change.from);
  }
  return moved;
}

/** Whether some of the range's words, or of its spaces if it has no words, are in both texts. */
function isLeft(before: string, changes: readonly TextChange[], { from, to }: TextRange): boolean {
  const isBlank = before.slice(from, to).trim() === '';
  const isKept = (start: number, end: number): boolean =>
    start < end && (isBlank || before.slice(start, end).trim() !== '');
  let at = from;
  for (const change of changes) {
    if (change.to <= at && change.from < at) continue;
    if (change.from >= to) break;
    if (isKept(at, change.from)) return true;
    at = Math.max(at, change.to);
  }
  return isKept(at, to);
}

function listChanges(before: string, after: string): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  let removed = '';
  let added = '';
  const close = (): void => {
    changes.push(...refine(removed, added, at));
    at += removed.length;
    removed = '';
    added = '';
  };
  for (const { kind, lines } of diffLines(before, after, maxLineEdits)) {
    const text = lines.join('');
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      close();
      at += text.length;
    }
  }
  close();
  return changes;
}

/** The changed words of changed lines. */
function refine(removed: string, added: string, at: number): TextChange[] {
  if (removed === '' && added === '') return [];
  const whole: TextChange = { from: at, to: at + removed.length, length: added.length };
  if (removed === '' || added === '' || removed.length + added.length > maxComparedUnits) return [whole];
  const parts = diffArrays(toWords(removed), toWords(added), { maxEditLength: maxComparedEdits });
  if (parts === undefined) return [whole];
  const changes: TextChange[] = [];
  let from = at;
  let open: { from: number; length: number } | undefined;
  const close = (): void => {
    if (open !== undefined) changes.push({ from: open.from, to: from, length: open.length });
    open = undefined;
  };
  for (const { value, added: isAdded, removed: isRemoved } of parts) {
    const { length } = value.join('');
    if (!isAdded && !isRemoved) {
      close();
      from += length;
      continue;
    }
    open ??= { from, length: 0 };
    if (isRemoved) from += length;
    else open.length += length;
  }
  close();
  return changes;
}

const toWords = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
