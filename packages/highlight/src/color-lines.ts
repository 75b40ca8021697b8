import { findFastLexer, type Tokens } from './fast-lexers.ts';
import type { ColorLines, Run } from './colored-lines.ts';

/** Larger files aren't colored, because lexing them would block the page for too long. */
const MOST_CHARS = 200_000;
/** Longer lines aren't colored, because a single line of data would become thousands of elements. */
const LONGEST_LINE = 1000;

/**
 * Colors consecutive lines of a file. The result isn't markup: each line is split into pieces that add up to the line.
 * Returns `undefined` if the file's language has no lexer or the text is too long.
 */
export const colorLines: ColorLines = (lines, { path, isStart }) => {
  const lexer = findLexer(path);
  const code = lines.join('\n');
  if (lexer === undefined || code.length > MOST_CHARS) return undefined;
  const tokens: Tokens = { ends: [], classes: [] };
  // Some constructs, such as frontmatter, are valid only at the start of a file. A leading line break indicates that
  // the text begins elsewhere.
  const prefix = isStart ? '' : '\n';
  lexer(prefix + code, tokens, 0);
  return cutLines(lines, tokens, prefix.length);
};

function findLexer(path: string): ReturnType<typeof findFastLexer> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // `.env` and `Dockerfile` are themselves language names.
  return findFastLexer(name.slice(name.lastIndexOf('.') + 1)) ?? findFastLexer(name.split('.', 1)[0] ?? '');
}

function cutLines(lines: readonly string[], { ends, classes }: Tokens, prefix: number): (readonly Run[] | undefined)[] {
  let token = 0;
  let start = prefix;
  return lines.map((line) => {
    const end = start + line.length;
    const runs: Run[] = [];
    while (start < end) {
      while ((ends[token] ?? end) <= start) token += 1;
      const stop = Math.min(ends[token] ?? end, end);
      const from = line.length - (end - start);
      runs.push({ text: line.slice(from, from + stop - start), token: classes[token] ?? '' });
      start = stop;
    }
    start = end + 1;
    return line.length > LONGEST_LINE ? undefined : runs;
  });
}
