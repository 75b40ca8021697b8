import { createObject, JsxElement, Opaque, type Value } from '@docwright/expressions';
import type { ChildParts } from '../component.ts';
import { childrenOf, type JsxNode, type MdNode } from '../mdx/ast.ts';
import { evaluateNode } from './evaluate-node.ts';
import type { PageChildren, RenderEnv } from './render-env.ts';
import { plainText } from './plain-text.ts';
import { isUnravelled } from './render-blocks.ts';
import { readElement } from './read-element.ts';

/**
 * Children that were written as MDX, as a component sees them when it inspects them: strings, and elements with `type`
 * and `props`. Each value is rendered like its node, and only once.
 */
export function valuesOfNodes(nodes: readonly MdNode[], env: RenderEnv): readonly Value[] {
  return nodes.flatMap((node): readonly Value[] => {
    env.page.position.countNode();
    switch (node.type) {
      case 'text':
        return node.value.trim() === '' && node.value.includes('\n') ? [] : [node.value];
      case 'mdxjsEsm':
      case 'definition':
      case 'footnoteDefinition':
        return [];
      case 'paragraph':
        return isUnravelled(node) ? valuesOfNodes(withoutBlanks(node.children), env) : [markdownValue(node, env)];
      case 'mdxFlowExpression':
      case 'mdxTextExpression': {
        const value = env.page.position.at(env.file.path, node.position?.start.line, () => evaluateNode(node, env));
        return value === undefined || value === null || typeof value === 'boolean' ? [] : [value];
      }
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return [elementValue(node, env)];
      default:
        return [markdownValue(node, env)];
    }
  });
}

/** Omits line breaks between the tags of a paragraph of components, which aren't children. */
const withoutBlanks = (nodes: readonly MdNode[]): readonly MdNode[] =>
  nodes.filter((node) => node.type !== 'text' || node.value.trim() !== '');

/** The value of `props.children`: `undefined`, the only child, or a list. */
export function openChildren(children: PageChildren): Value {
  const values = children.values();
  return values.length > 1 ? [...values] : values[0];
}

/** Children for an expression; `undefined` for an element without children. */
export function toChildrenValue(children: PageChildren): Value {
  return children.isEmpty() ? undefined : new Opaque(children, () => openChildren(children));
}

function elementValue(node: JsxNode, env: RenderEnv): Value {
  const { position } = env.page;
  const at = <T>(run: () => T): T => position.at(env.file.path, node.position?.start.line, run);
  const element = at(() => readElement(node, env));
  if (element === undefined) return undefined;
  const { tag, target, props, children } = element;
  const inner = toChildrenValue(children);
  const opened = new JsxElement(tag, target, props, inner === undefined ? [] : [inner]);
  const html = once(() => at(() => env.render.element(element, env, node)));
  const content: ChildParts = {
    html,
    parts: () => env.render.valueChildren([opened], env).parts(),
    text: () => plainText(html()),
  };
  return new Opaque(content, () => opened);
}

const tags: Readonly<Partial<Record<MdNode['type'], string>>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  listItem: 'li',
  inlineCode: 'code',
  link: 'a',
  image: 'img',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  break: 'br',
  thematicBreak: 'hr',
};

function markdownValue(node: MdNode, env: RenderEnv): Value {
  const children = env.render.children([node], env);
  return new Opaque(children, () => new JsxElement(tagOf(node), undefined, propsOf(node), innerOf(node, env)));
}

function tagOf(node: MdNode): string {
  if (node.type === 'heading') return `h${node.depth}`;
  if (node.type === 'list') return node.ordered === true ? 'ol' : 'ul';
  return node.type === 'code' ? 'pre' : (tags[node.type] ?? 'div');
}

function propsOf(node: MdNode): ReturnType<typeof createObject> {
  if (node.type === 'link') return createObject([['href', node.url]]);
  if (node.type === 'image')
    return createObject([
      ['src', node.url],
      ['alt', node.alt ?? ''],
    ]);
  return createObject();
}

function innerOf(node: MdNode, env: RenderEnv): readonly Value[] {
  if (node.type === 'code') {
    const props = createObject(typeof node.lang === 'string' ? [['className', `language-${node.lang}`]] : []);
    return [new JsxElement('code', undefined, props, [node.value])];
  }
  if (node.type === 'inlineCode') return [node.value];
  const inner = toChildrenValue(env.render.children(childrenOf(node), env));
  return inner === undefined ? [] : [inner];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
