/**
 * Pieces of a page's text that read `user`, the reader's values: an expression, or an element with an attribute.
 * The page contains the version for readers who aren't signed in. The browser receives the same piece as a component in
 * a small module.
 */
import { createHash } from 'node:crypto';
import { parseExpression } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';
import { namesIn, readsUser } from '../islands/reads-user.ts';
import type { ExpressionNode, JsxNode } from '../mdx/ast.ts';
import { isProse } from './evaluate-node.ts';
import { toPlain } from './island-props.ts';
import { writeIsland } from './render-island.ts';
import type { RenderEnv } from './render-env.ts';

const name = 'Personal';
const identifier = /^[A-Za-z_$][\w$]*$/;

export function renderUserExpression(node: ExpressionNode, env: RenderEnv, first: () => Html): Html {
  const parsed = mayReadUser(node.value, env) ? parseExpression(node.value) : undefined;
  // `{user-id}` is text.
  if (parsed?.ok !== true || parsed.node === undefined || !readsUser(parsed.node) || isProse(parsed.node, env))
    return first();
  return renderPiece(`<>{${node.value}}</>`, { env, nodes: [parsed.node], first });
}

export function renderUserElement(node: JsxNode, env: RenderEnv, first: () => Html): Html {
  const { name: tag } = node;
  const expressions = node.attributes.flatMap((attribute) => {
    if (attribute.type === 'mdxJsxExpressionAttribute') return [`{${attribute.value}}`];
    return typeof attribute.value === 'object' && attribute.value !== null ? [attribute.value.value] : [];
  });
  if (tag === null || tag === undefined || !expressions.some((text) => mayReadUser(text, env))) return first();
  const nodes = expressions.map((text) => parseExpression(text)).map((parsed) => (parsed.ok ? parsed.node : undefined));
  if (!nodes.some(readsUser)) return first();
  const attributes = node.attributes.map((attribute) => {
    if (attribute.type === 'mdxJsxExpressionAttribute') return `{${attribute.value}}`;
    const { name: key, value } = attribute;
    if (value === null || value === undefined) return key;
    return `${key}={${typeof value === 'string' ? JSON.stringify(value) : value.value}}`;
  });
  const code = `<${[tag, ...attributes].join(' ')}>{children}</${tag}>`;
  const children = env.render.children(node.children, env);
  const root = { type: 'JSXIdentifier', name: tag.replace(/\..*/, '') };
  const html = node.children.length === 0 ? undefined : () => children.html();
  return renderPiece(code, { env, nodes: [...nodes, root], first, children: html });
}

/**
 * Whether text may read `user`, checked before parsing. A `user` that the page or the snippet defines isn't the
 * reader's.
 */
const mayReadUser = (text: string, env: RenderEnv): boolean =>
  /\buser\b/.test(text) && env.page.position.island === undefined && !env.scope.has('user');

interface Piece {
  readonly env: RenderEnv;
  readonly nodes: readonly unknown[];
  readonly first: () => Html;
  readonly children?: (() => Html) | undefined;
}

function renderPiece(code: string, { env, nodes, first, children }: Piece): Html {
  const used = [...namesIn(nodes)].filter((one) => identifier.test(one) && env.scope.has(one)).sort();
  const names = children === undefined ? used : [...used, 'children'];
  const text = `export const ${name} = ({ ${names.join(', ')} }) => ${children === undefined ? code.replace('{children}', '') : code};\n`;
  // Pieces with the same text share a module.
  const path = `user-${createHash('sha256').update(text).digest('hex').slice(0, 10)}.jsx`;
  return writeIsland(
    { module: { path, code: text }, name },
    {
      page: env.page,
      first,
      props: () => ({
        ...Object.fromEntries(used.map((one) => [one, toPlain(env.scope.get(one), env)])),
        ...(children !== undefined && { children: { $html: children() } }),
      }),
    },
  );
}
