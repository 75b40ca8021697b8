import type { Scope } from '@docwright/expressions';
import type { CodeNode } from '../mdx/ast.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import { parseFence } from './parse-fence.ts';
import type { RenderEnv } from './render-env.ts';
import { searchTextOf } from './search-text.ts';
import { fillVariables } from '../../site/index.ts';

/** A code fence for components and the highlighter, with the page's variables filled in. */
export function readFence(node: CodeNode, env: RenderEnv): CodeFence {
  let language = node.lang ?? '';
  let meta = node.meta ?? '';
  // ` ```{1,2} ` and ` ```title="x" ` have no language.
  if (/^\{|=/.test(language)) [language, meta] = ['', `${language} ${meta}`];
  const attached = /^([\w+#.-]+)(\{.*)$/.exec(language);
  if (attached !== null) [language, meta] = [attached[1] ?? '', `${attached[2] ?? ''} ${meta}`];
  const code = fillVariables(interpolate(node.value, env.scope), env.page.site);
  return parseFence(language, fillVariables(interpolate(meta, env.scope), env.page.site), code);
}

export function renderCode(node: CodeNode, env: RenderEnv): Html {
  return renderFence(readFence(node, env), env);
}

export function renderFence(fence: CodeFence, env: RenderEnv): Html {
  env.page.output.addText(searchTextOf(fence));
  return env.page.codeBlock(fence);
}

/** Replaces `{name}` of a snippet's parameter or an exported constant; any other brace is code. */
export function interpolate(text: string, scope: Scope): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{\s*(?:props\.)?([A-Za-z_$][\w$]*)\s*\}/g, (match, name: string) => {
    const value = scope.has(name) ? scope.get(name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : match;
  });
}
