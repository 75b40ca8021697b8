import type { Condition } from '@docwright/site-access/rules';
import type { SiteConfig, SpecReference } from '../config/site-config.ts';
import type { SiteLinks } from '../links/site-links.ts';
import type { StaticFiles } from '../links/static-files.ts';
import type { NavigationViews } from '../navigation/index.ts';
import type { SitePage } from '../pages/site-page.ts';
import type { MissingPage } from './missing-page.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import type { ApiCatalog } from '../specs/catalog.ts';
import type { ExternalLink } from './list-external-links.ts';
import type { SealPlan } from '../readers/plan-seal.ts';
import type { PageRule } from '../readers/page-rule.ts';
import type { PageVisibility } from './page-visibility.ts';

/** A page that has been read, before the readers' navigation is known. */
export interface ReadPage {
  readonly page: SitePage;
  readonly title: string;
  readonly reference: ApiReference | undefined;
  readonly inNavigation: boolean;
}

export interface PlannedPage extends ReadPage {
  readonly visibility: PageVisibility;
  /** Whether the page's language and version are the defaults; true for a page outside the navigation. */
  readonly isDefault: boolean;
}

/** A site's parts, known before the first page is rendered. */
export interface SitePlan {
  readonly config: SiteConfig;
  readonly catalog: ApiCatalog;
  /** Every specification that the configuration refers to. */
  readonly specs: readonly SpecReference[];
  /** Maps folders in which specifications on other hosts generate pages to the addresses of these specifications. */
  readonly remoteFolders: ReadonlyMap<string, string>;
  /** Pages in navigation order, followed by all other pages, sorted by path. */
  readonly pages: readonly PlannedPage[];
  /** Pages that the navigation lists, including missing pages. */
  readonly expected: number;
  readonly missing: readonly MissingPage[];
  readonly views: NavigationViews;
  /** Addresses of other hosts in the navigation of the default language and version. */
  readonly externalLinks: readonly ExternalLink[];
  readonly links: SiteLinks;
  /** Digest of everything that the results of `links` depend on. */
  readonly shape: string;
  readonly staticFiles: StaticFiles;
  /** Files of the source that the build doesn't use, because they contain restricted content. */
  readonly withheld: ReadonlySet<string>;
  /** Source files, reduced to the parts that readers see. */
  readonly replaced: ReadonlyMap<string, Uint8Array>;
  /** Whether content was left out because the build's readers can't see it. */
  readonly isPartial: boolean;
  /** The rules of all pages, including those that are left out. */
  readonly rules: ReadonlyMap<string, PageRule>;
  /**
   * Conditions of the restricted pages, in a build for an audience or a sealed build. Shared parts of the site are
   * derived from the other pages, so that they are the same for all readers.
   */
  readonly whens: ReadonlyMap<string, Condition>;
  /** In a build for an audience: specifications that its readers can see, but not everyone can. */
  readonly restrictedSpecs: ReadonlySet<string>;
  /** In a sealed build: all pages are planned, with the conditions for their readers. */
  readonly seal: SealPlan | undefined;
  readonly isIgnored: (path: string) => boolean;
}

/** Whether some readers see more than others, in this build or in another build of the same source. */
export function isRestricted({ isPartial, rules }: Pick<SitePlan, 'isPartial' | 'rules'>): boolean {
  return isPartial || rules.values().some(({ rule }) => rule !== undefined);
}
