import {
  Closure,
  createObject,
  ExpressionFault,
  isValueObject,
  JsxElement,
  Opaque,
  toText,
  type Value,
  type ValueObject,
} from '@docwright/expressions';
import type { JsxNode } from '../mdx/ast.ts';
import { toChildrenValue } from './child-values.ts';
import type { ChildParts, PropValue, Props } from '../component.ts';
import { watchChildren } from './island-props.ts';
import type { Html } from '../../markup/html.ts';
import { sideComponents } from '../components/index.ts';
import { htmlElements } from './html-elements.ts';
import { browserNames } from './evaluate-node.ts';
import { lostNotice, reportFault } from './evaluate-text.ts';
import { isChildParts } from './render-expression.ts';
import { renderIsland } from './render-island.ts';
import { renderHtmlElement } from './render-html-element.ts';
import type { ElementParts, PageChildren, RenderEnv } from './render-env.ts';
import { renderLegacySnippet, renderSnippet } from './render-snippet.ts';
import { findSnippetComponent } from './snippet-component.ts';
import { readUpdate } from './read-update.ts';
import { fillVariables } from '../../site/index.ts';

/**
 * Renders one element, regardless of its definition. `node` is its location in a text file, for the page's Markdown.
 */
export function renderElement(element: ElementParts, env: RenderEnv, node?: JsxNode): Html {
  const { tag, target, props, children } = element;
  if (target instanceof Closure) return renderCall(target, element, env);
  if (target instanceof Opaque) {
    const snippet = findSnippetComponent(target);
    if (snippet !== undefined) return renderSnippet(snippet, withChildrenValue(props, children), env, node);
    return isChildParts(target.content) ? target.content.html() : children.html();
  }
  if (typeof target === 'string' && tag !== target)
    return renderElement({ ...element, tag: target, target: undefined }, env);
  if (tag === undefined) return children.html();
  if (tag === 'Snippet' && typeof props['file'] === 'string')
    return renderLegacySnippet(props['file'], props, env, node);
  const handler = env.page.site.components.get(tag);
  if (handler !== undefined) {
    addPropText(props, env);
    // Content from a module of the site is rendered again in the browser; content from the page's own text is already
    // complete.
    const context = node === undefined ? (env.page.position.island ?? env.page) : env.page;
    const headings = env.page.output.headings.length;
    const html = handler(toProps(props, env), children, context);
    if (tag === 'Update') recordUpdate(element, html, headings, env);
    if (!sideComponents.has(tag)) return html;
    env.page.output.sidePanels.push({ name: tag, html });
    return '';
  }
  if (htmlElements.has(tag)) return renderHtmlElement(tag, props, children, env);
  return renderUnknown(tag, children, env);
}

function renderCall(target: Closure, element: ElementParts, env: RenderEnv): Html {
  const { value, isInspected } = watchChildren(element);
  const first = (): Html => renderFirst(target, element, { env, children: value });
  return renderIsland(target, element, { env, first, isInspected });
}

function renderFirst(
  target: Closure,
  element: ElementParts,
  { env, children }: { readonly env: RenderEnv; readonly children: Value },
): Html {
  try {
    return env.render.value(callComponent(target, element.props, children, env), env);
  } catch (error) {
    if (env.page.position.island !== undefined && isBrowserFault(error)) reportBrowserOnly(error, target.name, env);
    else reportFault(error, env, { lost: 'content' });
    return lostNotice(env) + element.children.html();
  }
}

/**
 * Whether a component needs browser APIs, or JavaScript that the build can't evaluate, and is completed in the browser.
 */
function isBrowserFault(error: unknown): error is ExpressionFault {
  if (!(error instanceof ExpressionFault)) return false;
  return (
    error.code === 'unsupported-expression' || (error.code === 'undefined-name' && browserNames.has(error.subject))
  );
}

function reportBrowserOnly({ code, subject }: ExpressionFault, component: string, env: RenderEnv): void {
  const isName = code === 'undefined-name';
  env.page.report({
    severity: 'info',
    code,
    message: isName
      ? `<${component}> uses "${subject}", which only a browser has: readers see it once its script has run.`
      : `<${component}> uses ${subject}, which the build can't evaluate: readers see it once its script has run.`,
    fix: `Use ${isName ? `"${subject}"` : 'it'} in an effect, so that the component also has a first state.`,
  });
}

function withChildrenValue(props: ValueObject, children: PageChildren): ValueObject {
  return createObject(Object.entries({ children: toChildrenValue(children), ...props }));
}

/** Calls a component that an author wrote: a function of its props. */
export function callComponent(target: Closure, props: ValueObject, children: Value, env: RenderEnv): Value {
  const withChildren = createObject(Object.entries(props));
  if (withChildren['children'] === undefined && children !== undefined) withChildren['children'] = children;
  return env.page.position.interpreter.call(target, [withChildren]);
}

/** Adds an update to the feed. @param before number of headings that the page had before the update */
function recordUpdate({ props, children }: ElementParts, html: Html, before: number, env: RenderEnv): void {
  const id = / id="([^"]*)"/.exec(html)?.[1] ?? '';
  const { feed, headings } = env.page.output;
  feed.push(...readUpdate({ props, children, id, headings: headings.slice(before) }));
}

function renderUnknown(tag: string, children: ChildParts, env: RenderEnv): Html {
  env.page.report({
    severity: 'warning',
    code: 'unknown-component',
    message: `<${tag}> is not a built-in component and is not imported; only its content is shown.`,
    fix: `Import "${tag}", or use a built-in component.`,
  });
  return children.html();
}

/** Adds the visible text of the component's props, so that a search finds it. */
function addPropText(props: ValueObject, env: RenderEnv): void {
  for (const key of ['title', 'description', 'name', 'path', 'query', 'body', 'header', 'tip', 'label']) {
    const text = props[key];
    if (typeof text === 'string') env.page.output.addText(text);
  }
}

/** Props for components: elements become markup, and functions are removed. */
export function toProps(props: ValueObject, env: RenderEnv): Props {
  const result = Object.create(null) as Record<string, PropValue>;
  for (const [key, value] of Object.entries(props)) {
    if (key !== 'children' && key !== 'key') result[key] = toPropValue(value, env);
  }
  return result;
}

function toPropValue(value: Value, env: RenderEnv): PropValue {
  env.page.position.countNode();
  if (value instanceof JsxElement || value instanceof Opaque)
    return { kind: 'html', html: env.render.value(value, env) };
  if (Array.isArray(value)) {
    const hasElements = value.some((item) => item instanceof JsxElement);
    return hasElements
      ? { kind: 'html', html: env.render.value(value, env) }
      : value.map((item) => toPropValue(item, env));
  }
  if (isValueObject(value)) {
    const object = Object.create(null) as Record<string, PropValue>;
    for (const [key, item] of Object.entries(value)) object[key] = toPropValue(item, env);
    // Only the renderer can set the mark of rendered markup; an author's object can't have it.
    if (object['kind'] === 'html') delete object['kind'];
    return object;
  }
  if (typeof value === 'string') return fillVariables(value, env.page.site);
  if (typeof value === 'bigint' || value instanceof RegExp) return toText(value, env.page.position.interpreter.budget);
  return typeof value === 'object' && value !== null ? undefined : value;
}
