import { Scope } from '@docwright/expressions';
import type { MdNode, RootNode } from '../mdx/ast.ts';
import { parseMarkdownTree } from '../mdx/parse-tree.ts';
import type { Html } from '../../markup/html.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { createFileEnv } from './file-env.ts';
import type { PageContext } from './page-context.ts';
import type { Renderer, RenderEnv } from './render-env.ts';
import { fillVariables } from '../../site/index.ts';

const maxChars = 400_000;

/**
 * Characters that could be Markdown in single-line text. Nine out of ten descriptions contain no Markdown and don't
 * need the parser.
 */
const markdownSigns =
  /[*`[\]<>\\~\n]|(?:^|\W)_|_(?:\W|$)|&#?\w+;|:\/\/|www\.|@|^\s|^[-+#=|:]|^\d+[.)]|(?:mailto|xmpp):/i;

/** Renders the inline Markdown of a prop or a configured text. */
export function renderInlineMarkdown(text: string, context: PageContext, render: Renderer): Html {
  const filled = fillVariables(text, context.site);
  if (!markdownSigns.test(filled)) return escapeText(filled.trimEnd());
  return renderTree(filled, context, render, (tree) =>
    tree.children.flatMap((node) => (node.type === 'paragraph' ? node.children : [node])),
  );
}

/** Renders text that is Markdown, not MDX: descriptions of a specification, the text of the 404 page. */
export function renderBlockMarkdown(text: string, context: PageContext, render: Renderer): Html {
  const filled = fillVariables(text, context.site).trim();
  if (!markdownSigns.test(filled)) return filled === '' ? '' : `<p>${escapeText(filled)}</p>`;
  return renderTree(filled, context, render, (tree) => tree.children);
}

function renderTree(
  text: string,
  context: PageContext,
  render: Renderer,
  pick: (tree: RootNode) => readonly MdNode[],
): Html {
  if (text.length > maxChars) return escapeText(text);
  const tree = parseText(text);
  if (tree === undefined) return escapeText(text);
  const env: RenderEnv = {
    render,
    page: context,
    file: createFileEnv(context.position.place.path, tree, `t${context.counter()}-`),
    scope: new Scope(),
    trail: [],
  };
  return render.nodes(pick(tree), env);
}

function parseText(text: string): RootNode | undefined {
  try {
    return parseMarkdownTree(text, false);
  } catch {
    return undefined;
  }
}
