import type { PageIdentity } from '../rendered-page.ts';
import { MdChildren, ValueChildren } from './child-parts.ts';
import { PageContext, type Renderer } from './page-context.ts';
import type { PageOutput } from './page-output.ts';
import { renderElement } from './render-element.ts';
import { renderValue } from './render-expression.ts';
import { renderBlockMarkdown, renderInlineMarkdown } from './render-markdown-text.ts';
import { renderNode, renderNodes } from './render-nodes.ts';
import type { RenderSite } from './render-site.ts';

const renderer: Renderer = {
  nodes: renderNodes,
  node: renderNode,
  element: renderElement,
  value: renderValue,
  children: (nodes, env) => new MdChildren(nodes, env),
  valueChildren: (values, env) => new ValueChildren(values, env),
  inlineMarkdown: renderInlineMarkdown,
  blockMarkdown: renderBlockMarkdown,
};

/** A page of which nothing is rendered yet. `output`: of what else is rendered for the same page. */
export function openPage(site: RenderSite, page: PageIdentity, output?: PageOutput): PageContext {
  return new PageContext({ site, page, render: renderer }, output);
}
