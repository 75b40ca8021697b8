/** Parts of views, and data derived only from them. */
import type { Condition } from '@docwright/site-access/rules';
import type { Outcome } from '../readers/choices/choices.ts';
import { allOf } from '../readers/choices/conditions.ts';
import type { NavConditions, NavContent, NavSet, NavTreeOption } from './nav-tree.ts';
import type { FrameOverrides, NavDivision, NavEntry, NavLink, NavOption, NavPage } from './navigation-view.ts';

/** The page fields shown in the navigation: read from its frontmatter or its specification. */
export type PageLabels = (path: string) => NavPage;

/** Parts shared by all pages with one sidebar. */
export interface Frame {
  readonly divisions: readonly NavDivision[];
  readonly anchors: readonly NavLink[];
  readonly sidebar: readonly NavEntry[];
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly sidebarKey: string;
  readonly searchScope: string;
  readonly frame: FrameOverrides;
  /** Visible pages in reading order. */
  readonly order: readonly ListedPath[];
  readonly positions: ReadonlyMap<string, number>;
}

export interface ListedPath {
  readonly path: string;
  readonly when: Condition | undefined;
}

export interface NavigationViewsOptions {
  readonly labels: PageLabels;
  /** Whether a page in the navigation is excluded from lists. */
  readonly isHidden?: (path: string) => boolean;
  /** The complete navigation, including parts that the build's readers don't see. */
  readonly whole?: NavContent;
  /** Only in a sealed build. */
  readonly conditions?: NavConditions | undefined;
}

export function labelOf(
  kind: NavSet['kind'],
  contents: readonly NavContent[],
  options: readonly NavTreeOption[],
): string | undefined {
  for (const [index, option] of options.entries()) {
    const set = contents[index]?.sets.find(({ options: all }) => all.includes(option));
    if (set?.kind === kind) return option.label;
  }
  return undefined;
}

/** Combines alternatives into one link that contains the others; the last alternative may be `undefined`. */
export function inOrder<T extends NavLink>(outcomes: readonly Outcome<T | undefined>[]): T | undefined {
  return outcomes.reduceRight<T | undefined>((otherwise, { when, value }) => {
    if (value === undefined || when === undefined) return value;
    return { ...value, when, ...(otherwise === undefined ? {} : { otherwise }) };
  }, undefined);
}

export function* pagesOf(entries: readonly NavEntry[]): Generator<ListedPath> {
  for (const entry of entries) {
    if (entry.kind === 'page') {
      if (entry.url === undefined) yield { path: entry.path, when: entry.when };
    } else {
      if (entry.root !== undefined) yield { path: entry.root, when: allOf(entry.when, entry.rootWhen) };
      yield* pagesOf(entry.entries);
    }
  }
}

/** An option of a menu, without the parts that only a bar shows. */
export function toMenuLink({ label, target, icon, description, when, otherwise }: NavOption): NavLink {
  return {
    label,
    target,
    ...(icon === undefined ? {} : { icon }),
    ...(description === undefined ? {} : { description }),
    ...(when === undefined ? {} : { when }),
    ...(otherwise === undefined ? {} : { otherwise: toMenuLink(otherwise) }),
  };
}
