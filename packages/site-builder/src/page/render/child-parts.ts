import { Closure, JsxElement, Opaque, type Value, type ValueObject } from '@docwright/expressions';
import type { JsxNode, MdNode } from '../mdx/ast.ts';
import type { ChildPart } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { evaluateNode } from './evaluate-node.ts';
import { reportFault } from './evaluate-text.ts';
import { joinHtml } from './join-html.ts';
import { isChildParts } from './render-expression.ts';
import { plainText } from './plain-text.ts';
import { isUnravelled } from './render-blocks.ts';
import { readFence, renderFence } from './render-code.ts';
import { callComponent, toProps } from './render-element.ts';
import { toChildrenValue, valuesOfNodes } from './child-values.ts';
import type { ElementParts, PageChildren, RenderEnv } from './render-env.ts';
import { readElement } from './read-element.ts';
import { openSnippet } from './render-snippet.ts';
import { findSnippetComponent } from './snippet-component.ts';

/** Children of a component that were written as MDX. Each is rendered only on request, and only once. */
export class MdChildren implements PageChildren {
  readonly nodes: readonly MdNode[];
  readonly #env: RenderEnv;
  #parts: readonly ChildPart[] | undefined;
  #html: Html | undefined;
  #values: readonly Value[] | undefined;

  constructor(nodes: readonly MdNode[], env: RenderEnv) {
    this.nodes = nodes;
    this.#env = env;
  }

  html(): Html {
    this.#html ??=
      this.#parts === undefined
        ? this.#env.render.nodes(this.nodes, this.#env)
        : joinHtml(this.#parts, this.#env.page, (part) => part.html());
    return this.#html;
  }

  parts(): readonly ChildPart[] {
    this.#parts ??= partsOfNodes(this.nodes, this.#env);
    return this.#parts;
  }

  text(): string {
    return plainText(this.html());
  }

  isEmpty(): boolean {
    return this.nodes.every((node) =>
      node.type === 'text' ? node.value.trim() === '' : node.type === 'mdxjsEsm' || node.type === 'definition',
    );
  }

  values(): readonly Value[] {
    return (this.#values ??= valuesOfNodes(this.nodes, this.#env));
  }
}

/** Children of a component that an expression created. */
export class ValueChildren implements PageChildren {
  readonly nodes: readonly MdNode[] = [];
  readonly #values: readonly Value[];
  readonly #env: RenderEnv;
  #parts: readonly ChildPart[] | undefined;
  #html: Html | undefined;

  constructor(values: readonly Value[], env: RenderEnv) {
    this.#values = values;
    this.#env = env;
  }

  html(): Html {
    this.#html ??=
      this.#parts === undefined
        ? joinHtml(this.#values, this.#env.page, (value) => this.#env.render.value(value, this.#env))
        : joinHtml(this.#parts, this.#env.page, (part) => part.html());
    return this.#html;
  }

  parts(): readonly ChildPart[] {
    this.#parts ??= this.#values.flatMap((value) => partsOfValue(value, this.#env));
    return this.#parts;
  }

  text(): string {
    return plainText(this.html());
  }

  isEmpty(): boolean {
    return this.#values.length === 0;
  }

  values(): readonly Value[] {
    return this.#values;
  }
}

function partsOfNodes(nodes: readonly MdNode[], env: RenderEnv): ChildPart[] {
  return nodes.flatMap((node): ChildPart[] => {
    env.page.position.countNode();
    switch (node.type) {
      case 'text':
        return node.value.trim() === '' ? [] : [htmlPart(() => env.render.node(node, env))];
      case 'mdxjsEsm':
      case 'definition':
        return [];
      case 'code':
        return [
          codePart(
            () => env.page.position.at(env.file.path, node.position?.start.line, () => readFence(node, env)),
            env,
          ),
        ];
      case 'paragraph':
        return isUnravelled(node) ? partsOfNodes(node.children, env) : [htmlPart(() => env.render.node(node, env))];
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return env.page.position.at(env.file.path, node.position?.start.line, () => partsOfJsx(node, env));
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        return env.page.position.at(env.file.path, node.position?.start.line, () =>
          partsOfValue(evaluateNode(node, env), env),
        );
      default:
        return [htmlPart(() => env.render.node(node, env))];
    }
  });
}

function partsOfJsx(node: JsxNode, env: RenderEnv): ChildPart[] {
  const line = node.position?.start.line;
  const element = readElement(node, env);
  if (element === undefined) return [];
  return partsOfElement(element, env, (run) => env.page.position.at(env.file.path, line, run));
}

function partsOfElement(element: ElementParts, env: RenderEnv, at: <T>(run: () => T) => T): ChildPart[] {
  const { tag, target, props, children } = element;
  if (tag === undefined && target === undefined) return [...children.parts()];
  if (target instanceof Closure) return at(() => partsOfCall(target, props, children, env));
  const snippet = target instanceof Opaque ? findSnippetComponent(target) : undefined;
  if (snippet !== undefined) {
    const opened = at(() => openSnippet(snippet, props, env));
    return opened === undefined ? [] : partsOfNodes(opened.nodes, opened.env);
  }
  const handler = tag !== undefined && target === undefined && env.page.site.components.has(tag);
  const html = once(() => at(() => env.render.element(element, env)));
  if (!handler) return [htmlPart(html)];
  return [{ kind: 'component', name: tag, props: toProps(props, env), html, children }];
}

function partsOfCall(target: Closure, props: ValueObject, children: PageChildren, env: RenderEnv): ChildPart[] {
  try {
    return partsOfValue(callComponent(target, props, toChildrenValue(children), env), env);
  } catch (error) {
    reportFault(error, env, { lost: 'content' });
    return [];
  }
}

function partsOfValue(value: Value, env: RenderEnv): ChildPart[] {
  env.page.position.countNode();
  if (Array.isArray(value)) return value.flatMap((item) => partsOfValue(item, env));
  if (value instanceof JsxElement) {
    const children = new ValueChildren(value.children, env);
    return partsOfElement({ tag: value.tag, target: value.target, props: value.props, children }, env, (run) => run());
  }
  if (value instanceof Opaque && isChildParts(value.content)) return [...value.content.parts()];
  if (value === null || value === undefined || typeof value === 'boolean') return [];
  return [htmlPart(() => env.render.value(value, env))];
}

function codePart(read: () => ReturnType<typeof readFence>, env: RenderEnv): ChildPart {
  const fence = read();
  return { kind: 'code', fence, html: once(() => renderFence(fence, env)) };
}

function htmlPart(render: () => Html): ChildPart {
  return { kind: 'html', html: once(render) };
}

function once(render: () => Html): () => Html {
  let html: Html | undefined;
  return () => (html ??= render());
}
