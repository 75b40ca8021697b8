import { MdChildren, ValueChildren } from './child-parts.ts';
import { renderElement } from './render-element.ts';
import { renderValue } from './render-expression.ts';
import { renderNode, renderNodes } from './render-nodes.ts';
import type { Renderer } from './render-env.ts';

export const renderer: Renderer = {
  nodes: renderNodes,
  node: renderNode,
  element: renderElement,
  value: renderValue,
  children: (nodes, env) => new MdChildren(nodes, env),
  valueChildren: (values, env) => new ValueChildren(values, env),
};
