import { diffLines, splitLines } from './diff-lines.ts';

/** The result of a three-way merge. With conflicts, `text` contains both versions. */
export interface MergedLines {
  readonly text: string;
  readonly conflicts: number;
}

/** The names in git's conflict markers. */
export interface MergeNames {
  readonly ours: string;
  readonly theirs: string;
}

/** Lines `[from, to)` of the base are replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Merges two descendants of a text, line by line. Lines keep their endings, and every line that one side added is in
 * the result. Adjacent changes from both sides are a conflict unless they are equal, as in git.
 *
 * @param names null for conflicts without markers: the lines of `theirs` follow those of `ours`
 */
export function mergeLines(
  base: string,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  names: MergeNames | null = { ours: 'draft', theirs: 'branch' },
): MergedLines {
  const lines = splitLines(base);
  const ourEdits = listEdits(base, ours);
  const theirEdits = listEdits(base, theirs);
  const merged: string[] = [];
  let conflicts = 0;
  let at = 0;
  while (ourEdits.length > 0 || theirEdits.length > 0) {
    const group = takeGroup(ourEdits, theirEdits);
    merged.push(...lines.slice(at, group.from));
    at = group.to;
    const mine = applyEdits(lines, group, group.ours);
    const other = applyEdits(lines, group, group.theirs);
    if (group.theirs.length === 0 || isSame(mine, other)) merged.push(...mine);
    else if (group.ours.length === 0) merged.push(...other);
    else {
      conflicts += 1;
      merged.push(...withMarkers(mine, other, names));
    }
  }
  merged.push(...lines.slice(at));
  return { text: merged.join(''), conflicts };
}

/** Combines both texts, with git's conflict markers around the lines that differ. */
export function markDifferences(
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  names: MergeNames = { ours: 'draft', theirs: 'branch' },
): string {
  const result: string[] = [];
  let mine: string[] = [];
  let other: string[] = [];
  const close = (): void => {
    if (mine.length > 0 || other.length > 0) result.push(...withMarkers(mine, other, names));
    mine = [];
    other = [];
  };
  for (const run of diffLines(ours, theirs)) {
    if (run.kind === 'removed') mine.push(...run.lines);
    else if (run.kind === 'added') other.push(...run.lines);
    else {
      close();
      result.push(...run.lines);
    }
  }
  close();
  return result.join('');
}

function listEdits(base: string, text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: { from: number; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) edits.push({ from: open.from, to: at, lines: open.lines });
    open = undefined;
  };
  for (const run of diffLines(base, text)) {
    if (run.kind === 'same') {
      close();
      at += run.lines.length;
      continue;
    }
    open ??= { from: at, lines: [] };
    if (run.kind === 'removed') at += run.lines.length;
    else open.lines.push(...run.lines);
  }
  close();
  return edits;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
}

/** Removes the next edit, and all edits that overlap or touch it, from both lists. */
function takeGroup(ourEdits: Edit[], theirEdits: Edit[]): Group {
  const from = Math.min(ourEdits[0]?.from ?? Infinity, theirEdits[0]?.from ?? Infinity);
  const ours: Edit[] = [];
  const theirs: Edit[] = [];
  let to = from;
  for (;;) {
    const mine = ourEdits[0];
    const other = theirEdits[0];
    if (mine !== undefined && mine.from <= to) ours.push(...ourEdits.splice(0, 1));
    else if (other !== undefined && other.from <= to) theirs.push(...theirEdits.splice(0, 1));
    else return { from, to, ours, theirs };
    to = Math.max(to, ours.at(-1)?.to ?? from, theirs.at(-1)?.to ?? from);
  }
}

function applyEdits(lines: readonly string[], { from, to }: Group, edits: readonly Edit[]): string[] {
  const result: string[] = [];
  let at = from;
  for (const edit of edits) {
    result.push(...lines.slice(at, edit.from), ...edit.lines);
    at = edit.to;
  }
  result.push(...lines.slice(at, to));
  return result;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

function withMarkers(ours: readonly string[], theirs: readonly string[], names: MergeNames | null): string[] {
  const newline = [...ours, ...theirs].some((line) => line.endsWith('\r\n')) ? '\r\n' : '\n';
  const close = (part: readonly string[]): string[] => {
    const last = part.at(-1);
    return last === undefined || last.endsWith('\n') ? [...part] : [...part.slice(0, -1), `${last}${newline}`];
  };
  if (names === null) return theirs.length === 0 ? [...ours] : [...close(ours), ...theirs];
  return [
    `<<<<<<< ${names.ours}${newline}`,
    ...close(ours),
    `=======${newline}`,
    ...close(theirs),
    `>>>>>>> ${names.theirs}${newline}`,
  ];
}
