import { diffArrays } from 'diff';

/** A run of lines, which include their line endings. */
export interface LineRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

/** Default limit on edits. Beyond it, the middle is reported as replaced: an exact diff takes quadratic time. */
const maxEdits = 4000;

export function splitLines(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  return lines.length === 1 && lines[0] === '' ? [] : lines;
}

/**
 * Computes a line diff. The common beginning and end are removed first, so that a small edit of a large file is cheap.
 */
export function diffLines(before: string, after: string, maxEditLength = maxEdits): LineRun[] {
  const a = splitLines(before);
  const b = splitLines(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const runs: LineRun[] = [];
  push(runs, 'same', a.slice(0, head));
  for (const run of diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), maxEditLength)) {
    push(runs, run.kind, run.lines);
  }
  push(runs, 'same', a.slice(a.length - tail));
  return runs;
}

function diffMiddle(a: string[], b: string[], maxEditLength: number): LineRun[] {
  const exact = diffArrays(a, b, { maxEditLength });
  if (exact === undefined) {
    return [
      { kind: 'removed', lines: a },
      { kind: 'added', lines: b },
    ];
  }
  return exact.map((part) => ({ kind: part.added ? 'added' : part.removed ? 'removed' : 'same', lines: part.value }));
}

function push(runs: LineRun[], kind: LineRun['kind'], lines: readonly string[]): void {
  if (lines.length > 0) runs.push({ kind, lines });
}

export function countChangedLines(runs: readonly LineRun[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const run of runs) {
    if (run.kind === 'added') added += run.lines.length;
    if (run.kind === 'removed') removed += run.lines.length;
  }
  return { added, removed };
}
