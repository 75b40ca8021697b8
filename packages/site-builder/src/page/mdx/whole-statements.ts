import { parseModule } from '@docwright/expressions';
import { fencedCode } from '../../text/fenced-code.ts';
import type { EsmNode } from './ast.ts';

/** Maximum number of attempts to find the end of statements, because each attempt parses the text again. */
const maxTries = 40;
/** Maximum total length of the text that all attempts for a page may parse. */
const maxParsedChars = 2_000_000;

/** The first words of an import or export, as opposed to a paragraph that begins with "import" or "export". */
export const statementStart =
  /^(?:import|export)\s+(?:[\w$*]+\s+from\b|["'{*]|(?:const|let|var|function|async|class|default)\b)/;

/** The total length that further attempts may parse. */
export interface ParseAllowance {
  chars: number;
}

export const createAllowance = (): ParseAllowance => ({ chars: maxParsedChars });

/**
 * The end of the last line of the imports and exports that begin at `start`. They can contain empty lines, and are
 * complete when the JavaScript is complete, regardless of the text that follows. Returns `undefined` if they never
 * become complete.
 */
export function findStatementEnd(text: string, start: number, allowance: ParseAllowance): number | undefined {
  let end = text.length;
  for (let tries = 0; tries < maxTries && allowance.chars >= end - start; tries++) {
    allowance.chars -= end - start;
    const code = text.slice(start, end);
    const parsed = parseModule(code);
    if (parsed.ok) {
      const { body } = parsed.node;
      const content = body.findIndex(({ type }) => !/^(?:Import|Export)/.test(type));
      const last = body.at(content === -1 ? -1 : content - 1);
      if (content === 0 || last === undefined) return undefined;
      // The parser's own field, in UTF-16 units.
      return endOfLine(text, start + (last as unknown as { readonly end: number }).end);
    }
    // The text after the statement isn't JavaScript: the error is at its beginning, or at its first quote or tag.
    const before = lastEmptyLine(code, Math.min(parsed.offset ?? code.length, code.length - 1));
    if (before === undefined) return undefined;
    end = start + before;
  }
  return undefined;
}

/** The start of the last empty line before an offset. */
function lastEmptyLine(code: string, offset: number): number | undefined {
  for (let at = code.lastIndexOf('\n', offset); at > 0; at = code.lastIndexOf('\n', at - 1)) {
    const previous = code.lastIndexOf('\n', at - 1);
    if (previous !== -1 && code.slice(previous + 1, at).trim() === '') return previous;
  }
  return undefined;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

export interface WithoutStatements {
  /** The text with the lines of the statements blanked out. */
  readonly text: string;
  readonly statements: readonly EsmNode[];
}

/**
 * Removes statements that contain empty lines from text that the native parser rejects: it miscounts template literals
 * and regular expressions, and then treats the rest of a statement as the page's text.
 */
export function takeWholeStatements(text: string): WithoutStatements | undefined {
  const statements: EsmNode[] = [];
  const allowance = createAllowance();
  let result = text;
  for (const start of statementStarts(text)) {
    if (result[start] === ' ') continue;
    const block = text.slice(start, emptyLineAfter(text, start));
    if (parseModule(block).ok) continue;
    const end = findStatementEnd(text, start, allowance);
    if (end === undefined || end <= start + block.length) continue;
    const value = text.slice(start, end);
    const line = text.slice(0, start).split('\n').length;
    const place = { line, column: 1, offset: start };
    statements.push({ type: 'mdxjsEsm', value, position: { start: place, end: { ...place, offset: end } } });
    result = result.slice(0, start) + value.replace(/[^\n]/g, ' ') + result.slice(end);
  }
  return statements.length === 0 ? undefined : { text: result, statements };
}

const fenced = new RegExp(fencedCode, 'gm');

/** Lines that begin a block with an import or export, outside fenced code. */
function* statementStarts(text: string): Generator<number> {
  let isBlockStart = true;
  let start = 0;
  for (const line of text.replace(fenced, (block) => block.replace(/[^\n]/g, '`')).split('\n')) {
    if (isBlockStart && statementStart.test(line)) yield start;
    isBlockStart = line.trim() === '';
    start += line.length + 1;
  }
}

function emptyLineAfter(text: string, start: number): number {
  const found = /\n[ \t]*(?:\n|$)/.exec(text.slice(start));
  return found === null ? text.length : start + found.index;
}
