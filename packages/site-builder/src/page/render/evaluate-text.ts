import { ExpressionFault, parseExpression, type Value } from '@docwright/expressions';
import type { RenderEnv } from './page-context.ts';

/** The worth of an expression's text; undefined, with an issue, when it can't be worked out. */
export function evaluateText(text: string, env: RenderEnv): Value {
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    reportFault(
      new ExpressionFault(
        'expression-error',
        `The expression "{${shorten(text)}}" is not JavaScript: ${parsed.message}`,
      ),
      env,
    );
    return undefined;
  }
  if (parsed.node === undefined) return undefined;
  try {
    return env.page.interpreter.evaluate(parsed.node, env.scope);
  } catch (error) {
    reportFault(error, env, text);
    return undefined;
  }
}

export function reportFault(error: unknown, env: RenderEnv, text = ''): void {
  if (error instanceof RangeError) {
    const message = error.message.includes('call stack')
      ? 'An expression is nested too deeply.'
      : `An expression gives more than can be held: ${error.message}.`;
    env.page.report({ severity: 'error', code: 'expression-limit', message });
    return;
  }
  if (!(error instanceof ExpressionFault)) throw error;
  const where = text === '' ? '' : ` in "{${shorten(text)}}"`;
  env.page.report({
    severity: error.code === 'expression-limit' ? 'error' : 'warning',
    code: error.code,
    message: `${error.message.replace(/\.$/, '')}${where}${error.code === 'undefined-name' ? '.' : '; it was left out.'}`,
    fix:
      error.code === 'undefined-name'
        ? `Define or import "${error.subject}", or write \\{ for a brace that is text.`
        : 'Write the result out, or move the logic into a component.',
  });
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
