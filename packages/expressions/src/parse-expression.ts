import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import type { Expression, Program } from 'estree-jsx';

const JsxParser = Parser.extend(jsx());
const options = { ecmaVersion: 'latest', sourceType: 'module', allowReturnOutsideFunction: true } as const;

/** The same expressions recur within a site (`{2}`, `{true}`, `{[1, 2]}`), and a tree is never changed. */
const maxCached = 2000;

export type ParseOutcome<T> =
  | { readonly ok: true; readonly node: T }
  /** `isTooDeep`: valid, but nested more deeply than can be parsed. */
  | {
      readonly ok: false;
      readonly message: string;
      /** Line of the error, from 1, or `undefined` if unknown. */
      readonly line?: number | undefined;
      /** Position of the error in the text, in UTF-16 units, or `undefined` if unknown. */
      readonly offset?: number | undefined;
      readonly isTooDeep?: boolean;
    };

const expressions = new Map<string, ParseOutcome<Expression | undefined>>();
/** Pages of a site repeat the same imports. Callers cache whole component files. */
const modules = new Map<string, ParseOutcome<Program>>();
const maxCachedModuleChars = 2000;

/** Parses one JavaScript expression with JSX. `node` is `undefined` if the text contains only comments. */
export function parseExpression(text: string): ParseOutcome<Expression | undefined> {
  const cached = expressions.get(text);
  if (cached !== undefined) return cached;
  const outcome = parseUncached(text);
  if (expressions.size >= maxCached) expressions.clear();
  expressions.set(text, outcome);
  return outcome;
}

function parseUncached(text: string): ParseOutcome<Expression | undefined> {
  try {
    // Parsed in parentheses, so that an object literal isn't a block; the line break ends a trailing `//` comment.
    const program = JsxParser.parse(`(${text}\n)`, options) as unknown as Program;
    const statement = program.body[0];
    if (statement?.type === 'ExpressionStatement' && program.body.length === 1)
      return { ok: true, node: statement.expression };
    return { ok: false, message: 'it is not one expression' };
  } catch (error) {
    if (isOnlyComments(text)) return { ok: true, node: undefined };
    return failure(error);
  }
}

function failure(error: unknown): ParseOutcome<never> {
  if (error instanceof RangeError) return { ok: false, message: 'it is nested too deeply', isTooDeep: true };
  const message = error instanceof Error ? error.message : String(error);
  const { loc, pos } = error as { readonly loc?: { readonly line: number }; readonly pos?: number };
  return { ok: false, message, line: loc?.line, offset: pos, isTooDeep: false };
}

function isOnlyComments(text: string): boolean {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').trim() === '';
}

/** Parses a module of JavaScript with JSX: the import and export lines of a page, or a `.jsx` file. */
export function parseModule(text: string): ParseOutcome<Program> {
  if (text.length > maxCachedModuleChars) return parseModuleUncached(text);
  const cached = modules.get(text);
  if (cached !== undefined) return cached;
  const outcome = parseModuleUncached(text);
  if (modules.size >= maxCached) modules.clear();
  modules.set(text, outcome);
  return outcome;
}

function parseModuleUncached(text: string): ParseOutcome<Program> {
  try {
    return { ok: true, node: JsxParser.parse(text, options) as unknown as Program };
  } catch (error) {
    return failure(error);
  }
}
