/**
 * A unified diff as written by git, for the dashboard and the pages of the embedded code host. Rules: line numbers are
 * read from the hunk headers, everything else is shown unchanged, and a truncated diff is shown up to its end. Decision
 * 24 explains why no library parses it.
 */
export interface FileDiff {
  /** Path after the change; before it for a deleted file. */
  readonly path: string;
  /** The previous path, if it was different. */
  readonly from: string | undefined;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  readonly isBinary: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** The context that git found: a heading, a function. */
  readonly heading: string;
  /** Number of its first line after the change; 0 for a deleted file. */
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  /** Whether the file ends here without a newline. */
  readonly isUnterminated: boolean;
}

export function parseDiff(diff: string): readonly FileDiff[] {
  // Only a line feed ends a line of a diff: other characters that `^` and `.` treat as line endings (U+2028, a carriage
  // return) belong to the file's text.
  const sections = diff.split(/(?<=^|\n)(?=diff --git )/).filter((section) => section.startsWith('diff --git '));
  const files: { readonly header: string; readonly file: FileDiff }[] = [];
  for (const section of sections) {
    const header = section.slice(0, section.indexOf('\n'));
    const file = parseFile(section);
    const last = files.at(-1);
    // A file that becomes a link has two sections with one header, but is one file.
    if (last?.header === header) files.splice(-1, 1, { header, file: join(last.file, file) });
    else files.push({ header, file });
  }
  return files.map(({ file }) => file);
}

function join(before: FileDiff, after: FileDiff): FileDiff {
  return {
    ...after,
    change: 'modified',
    isBinary: before.isBinary || after.isBinary,
    added: before.added + after.added,
    removed: before.removed + after.removed,
    hunks: [...before.hunks, ...after.hunks],
  };
}

function parseFile(section: string): FileDiff {
  const lines = section.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const firstHunk = lines.findIndex((line) => line.startsWith('@@ '));
  const head = firstHunk === -1 ? lines : lines.slice(0, firstHunk);
  const hunks = firstHunk === -1 ? [] : parseHunks(lines.slice(firstHunk));
  const after = (prefix: string) => head.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const oldPath = pathOf(after('rename from ') ?? after('--- '), 'a/');
  const newPath = pathOf(after('rename to ') ?? after('+++ '), 'b/');
  const path = newPath ?? oldPath ?? pathInHead(head[0] ?? '');
  const isRenamed = after('rename from ') !== undefined;
  const count = (kind: DiffLine['kind']) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  return {
    path,
    from: isRenamed ? oldPath : undefined,
    change: isRenamed
      ? 'renamed'
      : after('new file') !== undefined
        ? 'added'
        : after('deleted file') !== undefined
          ? 'deleted'
          : 'modified',
    isBinary: head.some((line) => line.startsWith('Binary files ') || line.startsWith('GIT binary patch')),
    added: count('added'),
    removed: count('removed'),
    hunks,
  };
}

/** Reads the name from the first line, `a/name b/name`, if nothing else names the file because no text changed. */
function pathInHead(line: string): string {
  const names = line.slice('diff --git '.length);
  return pathOf(names.slice((names.length + 1) / 2), 'b/') ?? '';
}

function pathOf(text: string | undefined, prefix: string): string | undefined {
  if (text === undefined || text === '/dev/null') return undefined;
  // git quotes names with unusual characters as C strings; a tab ends a name that has a space.
  const plain = text.startsWith('"') ? unquote(text) : text.replace(/\t$/, '');
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
}

function unquote(text: string): string {
  const bytes: number[] = [];
  const inner = text.slice(1, text.lastIndexOf('"'));
  const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  for (const [, octal, escaped, plain] of inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...new TextEncoder().encode(plain ?? escapes[escaped ?? ''] ?? escaped));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function parseHunks(lines: readonly string[]): Hunk[] {
  const hunks: { heading: string; newStart: number; lines: DiffLine[] }[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  for (const line of lines) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?([^]*)$/.exec(line);
    if (head !== null) {
      oldNumber = Number(head[1]);
      newNumber = Number(head[2]);
      hunks.push({ heading: head[3] ?? '', newStart: newNumber, lines: [] });
      continue;
    }
    const into = hunks.at(-1)?.lines;
    if (into === undefined) continue;
    if (line.startsWith('\\')) {
      const last = into.pop();
      if (last !== undefined) into.push({ ...last, isUnterminated: true });
      continue;
    }
    const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
    into.push({
      kind,
      text: line.slice(1),
      oldNumber: kind === 'added' ? undefined : oldNumber,
      newNumber: kind === 'removed' ? undefined : newNumber,
      isUnterminated: false,
    });
    if (kind !== 'added') oldNumber += 1;
    if (kind !== 'removed') newNumber += 1;
  }
  return hunks;
}
