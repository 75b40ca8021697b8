import { maxQuoteLength } from '@docwright/contract';
import type { LeftOutReason } from '@docwright/contract';
import { diffLines, moveRange, type LineRun, type TextRange } from '@docwright/doc-agent';

/** Text to replace, and its location. */
export interface Suggestion {
  readonly range: TextRange;
  readonly quote: string;
  readonly replacement: string;
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** Number of changes that aren't suggested, by reason. */
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

/** Lines `start` to `end` (exclusive) are replaced with `lines`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Converts the agent's changes to a file into suggestions for its current text, one for each run of changed lines:
 *
 * 1. Lines outside `selection` aren't changed. If part of a run is outside, only lines that are replaced one by one are
 *    suggested.
 * 2. Suggestions never overlap, and none has an empty quote: an insertion quotes a neighboring line.
 * 3. Text that others changed after the agent read it isn't replaced.
 */
export function listSuggestions({
  before,
  after,
  current,
  selection,
}: {
  readonly before: string;
  readonly after: string;
  readonly current: string;
  /** The selected part of `before`; `undefined` for all of it. */
  readonly selection: TextRange | undefined;
}): Suggestions {
  const leftOut = new Map<LeftOutReason, number>();
  const leave = (reason: LeftOutReason, changes = 1): void => {
    if (changes > 0) leftOut.set(reason, (leftOut.get(reason) ?? 0) + changes);
  };
  const old = toLines(before);
  const hunks = toHunks(diffLines(before, after));
  const bounds = selection === undefined ? undefined : toLineBounds(old, selection);
  const inside = hunks.flatMap((hunk) => {
    const { kept, isCut } = cutHunk(hunk, bounds);
    if (isCut) leave('outside');
    return kept === undefined ? [] : [kept];
  });
  const anchored = inside.flatMap((hunk) => widen(hunk, old) ?? []);
  leave('not_text', inside.length - anchored.length);
  const move = moveRange(before, current);
  const starts = toStarts(old);
  const suggestions = merge(anchored).flatMap((hunk) => {
    const { range, quote, replacement } = toSuggestion(hunk, old, starts);
    const moved = move(range);
    if (moved === undefined || current.slice(moved.from, moved.to) !== quote) leave('text_changed');
    else if (replacement.includes('\0')) leave('not_text');
    else if (Math.max(quote.length, replacement.length) > maxQuoteLength) leave('too_long');
    else return [{ range: moved, quote, replacement }];
    return [];
  });
  return { suggestions, leftOut };
}

/** Converts a selection to the number of its first line, starting with 1, and the text of its lines. */
export function toSelectedLines(
  text: string,
  selection: TextRange,
): { readonly from: number; readonly texts: readonly string[] } {
  const lines = toLines(text);
  const { start, end } = toLineBounds(lines, selection);
  return { from: start + 1, texts: lines.slice(start, end).map((line) => line.replace(/\n$/, '')) };
}

/** Returns the lines of a text, with their line feeds. */
const toLines = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function toLineBounds(lines: readonly string[], { from, to }: TextRange): { start: number; end: number } {
  let at = 0;
  let start = 0;
  let end = 0;
  for (const [index, { length }] of lines.entries()) {
    if (at <= from) start = index;
    if (at < to) end = index + 1;
    at += length;
  }
  return { start, end: Math.max(end, start) };
}

function toHunks(runs: readonly LineRun[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { start: number; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) hunks.push({ ...open, end: at });
    open = undefined;
  };
  for (const { kind, lines } of runs) {
    if (kind === 'same') close();
    else open ??= { start: at, lines: [] };
    if (kind === 'added') open?.lines.push(...lines);
    else at += lines.length;
  }
  close();
  return hunks;
}

function cutHunk(
  hunk: Hunk,
  bounds: { readonly start: number; readonly end: number } | undefined,
): { readonly kept: Hunk | undefined; readonly isCut: boolean } {
  const { start, end, lines } = hunk;
  if (bounds === undefined || (start >= bounds.start && end <= bounds.end)) return { kept: hunk, isCut: false };
  const from = Math.max(start, bounds.start);
  const to = Math.min(end, bounds.end);
  if (from >= to || lines.length !== end - start) return { kept: undefined, isCut: true };
  return { kept: { start: from, end: to, lines: lines.slice(from - start, to - start) }, isCut: true };
}

/** Extends a hunk that only adds lines so that it replaces a line that isn't blank: the next one, or a previous one. */
function widen(hunk: Hunk, old: readonly string[]): Hunk | undefined {
  const { start, end, lines } = hunk;
  if (start < end) return hunk;
  const isText = (line: string | undefined): boolean => line !== undefined && line.trim() !== '';
  if (isText(old[end])) return { start, end: end + 1, lines: [...lines, ...old.slice(end, end + 1)] };
  let before = start - 1;
  while (before >= 0 && !isText(old[before])) before -= 1;
  const from = before === -1 ? start - 1 : before;
  if (from >= 0) return { start: from, end, lines: [...endLine(old.slice(from, end)), ...lines] };
  return old[end] === undefined ? undefined : { start, end: end + 1, lines: [...lines, ...old.slice(end, end + 1)] };
}

/** Adds the line feed that the last line of a text can lack. */
const endLine = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));

/** Combines hunks that share a line after they were widened. */
function merge(hunks: readonly Hunk[]): readonly Hunk[] {
  const merged: Hunk[] = [];
  for (const hunk of hunks) {
    const last = merged.at(-1);
    if (last === undefined || hunk.start >= last.end) {
      merged.push(hunk);
      continue;
    }
    const shared = last.end - hunk.start;
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, hunk.end),
      lines: [...last.lines, ...hunk.lines.slice(shared)],
    };
  }
  return merged;
}

/** Returns the offsets at which lines start, followed by the length of the text. */
function toStarts(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

function toSuggestion({ start, end, lines }: Hunk, old: readonly string[], starts: readonly number[]): Suggestion {
  const from = starts[start] ?? 0;
  const quote = old.slice(start, end).join('');
  const replacement = lines.join('');
  // The last line feed is omitted, unless nothing else is quoted.
  const isTrimmed = quote.length > 1 && quote.endsWith('\n') && replacement.endsWith('\n');
  const cut = (text: string): string => (isTrimmed ? text.slice(0, -1) : text);
  return { range: { from, to: from + cut(quote).length }, quote: cut(quote), replacement: cut(replacement) };
}
