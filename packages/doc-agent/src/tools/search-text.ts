import { RE2JS } from 're2js';
import { ToolError } from '../errors.ts';

const maxLineLength = 300;
const maxProgramSize = 5000;

export type Find = (text: string) => boolean;

/** Finds matching lines, with the lines around them. */
export function findLines(text: string, find: Find, context: number): { line: number; text: string }[] {
  if (!find(text)) return [];
  const found: { line: number; text: string }[] = [];
  const lines = text.split('\n');
  for (const [index, content] of lines.entries()) {
    if (!find(content)) continue;
    const around = lines.slice(Math.max(0, index - context), index + context + 1);
    found.push({ line: index + 1, text: around.map((line) => line.trimEnd().slice(0, maxLineLength)).join('\n') });
  }
  // A hit that spans lines is reported at its first line.
  return found.length > 0 ? found : [{ line: 1, text: 'the hit spans several lines' }];
}

/** Compiles a search. Plain text is searched directly, and patterns with an automaton, in time linear in the text. */
export function compileSearch(regex: string, ignoreCase: boolean): Find {
  const literal = unescapeLiteral(regex);
  if (literal !== undefined && !ignoreCase) return (text) => text.includes(literal);
  try {
    const compiled = RE2JS.compile(regex, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    if (compiled.programSize() > maxProgramSize) throw new Error('the expression is too large');
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    throw new ToolError(
      'invalid_pattern',
      `the regular expression ${JSON.stringify(regex)} can't be used: ${error instanceof Error ? error.message : 'unknown syntax'}`,
    );
  }
}

/** The literal text of an expression, or `undefined` if it has operators. */
function unescapeLiteral(regex: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*[.*+?()[\]{}|^$]/.test(regex) || /\\[A-Za-z0-9]/.test(regex)) return undefined;
  return regex.replace(/\\(.)/g, '$1');
}
