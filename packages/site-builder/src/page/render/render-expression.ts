import {
  Closure,
  createObject,
  isValueObject,
  JsxElement,
  NativeFunction,
  Opaque,
  type Value,
} from '@docwright/expressions';
import type { ExpressionNode } from '../mdx/ast.ts';
import type { ChildParts } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { evaluateNode } from './evaluate-node.ts';
import { holdsElements, lostNotice } from './evaluate-text.ts';
import { joinHtml } from './join-html.ts';
import type { PageChildren, RenderEnv } from './render-env.ts';
import { renderUserExpression } from './render-user-piece.ts';
import { fillVariables } from '../../site/index.ts';

/** Renders `{…}` in a page's text. An expression that can't be evaluated is reported, and nothing is shown. */
export function renderExpression(node: ExpressionNode, env: RenderEnv): Html {
  const variable = /^\s*\{\s*([\w$.-]+)\s*\}\s*$/.exec(node.value)?.[1];
  if (variable !== undefined && !env.scope.has(variable)) {
    return escapeText(env.page.site.config.variables.get(variable) ?? `{${node.value}}`);
  }
  return renderUserExpression(node, env, () => {
    let isLost = false;
    const value = evaluateNode(node, env, () => {
      isLost = holdsElements(node.value);
      return undefined;
    });
    return isLost ? lostNotice(env) : renderValue(value, env);
  });
}

const noChildren: PageChildren = {
  nodes: [],
  html: () => '',
  parts: () => [],
  text: () => '',
  isEmpty: () => true,
  values: () => [],
};

/** Renders a value: text, elements, or lists of these. true, false and null show nothing. */
export function renderValue(value: Value, env: RenderEnv): Html {
  env.page.position.countNode();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    const text = fillVariables(String(value), env.page.site);
    env.page.output.addText(text);
    return escapeText(text);
  }
  if (Array.isArray(value)) return joinHtml(value, env.page, (item) => renderValue(item, env));
  if (value instanceof JsxElement) {
    return env.render.element(
      {
        tag: value.tag,
        target: value.target,
        props: value.props,
        children: env.render.valueChildren(value.children, env),
      },
      env,
    );
  }
  if (value instanceof Opaque) return renderOpaque(value, env);
  if (isValueObject(value)) {
    env.page.report({
      severity: 'warning',
      code: 'expression-error',
      message: 'An expression returns an object instead of text or an element; it was left out.',
      fix: 'Write the field that should be shown.',
    });
    return '';
  }
  if (value instanceof Closure || value instanceof NativeFunction) {
    env.page.report({
      severity: 'warning',
      code: 'expression-error',
      message: 'An expression returns a function instead of text or an element; it was left out.',
      fix: 'Call the function, or write \\{ for a literal brace.',
    });
    return '';
  }
  return value instanceof RegExp ? escapeText(String(value)) : '';
}

function renderOpaque(value: Opaque, env: RenderEnv): Html {
  if (isChildParts(value.content)) return value.content.html();
  return env.render.element({ tag: undefined, target: value, props: createObject(), children: noChildren }, env);
}

export function isChildParts(content: unknown): content is ChildParts {
  return typeof content === 'object' && content !== null && 'parts' in content && 'html' in content;
}
