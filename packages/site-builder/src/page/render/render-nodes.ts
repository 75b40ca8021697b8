import type { MdNode } from '../mdx/ast.ts';
import type { Html } from '../../markup/html.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { joinHtml } from './join-html.ts';
import { renderCode } from './render-code.ts';
import { renderExpression } from './render-expression.ts';
import { renderFootnoteReference } from './render-footnotes.ts';
import { renderHeading, renderList, renderListItem, renderParagraph, renderTable } from './render-blocks.ts';
import { renderJsx } from './render-jsx.ts';
import { renderImage, renderImageReference, renderLink, renderLinkReference } from './render-links.ts';
import { sanitizeHtml } from './sanitize-html.ts';
import type { RenderEnv } from './render-env.ts';
import { fillVariables } from '../../site/index.ts';

/** Maximum depth; deeper nodes are left out, because people don't nest so deeply and each level uses stack space. */
const maxDepth = 400;

export function renderNodes(nodes: readonly MdNode[], env: RenderEnv): Html {
  return joinHtml(nodes, env.page, (node) => renderNode(node, env));
}

export function renderNode(node: MdNode, env: RenderEnv): Html {
  if (env.page.position.depth >= maxDepth) return reportDepth(env);
  env.page.position.countNode();
  env.page.position.depth++;
  try {
    return env.page.position.at(env.file.path, node.position?.start.line, () => renderByType(node, env));
  } finally {
    env.page.position.depth--;
  }
}

function reportDepth(env: RenderEnv): Html {
  env.page.report({
    severity: 'error',
    code: 'nesting-limit',
    message: `The page is nested deeper than ${maxDepth} levels; deeper levels were left out.`,
    fix: 'Split up some of the lists, quotes or components.',
  });
  return '';
}

function renderByType(node: MdNode, env: RenderEnv): Html {
  switch (node.type) {
    case 'text':
      return renderText(node.value, env);
    case 'paragraph':
      return renderParagraph(node, env);
    case 'inlineCode':
      return renderInlineCode(node.value, env);
    case 'strong':
      return `<strong>${renderNodes(node.children, env)}</strong>`;
    case 'emphasis':
      return `<em>${renderNodes(node.children, env)}</em>`;
    case 'delete':
      return `<del>${renderNodes(node.children, env)}</del>`;
    case 'link':
      return renderLink(node, env);
    case 'linkReference':
      return renderLinkReference(node, env);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return renderJsx(node, env);
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return renderExpression(node, env);
    case 'heading':
      return renderHeading(node, env);
    case 'list':
      return renderList(node, env);
    case 'listItem':
      return renderListItem(node, false, env);
    case 'code':
      return renderCode(node, env);
    case 'table':
      return renderTable(node, env);
    case 'image':
      return renderImage(node, env);
    case 'imageReference':
      return renderImageReference(node, env);
    default:
      return renderRareNode(node, env);
  }
}

function renderRareNode(node: MdNode, env: RenderEnv): Html {
  switch (node.type) {
    case 'inlineMath':
      return env.page.math(node.value, false);
    case 'math':
      return env.page.math(node.value, true);
    case 'blockquote':
      return `<blockquote>${renderNodes(node.children, env)}</blockquote>`;
    case 'thematicBreak':
      return '<hr>';
    case 'break':
      return '<br>';
    case 'footnoteReference':
      return renderFootnoteReference(node, env);
    case 'html':
      return sanitizeHtml(node.value, env.page);
    case 'superscript':
      return `<sup>${renderNodes(node.children, env)}</sup>`;
    case 'subscript':
      return `<sub>${renderNodes(node.children, env)}</sub>`;
    case 'root':
    case 'tableRow':
    case 'tableCell':
      return renderNodes(node.children, env);
    default:
      // Frontmatter, imports, definitions: nothing to show.
      return '';
  }
}

function renderText(value: string, env: RenderEnv): Html {
  const text = fillVariables(value, env.page.site);
  env.page.output.addText(text);
  return escapeText(text);
}

function renderInlineCode(value: string, env: RenderEnv): Html {
  const text = fillVariables(value, env.page.site);
  env.page.output.addText(text);
  return `<code>${escapeText(text)}</code>`;
}
