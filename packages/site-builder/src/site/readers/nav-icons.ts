import type { Condition } from '@docwright/site-access/rules';
import type { NavConditions, NavContent, NavTreeEntry } from '../navigation/index.ts';
import { anyOf } from './choices/conditions.ts';

/** What the navigation shows of a page next to its label. */
export type PageIcon = (path: string) => string | undefined;

/** Who sees each icon of the navigation, by its name: the readers of a node that has it. */
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
