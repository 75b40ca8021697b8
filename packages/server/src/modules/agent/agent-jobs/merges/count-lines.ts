import type { FileDiff } from '@docwright/highlight/parse-diff';

/** Line numbers by file path. */
export type Lines = ReadonlyMap<string, ReadonlySet<number>>;

/** Lists a diff's added lines by their position after the change, or its removed lines by their position before it. */
export function listLines(files: readonly FileDiff[], kind: 'added' | 'removed'): Lines {
  const listed = new Map<string, Set<number>>();
  for (const { path, from = path, hunks } of files) {
    const numbers = hunks
      .flatMap(({ lines }) => lines)
      .filter((line) => line.kind === kind)
      .flatMap(({ oldNumber, newNumber }) => (kind === 'added' ? newNumber : oldNumber) ?? []);
    if (numbers.length > 0) listed.set(kind === 'added' ? path : from, new Set(numbers));
  }
  return listed;
}

/** Returns the lines of `lines` that are also in `others`, or those that aren't. */
export function selectLines(lines: Lines, others: Lines, areIn: boolean): Lines {
  return new Map(
    [...lines].map(([path, numbers]) => {
      const known = others.get(path);
      return [path, new Set([...numbers].filter((number) => (known?.has(number) === true) === areIn))];
    }),
  );
}

export const countLines = (lines: Lines): number => [...lines.values()].reduce((sum, { size }) => sum + size, 0);

/** Counts the lines that a diff changes. A replaced line counts once, although the diff removes one and adds one. */
export function countChanges(files: readonly FileDiff[]): number {
  let changes = 0;
  for (const { hunks } of files)
    for (const { lines } of hunks) {
      let run = { added: 0, removed: 0 };
      for (const { kind } of lines) {
        if (kind === 'same') {
          changes += Math.max(run.added, run.removed);
          run = { added: 0, removed: 0 };
        } else run[kind] += 1;
      }
      changes += Math.max(run.added, run.removed);
    }
  return changes;
}
