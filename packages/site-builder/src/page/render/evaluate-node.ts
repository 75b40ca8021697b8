import { parseExpression, type Value } from '@docwright/expressions';
import type { ArrowFunctionExpression, Expression, Pattern, Property, SpreadElement } from 'estree-jsx';
import type { ExpressionNode } from '../mdx/ast.ts';
import { evaluateOr, holdsElements } from './evaluate-text.ts';
import type { RenderEnv } from './render-env.ts';

/**
 * The value of `{…}` in a page's text. Braces that are intended as text (`{T, H, V}`, `{no one/a team}`,
 * `{String}`) are shown as text, with an issue: readers see the author's text.
 *
 * @param lost called if the value can't be computed
 */
export function evaluateNode(node: ExpressionNode, env: RenderEnv, lost: () => Value = () => undefined): Value {
  const parsed = parseExpression(node.value);
  const text = `{${node.value}}`;
  // Words that JavaScript reserves: `{static}`, `{yield}`, `{super.x}`.
  if (!parsed.ok && parsed.isTooDeep !== true && !holdsElements(node.value)) {
    reportProse(`"${text.slice(0, 80)}" is not JavaScript: ${parsed.message}`, env);
    return text;
  }
  if (parsed.ok && parsed.node !== undefined) {
    if (isWithoutValue(parsed.node)) {
      reportProse(`"${text.slice(0, 80)}" has no value on a page`, env);
      return text;
    }
    if (isBuiltIn(parsed.node, env)) {
      reportProse(`"${text}" is the name of a JavaScript built-in, not a value`, env);
      return text;
    }
    if (isProse(parsed.node, env)) {
      if (parsed.node.type === 'SequenceExpression')
        reportProse(`"${text.slice(0, 80)}" is a list, of which a page would show only the last value`, env);
      else if (parsed.node.type === 'ArrowFunctionExpression')
        reportProse(`"${text.slice(0, 80)}" is a function, which has no text`, env);
      // Evaluating the expression reports the undefined name.
      else evaluateOr(node.value, env, () => undefined);
      return text;
    }
  }
  return evaluateOr(node.value, env, lost);
}

function reportProse(what: string, env: RenderEnv): void {
  env.page.report({
    severity: 'warning',
    code: 'expression-error',
    message: `${what}; it is shown as text.`,
    fix: 'Write \\{ for a literal brace.',
  });
}

/** Names that are certainly code, even though they don't exist in a build. */
export const browserNames: ReadonlySet<string> = new Set(
  'window document navigator location localStorage sessionStorage globalThis process history screen matchMedia'.split(
    ' ',
  ),
);

/**
 * Whether an expression is intended as text: a comma between plain values, of which only the last would be shown, or
 * plain code that names something undefined (`{user-id}`, `{item(s)}`, `{GET || POST}`, `{key => value}`).
 */
export function isProse(node: Expression, env: RenderEnv): boolean {
  const names = plainNames(node);
  if (names === undefined) return false;
  // The page would show only the last value of a list, and nothing for a function.
  if (node.type === 'SequenceExpression' || node.type === 'ArrowFunctionExpression') return true;
  return names.some((name) => !isKnown(name, env));
}

function isKnown(name: string, env: RenderEnv): boolean {
  return (
    name === 'undefined' ||
    env.scope.has(name) ||
    browserNames.has(name) ||
    env.page.position.interpreter.globals.has(name)
  );
}

/**
 * Whether an expression is syntax that no page can use in its text: `{this}`, `{await x}`, `{class A {}}`,
 * `{import.meta}` or `{import("x")}`.
 */
function isWithoutValue(node: Expression): boolean {
  switch (node.type) {
    case 'ThisExpression':
    case 'MetaProperty':
    case 'ClassExpression':
      return true;
    case 'ImportExpression':
      return node.source.type === 'Literal';
    case 'AwaitExpression':
      return plainNames(node.argument) !== undefined;
    case 'MemberExpression':
      return node.object.type !== 'Super' && isWithoutValue(node.object);
    default:
      return false;
  }
}

/**
 * Whether an expression is only the name of a built-in, such as `{String}`, `{Array}` or `{document}`: a word in prose.
 * React would show nothing.
 */
function isBuiltIn(node: Expression, env: RenderEnv): boolean {
  if (node.type !== 'Identifier' || node.name === 'user' || env.scope.has(node.name)) return false;
  const value = env.page.position.interpreter.globals.get(node.name);
  return browserNames.has(node.name) || (typeof value === 'object' && value !== null);
}

type PlainNode = Parameters<typeof plainNames>[0];

/** The names in an expression without elements, functions with statements, and templates; otherwise `undefined`. */
function plainNames(
  node: Expression | SpreadElement | Property | Pattern | { readonly type: 'Super' | 'PrivateIdentifier' },
): string[] | undefined {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'Literal':
      return [];
    case 'MemberExpression':
      return joinNames(node.computed ? [node.object, node.property] : [node.object]);
    case 'ArrowFunctionExpression':
      return namesOfFunction(node);
    default:
      return joinNames(partsOf(node));
  }
}

/** The names in a function without its parameters; `undefined` for a function with statements or patterns. */
function namesOfFunction({ body, params }: ArrowFunctionExpression): string[] | undefined {
  const own = joinNames(params.map((param) => (param.type === 'Identifier' ? param : undefined)));
  const used = body.type === 'BlockStatement' ? undefined : plainNames(body);
  return own === undefined ? undefined : used?.filter((name) => !own.includes(name));
}

function partsOf(node: PlainNode): readonly PlainNode[] | undefined {
  switch (node.type) {
    case 'UnaryExpression':
    case 'UpdateExpression':
      return [node.argument];
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return [node.left, node.right];
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate];
    case 'SequenceExpression':
      return node.expressions;
    case 'ChainExpression':
      return [node.expression];
    case 'CallExpression':
    case 'NewExpression':
      return [node.callee, ...node.arguments];
    case 'ArrayExpression':
      return node.elements.filter((one) => one !== null);
    case 'ObjectExpression':
      return node.properties;
    case 'Property':
      return [node.value];
    default:
      return undefined;
  }
}

function joinNames(nodes: readonly (PlainNode | undefined)[] | undefined): string[] | undefined {
  const names: string[] = [];
  for (const node of nodes ?? [undefined]) {
    const own = node === undefined ? undefined : plainNames(node);
    if (own === undefined) return undefined;
    names.push(...own);
  }
  return names;
}
