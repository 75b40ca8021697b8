import { diffLines, splitLines } from '../text/diff-lines.ts';
import { formatHunks } from '../text/format-hunks.ts';

export interface NearestBlock {
  /** 1-based, inclusive. */
  readonly fromLine: number;
  readonly toLine: number;
  /** Diff from the requested text to the actual one. */
  readonly diff: string;
}

const maxLinesCompared = 20_000;
const maxWindow = 40;

/** The lines of a text that are most similar to `piece`, for an error message; `undefined` if no lines are similar. */
export function findNearestBlock(text: string, piece: string): NearestBlock | undefined {
  const lines = splitLines(text);
  const wanted = splitLines(piece).slice(0, maxWindow);
  if (wanted.length === 0 || lines.length > maxLinesCompared) return undefined;
  const [single, second] = wanted;
  const inside = single !== undefined && second === undefined ? findInLongLine(lines, single) : undefined;
  if (inside !== undefined) return inside;
  const grams = wanted.map(toBigrams);
  const have = lines.map(toBigrams);
  let best = { at: -1, score: 0 };
  for (let at = 0; at + wanted.length <= Math.max(lines.length, wanted.length); at++) {
    let score = 0;
    for (let index = 0; index < wanted.length; index++) score += similarity(grams[index], have[at + index]);
    if (score > best.score) best = { at, score };
  }
  if (best.at === -1 || best.score / wanted.length < 0.4) return undefined;
  const block = lines.slice(best.at, best.at + wanted.length);
  return {
    fromLine: best.at + 1,
    toLine: best.at + block.length,
    diff: formatHunks(diffLines(withNewline(wanted.join('')), withNewline(block.join('')))).slice(0, 4000),
  };
}

/** Lines that are at least this many characters longer than the piece are searched for similar words. */
const longerBy = 60;
const maxWordsCompared = 20_000;

/** Finds the words in a long line that are most similar to the piece. Paragraphs are often a single line. */
function findInLongLine(lines: readonly string[], piece: string): NearestBlock | undefined {
  const wanted = piece.trim();
  const grams = toBigrams(wanted);
  let best = { line: -1, text: '', score: 0.6 };
  let compared = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length < wanted.length + longerBy) continue;
    for (const { index: start } of line.matchAll(/(?<=^|\s)\S/g)) {
      if ((compared += 1) > maxWordsCompared) break;
      const end = line.slice(start + wanted.length).search(/\s|$/);
      const text = line.slice(start, start + wanted.length + end);
      const score = similarity(grams, toBigrams(text));
      if (score > best.score) best = { line: index, text, score };
    }
  }
  if (best.line === -1) return undefined;
  const diff = formatHunks(diffLines(withNewline(wanted), withNewline(best.text.trimEnd()))).slice(0, 4000);
  return { fromLine: best.line + 1, toLine: best.line + 1, diff };
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function toBigrams(line: string): ReadonlySet<string> {
  const plain = line.trim().slice(0, 200).toLowerCase();
  const grams = new Set<string>();
  for (let at = 0; at + 2 <= plain.length; at++) grams.add(plain.slice(at, at + 2));
  return grams;
}

/** Dice's coefficient of the two lines' letter pairs. */
function similarity(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return (2 * shared) / (a.size + b.size);
}
