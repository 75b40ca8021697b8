import type { PageIdentity } from '../rendered-page.ts';
import { MdChildren, ValueChildren } from './child-parts.ts';
import { PageContext, type TextRenderer } from './page-context.ts';
import type { PageOutput } from './page-output.ts';
import { renderElement } from './render-element.ts';
import type { Renderer } from './render-env.ts';
import { renderValue } from './render-expression.ts';
import { renderBlockMarkdown, renderInlineMarkdown } from './render-markdown-text.ts';
import { renderNode, renderNodes } from './render-nodes.ts';
import type { RenderSite } from './render-site.ts';

export const renderer: Renderer = {
  nodes: renderNodes,
  node: renderNode,
  element: renderElement,
  value: renderValue,
  children: (nodes, env) => new MdChildren(nodes, env),
  valueChildren: (values, env) => new ValueChildren(values, env),
};

const texts: TextRenderer = {
  inlineMarkdown: (text, page) => renderInlineMarkdown(text, page, renderer),
  blockMarkdown: (text, page) => renderBlockMarkdown(text, page, renderer),
};

/**
 * Creates a page's state before rendering.
 *
 * @param output shared with other renderings of the same page
 */
export function openPage(site: RenderSite, page: PageIdentity, output?: PageOutput): PageContext {
  return new PageContext(site, page, texts, output);
}
