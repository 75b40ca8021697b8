import { createFixturePage, element } from '../packages/site-builder/src/page/components/component-fixture.ts';
import { builtInComponents } from '../packages/site-builder/src/page/components/built-in-components.ts';

/** Props that are read outside their component's handler. */
const readElsewhere: Readonly<Record<string, readonly string[]>> = { Update: ['rss'] };

/** Values of props. Some props are read only if another prop is set, and some only if another prop isn't set. */
const valuesOf: readonly ((name: string) => unknown)[] = [
  () => undefined,
  () => 'x',
  (name) => (name === 'icon' ? 'star' : undefined),
];

/**
 * Finds the props that each built-in component reads, by recording the props that its handler requests. A parent such
 * as `<Tabs>` reads the props of its children, and some of its props only if it has such children. So every
 * component is rendered inside each of the others.
 */
export function readComponentProps(): ReadonlyMap<string, ReadonlySet<string>> {
  const names = [...builtInComponents.keys()];
  return new Map(
    names.map((name) => {
      const read = new Set(readElsewhere[name]);
      for (const valueOf of valuesOf) {
        const props = recordReads(valueOf, read);
        createFixturePage().render(element(name, props, '<p>text</p>'), element(name, props));
        for (const other of names)
          createFixturePage().render(
            element(other, {}, element(name, props, 'text')),
            element(name, props, element(other, {}, 'text')),
          );
      }
      return [name, read];
    }),
  );
}

/** Creates props with these values. Every name that is read is added to `read`. */
function recordReads(valueOf: (name: string) => unknown, read: Set<string>): Record<string, never> {
  const recorded = (name: string | symbol): unknown => {
    if (typeof name !== 'string') return undefined;
    read.add(name);
    return valueOf(name);
  };
  return new Proxy<Record<string, never>>(
    {},
    {
      get: (_target, name) => recorded(name),
      getOwnPropertyDescriptor: (_target, name) => {
        const value = recorded(name);
        return value === undefined ? undefined : { value, configurable: true, enumerable: true };
      },
    },
  );
}
