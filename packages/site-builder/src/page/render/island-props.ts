import {
  Closure,
  isValueObject,
  JsxElement,
  Opaque,
  openValue,
  type Value,
  type ValueObject,
} from '@docwright/expressions';
import { toChildrenValue } from './child-values.ts';
import type { ElementParts, RenderEnv } from './render-env.ts';

/** Keys with which `client/island-props.ts` recognizes markup, elements and components: an author's object has none. */
const marks: ReadonlySet<string> = new Set(['$html', '$component']);

/**
 * The props of a live component for the browser, as JSON. Markup is `{ $html }`. If the component inspected its
 * children, these are a list of strings, `{ $html, $props }` for markup, and `{ $component, $name, $props }` for
 * elements of the author's own components, which are created in the browser.
 *
 * @param inspected whether the component has inspected its children
 */
export function toPlainProps(
  { props, children }: ElementParts,
  inspected: boolean,
  env: RenderEnv,
): Record<string, unknown> {
  const plain = plainEntries(props, env);
  if (plain['children'] !== undefined || children.isEmpty()) return plain;
  if (inspected) return { ...plain, children: toPlainChildren(children.values(), env) };
  const html = children.html();
  return html === '' ? plain : { ...plain, children: { $html: html } };
}

/** Children for the browser. As in React, a single child isn't in a list. */
function toPlainChildren(values: readonly Value[], env: RenderEnv): unknown {
  const plain = values.map((value) => toPlainChild(value, env));
  return plain.length === 1 ? plain[0] : plain;
}

function toPlainChild(value: Value, env: RenderEnv): unknown {
  const opened = openValue(value);
  if (!(opened instanceof JsxElement)) return toPlain(value, env);
  const origin = opened.target instanceof Closure ? reference(opened.target, env) : undefined;
  const props = plainEntries(opened.props, env);
  const [inner] = opened.children;
  if (origin !== undefined) {
    const html = inner === undefined ? '' : env.render.value(inner, env);
    return { ...origin, $props: html === '' ? props : { ...props, children: { $html: html } } };
  }
  const text = openValue(inner);
  const own = typeof text === 'string' ? { ...props, children: text } : props;
  return { $html: env.render.value(value, env), $props: own };
}

function plainEntries(props: ValueObject, env: RenderEnv): Record<string, unknown> {
  const entries = Object.entries(props).filter(([name]) => name !== 'key' && name !== 'ref' && !marks.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, toPlain(value, env)]));
}

export function toPlain(value: Value, env: RenderEnv): unknown {
  env.page.position.countNode();
  if (value instanceof JsxElement || value instanceof Opaque) return { $html: env.render.value(value, env) };
  if (value instanceof Closure) return reference(value, env);
  if (Array.isArray(value)) return value.map((item) => toPlain(item, env));
  if (isValueObject(value)) return plainEntries(value, env);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : undefined;
}

/**
 * The address at which the browser finds a site component; `undefined` for a function that no module exports.
 */
function reference(target: Closure, { page }: RenderEnv): { $component: string; $name: string } | undefined {
  const { islands, basePath } = page.site;
  const origin = page.position.origins.get(target);
  if (origin === undefined || islands === undefined) return undefined;
  page.output.useIsland(origin.module);
  return { $component: `${basePath}/${islands.pathOf(origin.module)}`, $name: origin.name };
}

/** Children for a component's call, and whether the component has inspected them. */
export function watchChildren({ children }: ElementParts): {
  readonly value: Value;
  readonly isInspected: () => boolean;
} {
  const value = toChildrenValue(children);
  let isInspected = false;
  if (!(value instanceof Opaque)) return { value, isInspected: () => false };
  const { open } = value;
  const watched = new Opaque(value.content, () => {
    isInspected = true;
    return open?.();
  });
  return { value: watched, isInspected: () => isInspected };
}
