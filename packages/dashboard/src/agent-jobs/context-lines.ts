import { formatCount } from '../ui/format.ts';
import type { DiffLine, FileDiff, Hunk } from '@docwright/highlight/parse-diff';

/**
 * Lines around the hunks of a file's diff, fetched on demand. Line numbers refer to the file after the change. Rules:
 *
 * 1. Lines are added to the adjacent hunk; hunks with no hidden lines between them are merged.
 * 2. The end of a file is known if its last hunk has less than the full context, or once any of its lines have been
 *    fetched.
 */
export interface Gap {
  /** Index of the hunk below the gap. For the gap after the last hunk, the number of hunks. */
  readonly at: number;
  readonly from: number;
  /** `undefined`: up to the end of the file. */
  readonly to: number | undefined;
}

/** The fetched lines at the start and the end of a gap. */
interface Fetched {
  readonly top: readonly string[];
  readonly bottom: readonly string[];
}

export interface ContextLines {
  /** Number of lines in the file, once known. */
  readonly total: number | undefined;
  readonly gaps: ReadonlyMap<number, Fetched>;
}

export const noContext: ContextLines = { total: undefined, gaps: new Map() };

/** `after`: lines that follow the hunk above the gap; `before`: lines that precede the hunk below it. */
export type Direction = 'after' | 'before';

/** Number of lines fetched at once. */
const STEP = 20;
/** Number of rows that a browser renders in about a second. */
const MOST = 5000;

export interface GapChoice {
  readonly label: string;
  /** Label of the button. */
  readonly name: string;
  readonly direction: Direction;
  readonly count: number;
}

/** Returns the buttons of a gap. */
export function choicesOf({ at, from, to }: Gap, isLast: boolean): readonly GapChoice[] {
  const count = to === undefined ? undefined : to - from + 1;
  const towards = at === 0 ? 'before' : 'after';
  const lines = count === undefined ? 'lines' : formatCount(count, 'line');
  const label = `Show ${count !== undefined && count <= STEP ? '' : 'all '}${lines}`;
  const name = count === undefined ? `${label} that follow` : label;
  const all: GapChoice = { label, name, direction: towards, count: MOST };
  if (count !== undefined && count <= STEP) return [all];
  const choices: GapChoice[] = [];
  const step = `Show ${STEP}`;
  if (at > 0) {
    const steps = `Show ${formatCount(STEP, 'line')} after line ${from - 1}`;
    choices.push({ label: `${step} ↓`, name: steps, direction: 'after', count: STEP });
  }
  if (!isLast && to !== undefined) {
    const steps = `Show ${formatCount(STEP, 'line')} before line ${to + 1}`;
    choices.push({ label: `${step} ↑`, name: steps, direction: 'before', count: STEP });
  }
  return count === undefined || count <= MOST ? [...choices, all] : choices;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export type Piece = { readonly hunk: Hunk; readonly gap?: never } | { readonly gap: Gap; readonly hunk?: never };

/** Context lines around each change in a diff. */
const CONTEXT = 3;
const NOTHING: Fetched = { top: [], bottom: [] };

/** Returns the hunks with their fetched lines, and the remaining gaps. */
export function toPieces(file: FileDiff, context: ContextLines): readonly Piece[] {
  const gaps = findGaps(file, context.total);
  const pieces: Piece[] = [];
  let heading = '';
  let lines: DiffLine[] = [];
  let offset = 0;
  const endHunk = () => {
    const newStart = lines.find(({ newNumber }) => newNumber !== undefined)?.newNumber ?? 0;
    if (lines.length > 0) pieces.push({ hunk: { heading, newStart, lines } });
    lines = [];
    heading = '';
  };
  for (let at = 0; at <= file.hunks.length; at += 1) {
    const hunk = file.hunks[at];
    const gap = gaps.get(at);
    if (gap !== undefined) {
      const { top, bottom } = context.gaps.get(at) ?? NOTHING;
      lines.push(...toLines(top, gap.from, offset));
      const hidden = { at, from: gap.from + top.length, to: gap.to && gap.to - bottom.length };
      if (hidden.to === undefined || hidden.to >= hidden.from) {
        endHunk();
        pieces.push({ gap: hidden });
      }
      if (gap.to !== undefined) lines.push(...toLines(bottom, gap.to - bottom.length + 1, offset));
    }
    if (hunk === undefined) continue;
    if (lines.length === 0) heading = hunk.heading;
    lines.push(...hunk.lines);
    for (const { kind } of hunk.lines) offset += kind === 'removed' ? 1 : kind === 'added' ? -1 : 0;
  }
  endHunk();
  return pieces;
}

const toLines = (texts: readonly string[], from: number, offset: number): readonly DiffLine[] =>
  texts.map((text, index) => ({
    kind: 'same',
    text,
    oldNumber: from + index + offset,
    newNumber: from + index,
    isUnterminated: false,
  }));

function findGaps({ change, hunks }: FileDiff, total: number | undefined): ReadonlyMap<number, Gap> {
  const gaps = new Map<number, Gap>();
  // The diff of an added or deleted file contains every line.
  if (change === 'added' || change === 'deleted') return gaps;
  let from = 1;
  for (const [at, { lines }] of hunks.entries()) {
    const numbers = lines.flatMap(({ newNumber }) => newNumber ?? []);
    const [first = from] = numbers;
    if (first > from) gaps.set(at, { at, from, to: first - 1 });
    from = (numbers.at(-1) ?? from - 1) + 1;
  }
  const end = total ?? (isEnd(hunks.at(-1)) ? 0 : undefined);
  if (end === undefined || end >= from) gaps.set(hunks.length, { at: hunks.length, from, to: end });
  return gaps;
}

/** Whether no lines follow the last hunk. */
function isEnd(hunk: Hunk | undefined): boolean {
  const lines = hunk?.lines ?? [];
  const lastChange = lines.findLastIndex(({ kind }) => kind !== 'same');
  const isUnterminated = lines.some((line) => line.isUnterminated && line.kind !== 'removed');
  return isUnterminated || lines.length - 1 - lastChange < CONTEXT;
}

/** Returns the lines to fetch for a gap: `count` lines at the given end, and the adjacent line that the diff shows. */
export function rangeOf({ from, to = Number.POSITIVE_INFINITY }: Gap, direction: Direction, count: number): LineRange {
  if (direction === 'after') return { from: Math.max(1, from - 1), to: Math.min(to, from + count - 1) };
  return { from: Math.max(from, to - count + 1), to: to + 1 };
}

export interface FetchedLines {
  readonly from: number;
  readonly lines: readonly string[];
  readonly total: number;
}

/**
 * Adds lines that were fetched for a gap. The response may begin with the line above the gap or end with the line below
 * it. Returns `undefined` if such a line, or the number of lines, doesn't match the diff: the response is for another
 * revision.
 */
export function withLines(
  file: FileDiff,
  context: ContextLines,
  { gap, direction, answer }: { readonly gap: Gap; readonly direction: Direction; readonly answer: FetchedLines },
): ContextLines | undefined {
  const shown = new Map<number, string>();
  let last = 0;
  for (const { newNumber, text } of toPieces(file, context).flatMap(({ hunk }) => hunk?.lines ?? [])) {
    if (newNumber === undefined) continue;
    shown.set(newNumber, text);
    last = newNumber;
  }
  const isOther = answer.lines.some((text, index) => (shown.get(answer.from + index) ?? text) !== text);
  if (isOther || answer.total < last || (context.total ?? answer.total) !== answer.total) return undefined;
  const own = answer.lines.filter((_, index) => {
    const number = answer.from + index;
    return number >= gap.from && number <= (gap.to ?? number);
  });
  const { top, bottom } = context.gaps.get(gap.at) ?? NOTHING;
  const fetched = direction === 'after' ? { top: [...top, ...own], bottom } : { top, bottom: [...own, ...bottom] };
  return { total: answer.total, gaps: new Map(context.gaps).set(gap.at, fetched) };
}
