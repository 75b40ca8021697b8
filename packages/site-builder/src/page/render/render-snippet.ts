import { createObject, Scope, type ValueObject } from '@docwright/expressions';
import type { JsxNode, MdNode } from '../mdx/ast.ts';
import { cutRanges, findComments } from '../mdx/find-comments.ts';
import { findImports } from '../mdx/find-imports.ts';
import type { Html } from '../../markup/html.ts';
import { createFileEnv } from './file-env.ts';
import { createModuleScope } from './module-scope.ts';
import { renderFootnotes } from './render-footnotes.ts';
import type { RenderEnv } from './render-env.ts';
import { parseFence } from './parse-fence.ts';
import { reportUnreadFile } from './report-unread-file.ts';
import { SnippetComponent } from './snippet-component.ts';
import { interpolate } from './render-code.ts';

/** The cost of a snippet's scope, footnotes and definitions, in nodes. */
const snippetCost = 25;

/**
 * The nodes of a snippet with its parameters bound. If it would contain itself, reports an issue and returns
 * `undefined`.
 */
export function openSnippet(
  snippet: SnippetComponent,
  props: ValueObject,
  env: RenderEnv,
): { nodes: readonly MdNode[]; env: RenderEnv } | undefined {
  const { file } = snippet;
  const { page } = env;
  const limit = page.site.limits.snippetDepth;
  if (env.trail.includes(file.path) || env.trail.length > limit) {
    const isCycle = env.trail.includes(file.path);
    page.report({
      severity: 'error',
      code: isCycle ? 'snippet-cycle' : 'snippet-depth',
      message: isCycle
        ? `The snippet "${file.path}" contains itself (${[...env.trail, file.path].join(' → ')}); it was left out.`
        : `Snippets are nested deeper than ${limit}; "${file.path}" was left out.`,
      fix: 'Remove the import from one of the files.',
    });
    return undefined;
  }
  page.position.countNode(snippetCost);
  const fileEnv = createFileEnv(file.path, file.parsed.tree, `${page.counter()}-`);
  const trail = [...env.trail, file.path];
  const moduleScope = createModuleScope(file, { ...env, file: fileEnv, trail }, snippet.around);
  const scope = new Scope(moduleScope);
  for (const [name, value] of Object.entries(props)) scope.declare(name, value);
  scope.declare('props', createObject(Object.entries(props)));
  return { nodes: file.parsed.tree.children, env: { ...env, file: fileEnv, scope, trail } };
}

export function renderSnippet(snippet: SnippetComponent, props: ValueObject, env: RenderEnv, node?: JsxNode): Html {
  const opened = openSnippet(snippet, props, env);
  if (opened === undefined) return '';
  const place = node?.position;
  // The snippet's own Markdown doesn't contain the content that the page passes to it.
  const isWhole = props['children'] === undefined;
  if (isWhole && place?.start.offset !== undefined && place.end.offset !== undefined && env.trail.length === 1) {
    const text = interpolate(markdownOf(snippet.file), opened.env.scope);
    env.page.output.inlined.push({ start: place.start.offset, end: place.end.offset, text });
  }
  return env.render.nodes(opened.nodes, opened.env) + renderFootnotes(opened.env);
}

/** A snippet's text as part of a page's Markdown: without comments and imports. */
function markdownOf({ body, parsed }: SnippetComponent['file']): string {
  const left = [...findComments(parsed), ...findImports(parsed)].sort((a, b) => a.start - b.start);
  return (left.length === 0 ? body : cutRanges(parsed.text, left)).trim();
}

/** Renders `<Snippet file="x.mdx" />`, the older form of imports. */
export function renderLegacySnippet(name: string, props: ValueObject, env: RenderEnv, node?: JsxNode): Html {
  const { snippets } = env.page.site;
  const path = snippets.findLegacy(name);
  const file = path === undefined ? undefined : snippets.load(path);
  if (file?.kind === 'text') return renderSnippet(new SnippetComponent(file), props, env, node);
  const code = path === undefined ? undefined : snippets.readRaw(path);
  if (path !== undefined && code !== undefined) {
    // A code file is shown unchanged.
    return env.page.codeBlock(parseFence(path.slice(path.lastIndexOf('.') + 1), '', code.trimEnd()));
  }
  if (reportUnreadFile(path, env)) return '';
  env.page.report({
    severity: 'error',
    code: 'missing-snippet',
    message: `The snippet "${name}" is neither in _snippets/ nor in snippets/; it was left out.`,
    fix: 'Add the file, or correct its name.',
  });
  return '';
}
