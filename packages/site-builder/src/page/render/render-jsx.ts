import type { Html } from '../../markup/html.ts';
import type { JsxNode } from '../mdx/ast.ts';
import { readElement } from './read-element.ts';
import type { RenderEnv } from './render-env.ts';
import { renderUserElement } from './render-user-piece.ts';

export function renderJsx(node: JsxNode, env: RenderEnv): Html {
  return renderUserElement(node, env, () => {
    const element = readElement(node, env);
    return element === undefined ? '' : env.render.element(element, env, node);
  });
}
