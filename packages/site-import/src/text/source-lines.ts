/** A line of a page that is being converted, with its line number in the source, counted from 1. */
export interface SourceLine {
  readonly text: string;
  readonly line: number;
}

/** Text that records the origin of each line. */
export interface TrackedText {
  readonly text: string;
  /** For each line of the text, its number in the source. */
  readonly lineOf: readonly number[];
}

export interface Edit {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function toLines(text: string, firstLine = 1): SourceLine[] {
  return text.split('\n').map((line, index) => ({ text: line, line: firstLine + index }));
}

export function joinLines(lines: readonly SourceLine[]): TrackedText {
  return { text: lines.map(({ text }) => text).join('\n'), lineOf: lines.map(({ line }) => line) };
}

/** Applies edits; if two overlap, only the first is applied. */
export function applyEdits({ text, lineOf }: TrackedText, edits: readonly Edit[]): TrackedText {
  const parts: string[] = [];
  const lines: number[] = [lineOf[0] ?? 1];
  let at = 0;
  let line = 0;
  const keep = (end: number): void => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < end; next = text.indexOf('\n', next + 1)) {
      line += 1;
      lines.push(lineOf[line] ?? line);
    }
    parts.push(text.slice(at, end));
    at = end;
  };
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    keep(edit.start);
    for (let count = countBreaks(edit.text); count > 0; count--) lines.push(lineOf[line] ?? line);
    line += countBreaks(text.slice(at, edit.end));
    parts.push(edit.text);
    at = edit.end;
  }
  keep(text.length);
  return { text: parts.join(''), lineOf: lines };
}

/** Returns the source's line number at an offset. */
export function sourceLineAt({ text, lineOf }: TrackedText, offset: number): number {
  return lineOf[countBreaks(text.slice(0, offset))] ?? 1;
}

/** Whether each line is inside a code fence or is one of its markers. */
export function markFences(lines: readonly SourceLine[]): boolean[] {
  let open = '';
  return lines.map(({ text }) => {
    const marker = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(text);
    if (open === '') {
      if (marker?.[1] === undefined || (marker[1].startsWith('`') && text.slice(marker[0].length).includes('`')))
        return false;
      open = marker[1];
      return true;
    }
    if (marker?.[1]?.startsWith(open) === true && /^[\s>]*[`~]+\s*$/.test(text)) open = '';
    return true;
  });
}

/** Finds the index of the first line at or after `start` that `isFound` accepts. */
export function findFrom(
  lines: readonly SourceLine[],
  start: number,
  isFound: (line: SourceLine, index: number) => boolean,
): number | undefined {
  for (let index = start; index < lines.length; index++) {
    const line = lines[index];
    if (line !== undefined && isFound(line, index)) return index;
  }
  return undefined;
}

export const indentOf = (text: string): number => text.length - text.trimStart().length;

/** Returns the lines without the given number of leading spaces; lines with fewer lose all of them. */
export function dedent(lines: readonly SourceLine[], by: number): SourceLine[] {
  return lines.map(({ text, line }) => ({ text: text.slice(Math.min(by, indentOf(text))), line }));
}

export function indent(lines: readonly SourceLine[], by: number): SourceLine[] {
  const blanks = ' '.repeat(by);
  return lines.map(({ text, line }) => ({ text: text === '' ? '' : blanks + text, line }));
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
