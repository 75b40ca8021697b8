import type { ComponentHandler } from '../model.ts';

const wrap: ComponentHandler = (_props, children) => `<div>${children.html()}</div>`;

/** Every component that MDX may use without importing it, by the name it is written with. */
export const builtInComponents: ReadonlyMap<string, ComponentHandler> = new Map(
  ['Note', 'Card', 'CardGroup', 'Steps', 'Step', 'Tabs', 'Tab'].map((name) => [name, wrap]),
);
