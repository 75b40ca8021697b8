import { parseExpression, type Value } from '@docwright/expressions';
import type { Expression, SpreadElement } from 'estree-jsx';
import type { ExpressionNode } from '../mdx/ast.ts';
import { evaluateOr } from './evaluate-text.ts';
import type { RenderEnv } from './render-env.ts';

/**
 * The value of `{…}` in the text of a page. Braces that are intended as text (`{T, H, V}`, `{no one/a team}`, `{String}`)
 * stay text, with an issue: a reader sees what the author typed.
 *
 * @param lost called if the value can't be computed
 */
export function evaluateNode(node: ExpressionNode, env: RenderEnv, lost: () => Value = () => undefined): Value {
  const parsed = parseExpression(node.value);
  if (parsed.ok && parsed.node !== undefined) {
    const text = `{${node.value}}`;
    if (isBuiltIn(parsed.node, env)) {
      reportProse(`"${text}" names a built-in of JavaScript, which has no text`, env);
      return text;
    }
    if (isProse(parsed.node, env)) {
      if (parsed.node.type === 'SequenceExpression')
        reportProse(`"${text.slice(0, 80)}" is a list of values without a use`, env);
      // Reports the name.
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
    fix: 'Write \\{ for a brace that is text.',
  });
}

/** Code without doubt, even though a build has no such names. */
export const browserNames: ReadonlySet<string> = new Set(
  'window document navigator location localStorage sessionStorage globalThis process history screen matchMedia'.split(
    ' ',
  ),
);

/**
 * Whether an expression is intended as text: a comma between plain values, of which only the last would be shown, or undefined names with punctuation between them, without a call.
 */
function isProse(node: Expression, env: RenderEnv): boolean {
  if (node.type === 'SequenceExpression' && node.expressions.every((one) => isPlain(one))) return true;
  const names = plainNames(node);
  return names !== undefined && names.length > 0 && names.every((name) => !isKnown(name, env));
}

function isKnown(name: string, env: RenderEnv): boolean {
  return env.scope.has(name) || browserNames.has(name) || env.page.position.interpreter.globals.has(name);
}

/** `{String}` or `{Array}` alone: a type in prose. React would show nothing. */
function isBuiltIn(node: Expression, env: RenderEnv): boolean {
  if (node.type !== 'Identifier' || node.name === 'user' || env.scope.has(node.name)) return false;
  const value = env.page.position.interpreter.globals.get(node.name);
  return typeof value === 'object' && value !== null;
}

const isPlain = (node: Expression): boolean => plainNames(node) !== undefined;

/** The names in an expression of names, literals and operators; `undefined` for any other expression. */
function plainNames(
  node: Expression | SpreadElement | { readonly type: 'Super' | 'PrivateIdentifier' },
): string[] | undefined {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'Literal':
      return [];
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '+' ? plainNames(node.argument) : undefined;
    case 'MemberExpression':
      return node.computed || node.optional ? undefined : plainNames(node.object);
    case 'BinaryExpression':
      return joinNames([node.left, node.right]);
    case 'SequenceExpression':
      return joinNames(node.expressions);
    default:
      return undefined;
  }
}

function joinNames(nodes: readonly Parameters<typeof plainNames>[0][]): string[] | undefined {
  const names: string[] = [];
  for (const node of nodes) {
    const own = plainNames(node);
    if (own === undefined) return undefined;
    names.push(...own);
  }
  return names;
}
