import type { ComponentHandler } from '../component.ts';
import { accordions } from './accordions.ts';
import { blocks } from './blocks.ts';
import { callouts } from './callouts.ts';
import { cards } from './cards.ts';
import { codeComponents } from './code.ts';
import { colors } from './colors.ts';
import { fields } from './fields.ts';
import { inlineComponents } from './inline.ts';
import { stepComponents } from './steps.ts';
import { tabComponents } from './tabs.ts';
import { trees } from './trees.ts';
import { updates } from './updates.ts';

/** Every component that MDX may use without importing it, by the name used in MDX (including `Tree.Folder`). */
export const builtInComponents: ReadonlyMap<string, ComponentHandler> = new Map([
  ...accordions,
  ...blocks,
  ...callouts,
  ...cards,
  ...codeComponents,
  ...colors,
  ...fields,
  ...inlineComponents,
  ...stepComponents,
  ...tabComponents,
  ...trees,
  ...updates,
]);
