import type { DiffLine, FileDiff, Hunk } from '@docwright/highlight/parse-diff';

/**
 * Comments on lines of a diff, collected until they are sent to the agent as one follow-up. Data stored in the browser,
 * or received as an event, is read as untrusted input.
 */
export interface ReviewComment {
  readonly path: string;
  /** Whether the numbers refer to the file before the change (removed lines) or after it. */
  readonly side: 'before' | 'after';
  readonly from: number;
  readonly to: number;
  /** The text of each line from `from` to `to`. */
  readonly lines: readonly string[];
  readonly text: string;
}

export const MOST_COMMENTS = 50;
export const LONGEST_COMMENT = 2000;
/** Maximum number of lines in a range. Comments on longer ranges are about the file. */
export const MOST_LINES = 30;
/** Maximum length of a quoted line; the agent reads the file itself. */
const LONGEST_LINE = 300;

/** Converts a comment to the API's format, with the beginning of each line. */
export const toSent = (comment: ReviewComment): ReviewComment & { readonly lines: string[] } => ({
  ...comment,
  lines: comment.lines.map(clip),
});

function clip(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const cut = line.slice(0, LONGEST_LINE - 1);
  // Characters are never split.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Whether a line of the diff is the line that a comment quotes. */
export const isQuoted = (line: string, quoted: string | undefined): boolean => line === quoted || clip(line) === quoted;

/** Returns `line 3` or `lines 3–5`. */
export const nameRange = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `line ${from}` : `lines ${from}–${to}`;

export const nameLines = ({ from, to, side }: Pick<ReviewComment, 'from' | 'to' | 'side'>): string =>
  `${nameRange({ from, to })}${side === 'before' ? ' before the change' : ''}`;

/** Returns the reason why the comments can't be sent now, or `undefined` if they can. */
export function refuseReview(job: {
  readonly status: string;
  readonly pullRequest: { readonly state: string } | null;
}): { readonly reason: string; readonly isFinal: boolean } | undefined {
  if (job.status === 'archived')
    return { reason: 'The job is archived. You can’t send more follow-ups.', isFinal: true };
  if (job.pullRequest !== null && job.pullRequest.state !== 'open') {
    return { reason: `The pull request is ${job.pullRequest.state}, so it accepts no more commits.`, isFinal: true };
  }
  if (job.status === 'active') {
    return { reason: 'The agent is working. You can send comments when it finishes.', isFinal: false };
  }
  return undefined;
}

/**
 * Whether the commented lines are no longer in the diff, or have changed. Lines that the diff omits are unknown, so
 * comments on them remain valid.
 */
export function isOutdated({ path, side, from, to, lines }: ReviewComment, files: readonly FileDiff[]): boolean {
  const file = files.find((each) => each.path === path);
  if (file === undefined) return true;
  const shown = new Map<number | undefined, DiffLine>();
  for (const line of file.hunks.flatMap((hunk) => hunk.lines)) {
    shown.set(side === 'before' ? line.oldNumber : line.newNumber, line);
  }
  // A comment on a line's earlier version was written when the line was already shown as removed.
  if (side === 'before' && shown.get(to)?.kind !== 'removed') return true;
  return lines.some((text, index) => !isQuoted(shown.get(from + index)?.text ?? text, text));
}

export function readComments(stored: string): readonly ReviewComment[] {
  try {
    return toComments(JSON.parse(stored));
  } catch {
    return [];
  }
}

/** Returns the valid comments in stored data or in an event. */
export const toComments = (value: unknown): readonly ReviewComment[] =>
  Array.isArray(value) ? value.filter(isComment).slice(0, MOST_COMMENTS) : [];

function isComment(value: unknown): value is ReviewComment {
  if (typeof value !== 'object' || value === null) return false;
  const { path, side, from, to, lines, text } = value as Partial<Record<keyof ReviewComment, unknown>>;
  return (
    typeof path === 'string' &&
    (side === 'before' || side === 'after') &&
    isLineNumber(from) &&
    isLineNumber(to) &&
    Array.isArray(lines) &&
    lines.length === to - from + 1 &&
    lines.length <= MOST_LINES &&
    lines.every((line) => typeof line === 'string') &&
    typeof text === 'string' &&
    text.trim() !== '' &&
    text.length <= LONGEST_COMMENT
  );
}

const isLineNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Returns the side and number under which a line is commented on. An unchanged line counts as a line of the file after
 * the change.
 */
export const sideOf = (line: DiffLine): Pick<ReviewComment, 'side'> & { readonly number: number } =>
  line.kind === 'removed'
    ? { side: 'before', number: line.oldNumber ?? 0 }
    : { side: 'after', number: line.newNumber ?? 0 };

/**
 * Returns the lines of the hunk at which a comment that ends at this line can begin, on its side of the diff: the line
 * itself and the lines above it.
 */
export function linesUpTo(hunk: Hunk, line: DiffLine): readonly DiffLine[] {
  const other = line.kind === 'removed' ? 'added' : 'removed';
  const upTo = hunk.lines.slice(0, hunk.lines.indexOf(line) + 1);
  return upTo.filter(({ kind }) => kind !== other).slice(-MOST_LINES);
}
