import { createObject, findTarget, isValueObject, type ValueObject } from '@docwright/expressions';
import type { JsxNode } from '../mdx/ast.ts';
import { evaluateText } from './evaluate-text.ts';
import { phrasingContainers } from './html-elements.ts';
import type { ElementParts, RenderEnv } from './render-env.ts';
import { fillVariables } from '../../site/index.ts';

/** Evaluates the attributes of a JSX node, and resolves its name. */
export function readElement(node: JsxNode, env: RenderEnv): ElementParts | undefined {
  const tag = node.name ?? undefined;
  const props = evaluateAttributes(node, env);
  if (tag === undefined || tag === 'Fragment' || tag === 'React.Fragment') {
    return { tag: undefined, target: undefined, props, children: env.render.children(node.children, env) };
  }
  return {
    tag,
    target: findTarget(tag, env.scope),
    props,
    children: env.render.children(openParagraphs(node), env),
  };
}

/**
 * Unwraps paragraphs. In MDX, `<p>` on separate lines contains a paragraph; HTML doesn't allow a paragraph inside a
 * paragraph, heading, button, …
 */
function openParagraphs(node: JsxNode): JsxNode['children'] {
  if (node.type !== 'mdxJsxFlowElement' || node.name === null || !phrasingContainers.has(node.name))
    return node.children;
  return node.children.flatMap((child) => (child.type === 'paragraph' ? child.children : [child]));
}

function evaluateAttributes(node: JsxNode, env: RenderEnv): ValueObject {
  const props = createObject();
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      const spread = evaluateText(`{${attribute.value}}`, env);
      if (isValueObject(spread)) for (const [key, value] of Object.entries(spread)) props[key] = value;
      continue;
    }
    const value = attribute.value;
    if (value === null || value === undefined) props[attribute.name] = true;
    else if (typeof value === 'string') props[attribute.name] = fillVariables(value, env.page.site);
    else {
      const found = evaluateText(value.value, env);
      props[attribute.name] = typeof found === 'string' ? fillVariables(found, env.page.site) : found;
    }
  }
  return props;
}
