import { findFastLexer, type Tokens } from '@docwright/highlight/fast-lexers';
import type { ColourLines, Run } from './coloured-lines.ts';

/** A file of more characters is plain: its lexer would hold the page up for longer than colours are worth. */
const MOST_CHARS = 200_000;
/** So is a line of more: data on one line would become thousands of elements. */
const LONGEST_LINE = 1000;

/**
 * The colours of lines that follow each other in a file. Nothing here is markup: a line is cut, and its pieces joined are the
 * line again. Undefined: the file's language has no lexer, or there is too much of it.
 */
export const colourLines: ColourLines = (lines, { path, isStart }) => {
  const lexer = findLexer(path);
  const code = lines.join('\n');
  if (lexer === undefined || code.length > MOST_CHARS) return undefined;
  const tokens: Tokens = { ends: [], classes: [] };
  // Some things stand at the start of a file alone, like frontmatter: a line end says that this is not one.
  const prefix = isStart ? '' : '\n';
  lexer(prefix + code, tokens, 0);
  return cutLines(lines, tokens, prefix.length);
};

function findLexer(path: string): ReturnType<typeof findFastLexer> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // `.env` and `Dockerfile` are names of languages as they are.
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
