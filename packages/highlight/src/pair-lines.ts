import type { DiffLine } from './parse-diff.ts';

/** A row of the split view: the old and the new line. */
export interface LinePair {
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** Pairs removed lines with the following added lines, in order. */
export function pairLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      pairs.push({ before: removed[index], after: added[index] });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

/** `[same, changed, same]` for a line and for its replacement. */
export type Parts = readonly [start: string, middle: string, end: string];

/** Below this share of common text, two lines aren't paired, because marking nearly everything wouldn't be useful. */
const SMALLEST_COMMON = 0.3;

/**
 * The range in which two lines differ: between their common first words and their common last words; `undefined` if
 * they differ everywhere.
 */
export function findChange(before: string, after: string): { before: Parts; after: Parts } | undefined {
  const oldWords = toWords(before);
  const newWords = toWords(after);
  const shorter = Math.min(oldWords.length, newWords.length);
  let start = 0;
  while (start < shorter && oldWords[start] === newWords[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldWords.at(-1 - end) === newWords.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ];
  const parts = { before: cut(oldWords), after: cut(newWords) };
  const common = parts.before[0].trim().length + parts.before[2].trim().length;
  return common < Math.max(before.trim().length, after.trim().length) * SMALLEST_COMMON ? undefined : parts;
}

const toWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
