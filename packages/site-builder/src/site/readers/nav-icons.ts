import type { Condition } from '@docwright/site-access/rules';
import type { NavConditions, NavContent, NavTreeEntry } from '../navigation/index.ts';
import { anyOf } from './choices/conditions.ts';

/** Returns the name of the icon that the navigation shows next to a page's label. */
export type PageIcon = (path: string) => string | undefined;

/** Maps each icon name in the navigation to the condition for seeing it: access to any node that has the icon. */
export function navIcons(
  root: NavContent,
  conditions: NavConditions,
  pageIcon: PageIcon,
): ReadonlyMap<string, Condition | undefined> {
  const found = new Map<string, Condition | undefined>();
  const note = (name: string | undefined, when: Condition | undefined): void => {
    if (name === undefined) return;
    found.set(name, found.has(name) ? anyOf([found.get(name), when]) : when);
  };
  const visitEntry = (entry: NavTreeEntry): void => {
    if (entry.kind === 'page') return note(pageIcon(entry.path), conditions.page(entry.path));
    note(entry.icon?.name, conditions.entry(entry));
    if (entry.root !== undefined) note(pageIcon(entry.root), conditions.page(entry.root));
    entry.entries.forEach(visitEntry);
  };
  const visit = ({ sets, entries, anchors }: NavContent): void => {
    for (const { options } of sets)
      for (const option of options) {
        note(option.icon?.name, conditions.option(option));
        visit(option.content);
      }
    entries.forEach(visitEntry);
    for (const anchor of anchors) note(anchor.icon?.name, conditions.anchor(anchor));
  };
  visit(root);
  return found;
}
