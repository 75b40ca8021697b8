/**
 * Reads the props of a live component from the JSON that the builder wrote (`page/render/island-props.ts`), and
 * replaces placeholders with markup, elements and components.
 */
import { h, type ComponentType } from 'preact';

export type Modules = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The addresses of the modules that props refer to. */
export function listModules(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found;
  if ('$component' in value && typeof value.$component === 'string') found.add(value.$component);
  for (const inner of Object.values(value)) listModules(inner, found);
  return found;
}

export function readProps(props: object, modules: Modules): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, readProp(value, modules)]));
}

function readProp(value: unknown, modules: Modules): unknown {
  if (Array.isArray(value)) return value.map((item) => readProp(item, modules));
  if (typeof value !== 'object' || value === null) return value;
  const own = '$props' in value ? value.$props : undefined;
  const props = typeof own === 'object' && own !== null ? readProps(own, modules) : undefined;
  if ('$html' in value && typeof value.$html === 'string') return h(Markup, { ...props, $html: value.$html });
  if ('$component' in value && typeof value.$component === 'string') {
    const name = '$name' in value ? String(value.$name) : 'default';
    const component = (modules.get(value.$component)?.[name] ?? modules.get(value.$component)?.['default']) as
      | ComponentType<Record<string, unknown>>
      | undefined;
    // Without props, the component itself was passed.
    return component === undefined || props === undefined ? component : h(component, props);
  }
  return readProps(value, modules);
}

/** The builder's markup. Its other props are for components that inspect their children. */
function Markup({ $html }: { readonly $html: string }) {
  return h('div', { style: 'display:contents', dangerouslySetInnerHTML: { __html: $html } });
}
