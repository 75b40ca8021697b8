import type { DiffLine, Hunk } from './parse-diff.ts';
import type { Parts } from './pair-lines.ts';

/** A single-color piece of a line. */
export interface Run {
  readonly text: string;
  /** A token class of the highlighter; empty for plain text. */
  readonly token: string;
}

/** Returns the colors of each line: `undefined` for a line without colors, or for all lines if none has colors. */
export type ColorLines = (
  lines: readonly string[],
  place: { readonly path: string; readonly isStart: boolean },
) => readonly (readonly Run[] | undefined)[] | undefined;

export type ColoredLines = ReadonlyMap<DiffLine, readonly Run[]>;

/**
 * The colors of a hunk. Each side is read as part of its version, so that a construct opened in a removed line
 * doesn't affect added lines.
 */
export function colorHunk(hunk: Hunk, file: { path: string; from: string | undefined }, color: ColorLines) {
  const colored = new Map<DiffLine, readonly Run[]>();
  for (const side of ['before', 'after'] as const) {
    const other = side === 'before' ? 'added' : 'removed';
    const lines = hunk.lines.filter(({ kind }) => kind !== other);
    const first = side === 'before' ? lines[0]?.oldNumber : lines[0]?.newNumber;
    const path = side === 'before' ? (file.from ?? file.path) : file.path;
    const runs = color(
      lines.map(({ text }) => text),
      { path, isStart: first === 1 },
    );
    for (const [index, line] of lines.entries()) {
      const own = runs?.[index];
      if (own !== undefined) colored.set(line, own);
    }
  }
  return colored;
}

/** The runs of each part of a line; a run that spans two parts is split. */
export function splitRuns(runs: readonly Run[], parts: Parts): readonly (readonly Run[])[] {
  const left = runs.toReversed();
  return parts.map(({ length }) => {
    const own: Run[] = [];
    for (let missing = length; missing > 0;) {
      const next = left.pop();
      if (next === undefined) break;
      own.push({ ...next, text: next.text.slice(0, missing) });
      if (next.text.length > missing) left.push({ ...next, text: next.text.slice(missing) });
      missing -= next.text.length;
    }
    return own;
  });
}
