import { createObject, Scope } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';
import type { SitePage } from '../../site/index.ts';
import type { ParsedText } from '../mdx/parse-page.ts';
import type { TextFile } from '../snippets/snippet-store.ts';
import { createFileEnv } from './file-env.ts';
import { createModuleScope } from './module-scope.ts';
import type { PageContext } from './page-context.ts';
import type { RenderEnv } from './render-env.ts';
import { renderFootnotes } from './render-footnotes.ts';
import { renderer } from './renderer.ts';

/** The HTML for a page's own text. */
export function renderBody(page: SitePage, parsed: ParsedText, context: PageContext): Html {
  const { sourcePath, frontmatter, frontmatterProblem, body, invalidUtf8 } = page;
  const text: TextFile = {
    kind: 'text',
    path: sourcePath,
    frontmatter,
    frontmatterProblem,
    body,
    parsed,
    invalidUtf8,
  };
  const file = createFileEnv(sourcePath, parsed.tree, '');
  const scope = new Scope();
  // In MDX, a page is a component. Its props are an empty object, because nothing is passed to it.
  scope.declare('props', createObject());
  const outer: RenderEnv = { render: renderer, page: context, file, scope, trail: [sourcePath] };
  const env: RenderEnv = { ...outer, scope: createModuleScope(text, outer, scope) };
  return renderer.nodes(parsed.tree.children, env) + renderFootnotes(env);
}
