import { ExpressionFault, parseExpression, type Value } from '@docwright/expressions';
import { escapeText } from '../../markup/escape-html.ts';
import type { Html } from '../../markup/html.ts';
import type { RenderEnv } from './render-env.ts';

/** Evaluates an expression. Returns `undefined`, and reports an issue, if this isn't possible. */
export function evaluateText(text: string, env: RenderEnv): Value {
  return evaluateOr(text, env, () => undefined);
}

/** Like `evaluateText`, but returns a placeholder if the expression can't be evaluated. */
export function evaluateOr(text: string, env: RenderEnv, standIn: () => Value): Value {
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const message = `The expression "{${shorten(text)}}" is not JavaScript: ${parsed.message}`;
    reportFault(new ExpressionFault('expression-error', message), env);
    return standIn();
  }
  if (parsed.node === undefined) return undefined;
  try {
    return env.page.position.interpreter.evaluate(parsed.node, env.scope);
  } catch (error) {
    reportFault(error, env, { text });
    return standIn();
  }
}

/** `lost`: the kind of content that readers miss. A page without an element's content is incomplete. */
export function reportFault(
  error: unknown,
  env: RenderEnv,
  { text = '', lost = holdsElements(text) ? 'content' : 'value' }: { text?: string; lost?: 'content' | 'value' } = {},
): void {
  if (error instanceof RangeError) {
    const message = error.message.includes('call stack')
      ? 'An expression is nested too deeply.'
      : `An expression returns too much: ${error.message}.`;
    env.page.report({ severity: 'error', code: 'expression-limit', message });
    return;
  }
  if (!(error instanceof ExpressionFault)) throw error;
  const where = text === '' ? '' : ` in "{${shorten(text)}}"`;
  env.page.report({
    severity: error.code === 'expression-limit' || lost === 'content' ? 'error' : 'warning',
    code: error.code,
    message: `${error.message.replace(/\.$/, '')}${where}${error.code === 'undefined-name' ? '.' : '; it was left out.'}`,
    fix:
      error.code === 'undefined-name'
        ? `Define or import "${error.subject}", or write \\{ for a literal brace.`
        : 'Write the result directly, or move the logic to a component.',
  });
}

/** Whether an expression creates elements: `items.map((item) => <Card …/>)`. */
export function holdsElements(text: string): boolean {
  return /<[A-Za-z>]/.test(text);
}

/** The notice that a preview shows instead of missing content; a published page shows nothing. */
export function lostNotice({ page }: RenderEnv): Html {
  if (!page.site.notices) return '';
  return `<div class="build-notice" role="note"><p>${escapeText(page.word('expressionFailed'))}</p></div>`;
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
