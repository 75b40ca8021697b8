/**
 * A change that a repair made to the author's text: an escape, a closed tag, or blanked text. The Markdown version of a
 * page is the author's text, without repairs.
 */
export interface Repair {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The changes that turn `repaired` back into `written`; both have the same number of lines. Comments and statements,
 * whose lines are blank, are not restored.
 */
export function findRepairs(written: string, repaired: string): Repair[] {
  if (written === repaired) return [];
  const before = written.split('\n');
  const after = repaired.split('\n');
  if (before.length !== after.length) return [];
  const found: Repair[] = [];
  let start = 0;
  let statement: number | undefined;
  for (const [index, line] of after.entries()) {
    const own = before[index] ?? '';
    const next = start + line.length + 1;
    if (line.trim() !== '') {
      statement = undefined;
      if (own !== line) found.push(...repairsOf(own, line, start));
    } else if (own.trim() !== '' && (statement !== undefined || !isClosingTag(own))) {
      // This includes empty lines inside the statement.
      if (statement !== undefined) found.pop();
      statement ??= start;
      found.push({ start: statement, end: Math.min(next, repaired.length), text: '' });
    } else if (own !== line) found.push({ start, end: next - 1, text: own });
    start = next;
  }
  return found;
}

const isClosingTag = (text: string): boolean => text.trimStart().startsWith('</');

function repairsOf(written: string, line: string, start: number): Repair[] {
  const found: Repair[] = [];
  let own = 0;
  for (let at = 0; at < line.length;) {
    if (line[at] === written[own]) {
      at++;
      own++;
      continue;
    }
    const change = readChange(line.slice(at), written.slice(own));
    // An unknown change was made here, so the rest of the line isn't restored.
    if (change === undefined) return found;
    const { length, replaced, text = written.slice(own, own + replaced) } = change;
    found.push({ start: start + at, end: start + at + length, text });
    at += length;
    own += replaced;
  }
  return found;
}

interface Change {
  /** Number of characters in the repaired text. */
  readonly length: number;
  /** Number of characters in the author's text. */
  readonly replaced: number;
  /** Default: the author's text. */
  readonly text?: string;
}

function readChange(line: string, written: string): Change | undefined {
  const reference = /^&#(\d+);/.exec(line);
  if (reference !== null && String.fromCharCode(Number(reference[1])) === written[0])
    return { length: reference[0].length, replaced: 1 };
  const link = /^\[([^\]]+)\]\([^)]*\)/.exec(line);
  if (link?.[1] !== undefined && written.startsWith(`<${link[1]}>`))
    return { length: link[0].length, replaced: link[1].length + 2 };
  if (/^[\\/"]/.test(line)) return { length: 1, replaced: 0 };
  const spaces = /^ +/.exec(line)?.[0].length ?? 0;
  if (spaces === 0) return undefined;
  return { length: spaces, replaced: spaces, ...(isClosingTag(written) ? {} : { text: '' }) };
}
