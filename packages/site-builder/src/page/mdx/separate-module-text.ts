import { parseModule } from '@docwright/expressions';
import { fencedCode } from '../../text/fenced-code.ts';
import type { EsmNode, RootNode } from './ast.ts';
import { listModules } from './list-modules.ts';
import type { SyntaxFault } from './parse-tree.ts';
import { createAllowance, findStatementEnd, statementStart } from './whole-statements.ts';

/** Number of lines, before the position at which the parser stopped, that are searched for an invalid statement. */
const maxLinesBack = 40;

export interface SeparatedText {
  /** The text without the statements: their lines are blank, so that the following text is parsed as content. */
  readonly text: string;
  readonly statements: EsmNode | undefined;
  /** `undefined` if the text is correct, and only the native parser ends its statement too early. */
  readonly fault: SyntaxFault | undefined;
}

/**
 * Separates content that follows an `import` or `export` without an empty line, and paragraphs whose first word is one
 * of the two, because the Markdown parser treats the whole block as a module. Returns `undefined` if the page has no
 * such block.
 */
export function separateModuleText(tree: RootNode, text: string): SeparatedText | undefined {
  for (const node of listModules(tree)) {
    const whole = extendStatements(node, text);
    if (whole !== undefined) return whole;
    const lines = countStatementLines(node.value);
    if (lines !== undefined) return lines === 0 ? asParagraph(node, text) : cutBehind(node, text, lines);
  }
  return undefined;
}

/**
 * Handles a statement that continues after an empty line. In MDX, a statement ends when its JavaScript is complete; the
 * native parser miscounts nested template literals, and treats the rest of the statement as the page's text.
 */
function extendStatements(node: EsmNode, text: string): SeparatedText | undefined {
  const start = node.position?.start.offset;
  if (start === undefined || !text.startsWith(node.value, start) || parseModule(node.value).ok) return undefined;
  if (!statementStart.test(node.value)) return undefined;
  const end = findStatementEnd(text, start, createAllowance());
  if (end === undefined || end <= start + node.value.length) return undefined;
  const code = text.slice(start, end);
  return {
    text: text.slice(0, start) + code.replace(/[^\n]/g, ' ') + text.slice(end),
    statements: { ...node, value: code },
    fault: undefined,
  };
}

/**
 * The number of leading lines that are statements; `undefined` if all lines are, or if the code is an invalid statement
 * without content.
 */
function countStatementLines(code: string): number | undefined {
  const parsed = parseModule(code);
  if (parsed.ok) {
    const content = parsed.node.body.find(({ type }) => type === 'ExpressionStatement');
    return content === undefined ? undefined : lineOf(code, (content as unknown as { readonly start: number }).start);
  }
  const lines = code.split('\n');
  const broken = Math.min(parsed.line ?? 1, lines.length) - 1;
  for (let count = broken; count > Math.max(0, broken - maxLinesBack); count--) {
    if (parseModule(lines.slice(0, count).join('\n')).ok) return count;
  }
  return statementStart.test(code) ? undefined : 0;
}

function cutBehind(node: EsmNode, text: string, lines: number): SeparatedText | undefined {
  const start = node.position?.start;
  if (start?.offset === undefined) return undefined;
  let end = start.offset;
  for (let line = 0; line < lines; line++) end = text.indexOf('\n', end) + 1;
  const statements = text.slice(start.offset, end);
  return {
    text: text.slice(0, start.offset) + statements.replace(/[^\n]/g, ' ') + text.slice(end),
    statements: { ...node, value: statements },
    // The native parser sometimes continues past an empty line.
    fault: /\n[ \t]*\n$/.test(statements)
      ? undefined
      : {
          message: 'An empty line is missing between the import or export and the following text.',
          line: start.line + lines,
          column: 1,
          fix: 'Add an empty line.',
        },
  };
}

function asParagraph(node: EsmNode, text: string): SeparatedText | undefined {
  const start = node.position?.start;
  return start?.offset === undefined ? undefined : escapeStart(text, start.offset, start.line);
}

/** Replaces the first letter with a character reference: the text reads the same but doesn't start a module. */
function escapeStart(text: string, at: number, line: number): SeparatedText & { readonly fault: SyntaxFault } {
  return {
    text: `${text.slice(0, at)}&#${text.charCodeAt(at)};${text.slice(at + 1)}`,
    statements: undefined,
    fault: { message: 'A paragraph that starts with "import" or "export" is read as JavaScript.', line, column: 1 },
  };
}

/** Fences, and paragraphs that begin with one of the two words. */
const paragraphStart = new RegExp(
  `${fencedCode}|(?<=^|\\n[ \\t]*\\n|>[ \\t]*\\n)(?<word>(?:im|ex)port\\s)[^\\n]*`,
  'gm',
);

/** Applies `escapeStart` to text that can't be parsed because such a paragraph includes the closing tag after it. */
export function escapeModuleText(text: string): ReturnType<typeof escapeStart> | undefined {
  for (const { 0: found, index, groups } of text.matchAll(paragraphStart))
    if (groups?.['word'] !== undefined && !statementStart.test(found))
      return escapeStart(text, index, lineOf(text, index) + 1);
  return undefined;
}

function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length - 1;
}
