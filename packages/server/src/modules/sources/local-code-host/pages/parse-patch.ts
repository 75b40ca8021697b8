/** One line of a unified diff, with its number on either side. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed' | 'note';
  readonly oldNumber?: number;
  readonly newNumber?: number;
  readonly text: string;
}

export interface DiffHunk {
  /** The surrounding heading according to git. */
  readonly heading: string;
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

export interface FilePatch {
  readonly hunks: readonly DiffHunk[];
  readonly binary: boolean;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/**
 * Splits git's patch into files, in git's order. Inside a hunk lines are counted, not guessed, so content that looks
 * like a header stays content.
 */
export function parsePatch(patch: string): readonly FilePatch[] {
  const files: { hunks: DiffHunk[]; binary: boolean }[] = [];
  const lines = patch.split('\n');
  let header = '';
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const file = files.at(-1);
    const hunk = HUNK.exec(line);
    if (line.startsWith('diff --git ')) {
      // A file that becomes a link has two sections under one header, but is one file to a reader.
      if (line !== header) files.push({ hunks: [], binary: false });
      header = line;
    } else if (file !== undefined && line.startsWith('Binary files ')) file.binary = true;
    else if (file !== undefined && hunk !== null) {
      const read = readHunk(lines, at + 1, hunk);
      file.hunks.push(read.hunk);
      at = read.next;
      continue;
    }
    at += 1;
  }
  return files;
}

function readHunk(lines: readonly string[], start: number, header: RegExpExecArray): { hunk: DiffHunk; next: number } {
  const [, oldStart = '1', oldCount = '1', newStart = '1', newCount = '1', heading = ''] = header;
  let [oldNumber, newNumber] = [Number(oldStart), Number(newStart)];
  const [oldEnd, newEnd] = [oldNumber + Number(oldCount), newNumber + Number(newCount)];
  const read: DiffLine[] = [];
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.slice(1);
    if (line.startsWith('\\')) read.push({ kind: 'note', text: 'No newline at end of file' });
    else if (oldNumber >= oldEnd && newNumber >= newEnd) break;
    else if (line.startsWith('+')) read.push({ kind: 'added', newNumber: newNumber++, text });
    else if (line.startsWith('-')) read.push({ kind: 'removed', oldNumber: oldNumber++, text });
    else read.push({ kind: 'context', oldNumber: oldNumber++, newNumber: newNumber++, text });
  }
  return { hunk: { heading, oldStart: Number(oldStart), newStart: Number(newStart), lines: read }, next: at };
}
