import { combineAccess, type Condition } from '@docwright/site-access/rules';
import {
  toPagePath,
  type NavAccess,
  type NavConditions,
  type NavContent,
  type NavTreeEntry,
  type NavTreeLink,
  type NavTreeOption,
} from '../navigation/index.ts';
import { allOf, anyOf, conditionOf } from './choices/conditions.ts';

/**
 * The readers of each navigation node: the condition under which `pruneNavigation` keeps it. `pages`: the conditions of
 * restricted pages.
 */
export function navConditions(pages: ReadonlyMap<string, Condition>): NavConditions {
  const known = new WeakMap<object, { readonly when: Condition | undefined }>();
  const once = (node: object, find: () => Condition | undefined): Condition | undefined => {
    const before = known.get(node);
    if (before !== undefined) return before.when;
    const when = find();
    known.set(node, { when });
    return when;
  };
  const stated = (access: NavAccess): Condition | undefined =>
    access === undefined ? undefined : conditionOf(combineAccess({ own: access, places: [], isSiteProtected: false }));
  const link = (href: string | undefined): Condition | undefined => {
    if (href === undefined || /^[a-z][a-z\d+.-]*:|^\/\//i.test(href)) return undefined;
    const path = toPagePath(href.replace(/[?#].*$/, ''));
    return allOf(pages.get(path), pages.get(`${path}/index`));
  };
  const anchor = ({ href, access }: NavTreeLink): Condition | undefined => allOf(link(href), stated(access));
  const entry = (one: NavTreeEntry): Condition | undefined =>
    once(one, () => {
      if (one.kind === 'page') return pages.get(one.path);
      return one.entries.length === 0 ? stated(one.access) : anyOf(one.entries.map(entry));
    });
  const content = (one: NavContent): Condition | undefined =>
    once(one, () =>
      anyOf([
        ...one.sets.flatMap(({ options }) => options.map(option)),
        ...one.entries.map(entry),
        ...one.anchors.map(anchor),
      ]),
    );
  const option = (one: NavTreeOption): Condition | undefined =>
    once(one, () => {
      const { sets, entries, anchors } = one.content;
      const isEmpty = sets.length + entries.length + anchors.length === 0;
      return allOf(link(one.href), isEmpty ? stated(one.access) : content(one.content));
    });
  return { page: (path) => pages.get(path), link, anchor, entry, option };
}
