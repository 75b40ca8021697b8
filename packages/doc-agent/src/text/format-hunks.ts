import type { LineRun } from './diff-lines.ts';

interface DiffLine {
  readonly mark: ' ' | '+' | '-';
  readonly text: string;
}

const marks = { same: ' ', added: '+', removed: '-' } as const;

/** Hunks in unified form (POSIX `diff -u`) with `context` lines around each change. */
export function formatHunks(runs: readonly LineRun[], context = 3): string {
  const lines: DiffLine[] = runs.flatMap((run) => run.lines.map((text) => ({ mark: marks[run.kind], text })));
  return groupHunks(lines, context)
    .map(({ from, to }) => formatHunk(lines, from, to))
    .join('');
}

/** Ranges of lines that contain changes and their context; adjacent ranges are merged. */
function groupHunks(lines: readonly DiffLine[], context: number): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  lines.forEach((line, index) => {
    if (line.mark === ' ') return;
    const from = Math.max(0, index - context);
    const to = Math.min(lines.length, index + context + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  });
  return hunks;
}

function formatHunk(lines: readonly DiffLine[], from: number, to: number): string {
  const before = lines.slice(0, from);
  const body = lines.slice(from, to);
  const oldStart = before.filter((line) => line.mark !== '+').length;
  const newStart = before.filter((line) => line.mark !== '-').length;
  const oldCount = body.filter((line) => line.mark !== '+').length;
  const newCount = body.filter((line) => line.mark !== '-').length;
  const text = body.map(({ mark, text }) =>
    text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@\n${text.join('')}`;
}

function range(start: number, count: number): string {
  // An empty range names the line before it, any other its first line.
  const first = count === 0 ? start : start + 1;
  return count === 1 ? `${first}` : `${first},${count}`;
}
