import type { Condition } from '@docwright/site-access/rules';
import type { RedirectRule, SiteConfig } from '../config/site-config.ts';
import { toIconSpec } from '../config/to-icon-spec.ts';
import type { LinkConditions } from '../links/site-links.ts';
import {
  toPagePath,
  walkNavigation,
  type NavConditions,
  type NavContent,
  type NavLocation,
  type NavTreeOption,
} from '../navigation/index.ts';
import type { SitePage } from '../pages/site-page.ts';
import { Choices, type Meets } from './choices/choices.ts';
import { allOf, anyOf } from './choices/conditions.ts';
import { navConditions } from './nav-conditions.ts';
import { navIcons } from './nav-icons.ts';
import type { SpecOutcomes } from './spec-outcomes/spec-outcomes.ts';

/** A sealed build's data about its readers. */
export interface SealPlan {
  readonly choices: Choices;
  readonly conditions: NavConditions;
  readonly links: LinkConditions;
  /** Whether a page that the reader sees is in the default language and version. */
  readonly isDefault: (path: string, meets: Meets) => boolean;
  /** The specifications for each reader. */
  readonly specs: SpecOutcomes | undefined;
  /** The icon names in the navigation, each with the condition for readers of any node that has it. */
  readonly icons: ReadonlyMap<string, Condition | undefined>;
}

export interface SealRequest {
  readonly root: NavContent;
  readonly config: Pick<SiteConfig, 'redirects'>;
  /** All pages. */
  readonly pages: readonly PageWithIcon[];
  /** Conditions of restricted pages. */
  readonly whens: ReadonlyMap<string, Condition>;
  readonly specs: SpecOutcomes | undefined;
}

interface PageWithIcon {
  readonly page: Pick<SitePage, 'path' | 'frontmatter'>;
}

export function planSeal({ root, pages, whens, specs }: SealRequest): SealPlan {
  const paths = pages.map(({ page }) => page.path);
  const icons = new Map(
    pages.flatMap(({ page: { path, frontmatter } }) => {
      const icon = toIconSpec(frontmatter['icon'], undefined);
      return icon === undefined ? [] : [[path, icon.name] as const];
    }),
  );
  const conditions = navConditions(whens);
  const known = new Map<RedirectRule, Condition | undefined>();
  const redirect = (rule: RedirectRule): Condition | undefined => {
    if (!known.has(rule)) known.set(rule, redirectCondition(rule, paths, whens));
    return known.get(rule);
  };
  return {
    choices: new Choices(),
    conditions,
    links: { page: (path) => whens.get(path), redirect },
    isDefault: defaultsOf(root, conditions),
    specs,
    icons: navIcons(root, conditions, (path) => icons.get(path)),
  };
}

/** The readers of a redirect, by the same rule as in `pruneConfig`. */
function redirectCondition(
  { destination }: RedirectRule,
  pages: readonly string[],
  whens: SealRequest['whens'],
): Condition | undefined {
  const target = destination.replace(/[?#].*$/, '');
  const fixed = target.replace(/[:*].*$/, '');
  if (fixed === target) return allOf(whens.get(toPagePath(target)), whens.get(`${toPagePath(target)}/index`));
  const folder = fixed.replace(/^\//, '');
  const inside = pages.filter((path) => path.startsWith(folder));
  return folder === '' || inside.length === 0 ? undefined : anyOf(inside.map((path) => whens.get(path)));
}

export function defaultsOf(root: NavContent, conditions: NavConditions): SealPlan['isDefault'] {
  const locations = Map.groupBy(walkNavigation(root), ({ page }) => page.path);
  const isDefaultHere = ({ contents, options }: NavLocation, meets: Meets): boolean =>
    options.every((own, index) => {
      const set = contents[index]?.sets.find((one) => one.options.includes(own));
      if (set?.kind !== 'language' && set?.kind !== 'version') return true;
      const isSeen = (one: NavTreeOption): boolean => one === own || meets(conditions.option(one));
      return own === (set.options.find((one) => one.isDefault && isSeen(one)) ?? set.options.find(isSeen));
    });
  return (path, meets) => locations.get(path)?.some((location) => isDefaultHere(location, meets)) ?? true;
}
