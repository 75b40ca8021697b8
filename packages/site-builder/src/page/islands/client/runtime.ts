/**
 * Makes a page's components live: each `<dw-island>` contains the component's first HTML, the module that exports
 * it and its props. The module imports everything else from here, so that all components of a page share one Preact.
 */
import { Fragment, h, render } from 'preact';
import type { FunctionComponent } from 'preact';
import * as React from 'preact/compat';
import type { BuiltAnswers } from '../built-answers.ts';
import { BundleAddresses } from './bundle-addresses.ts';
import { listModules, readProps } from './island-props.ts';
import { mapToFiles } from './map-to-files.ts';

export {
  useCallback,
  useContext,
  useDebugValue,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';
export const {
  Children,
  Suspense,
  cloneElement,
  createContext,
  createElement,
  createPortal,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  startTransition,
  useDeferredValue,
  useInsertionEffect,
  useSyncExternalStore,
  useTransition,
} = React;
export { Fragment, h, React };

interface WindowOfReader {
  readonly mintlify?: { readonly user?: object };
}

/** A signed-in reader's values, or `{}`. Modules receive the new object when it is replaced. */
export let user: object = (window as WindowOfReader).mintlify?.user ?? {};

/** Functions that render a component again, with its state. */
const renderings: (() => void)[] = [];

addEventListener('mintlify:user', (event) => {
  user = (event as CustomEvent<object>).detail;
  for (const again of renderings) again();
});

/** The builder's answers to the built-in components of the enclosing island. */
export const IslandAnswers = React.createContext<BuiltAnswers | undefined>(undefined);

async function load(address: string): Promise<Record<string, unknown>> {
  return (await import(new URL(address, document.baseURI).href)) as Record<string, unknown>;
}

async function mount(island: HTMLElement): Promise<void> {
  const { module, component, props, answers } = island.dataset;
  if (module === undefined || component === undefined || 'live' in island.dataset) return;
  island.dataset['live'] = '';
  const written = JSON.parse(props ?? '{}') as Record<string, unknown>;
  const addresses = [module, ...listModules(written)];
  const loaded = await Promise.all(addresses.map(load));
  const modules = new Map(addresses.map((address, index) => [address, loaded[index] ?? {}]));
  const exports = (loaded[0] ?? {}) as Record<string, FunctionComponent>;
  const Component = exports[component] ?? exports['default'];
  if (Component === undefined) return;
  const root = document.createElement('div');
  root.style.display = 'contents';
  const value = answers === undefined ? undefined : (JSON.parse(answers) as BuiltAnswers);
  if (value !== undefined) bundle.learn(value);
  const draw = (): void =>
    render(h(IslandAnswers.Provider, { value }, h(Component, readProps(written, modules))), root);
  draw();
  renderings.push(draw);
  island.replaceChildren(root);
}

// This file is `<bundle>/_docwright/islands/runtime.….js`.
const bundle = new BundleAddresses(
  new URL('../..', import.meta.url).pathname.replace(/\/$/, ''),
  document.documentElement.dataset['pageSuffix'],
);

function mountAll(): void {
  for (const island of document.querySelectorAll<HTMLElement>('dw-island')) {
    // If a component fails, its initial HTML remains.
    mount(island).catch(reportError);
  }
}

// For components that expect React as a global.
Object.assign(globalThis, { React });
mapToFiles(bundle);
mountAll();
