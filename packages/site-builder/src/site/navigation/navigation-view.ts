import type { Condition } from '@docwright/site-access/rules';
import type { Outcome } from '../readers/choices/choices.ts';
import type { BannerConfig, FooterConfig, NavbarConfig } from '../config/site-config.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';

/** The navigation as a reader of one page sees it. */
export interface NavigationView {
  /** Selectors from the outside in: products, languages, versions, dropdowns, tabs, anchors. */
  readonly divisions: readonly NavDivision[];
  /**
   * `divisions` in the form that all pages with this sidebar share: options of languages and versions link to their
   * first pages, not to the counterparts of this page.
   */
  readonly commonDivisions: readonly NavDivision[];
  readonly anchors: readonly NavLink[];
  readonly sidebar: readonly NavEntry[];
  /** Groups that contain the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly previous?: NavLink;
  readonly next?: NavLink;
  /** BCP 47 language of the page, and its writing direction. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Two pages with the same key have the same sidebar, so the theme renders it once. */
  readonly sidebarKey: string;
  /** Name of the version or product and language that search is limited to; `''` for all. */
  readonly searchScope: string;
  /** Overrides for the page's language; the same object for all pages in the language. */
  readonly frame: FrameOverrides;
  /** The page in each language of the site, including the page itself; empty if the site has only one language. */
  readonly alternates: readonly LanguageAlternate[];
  /** Set on a page of a version other than the default. */
  readonly otherVersion?: OtherVersion;
  /** Set on the root page of a group whose pages it lists. */
  readonly directory?: NavDirectory;
  /** In a sealed build: other data that depends on the reader. */
  readonly perReader?: PerReader;
}

/** Outcomes, in the order in which they are tested for a reader. */
export interface PerReader {
  readonly alternates: readonly Outcome<readonly LanguageAlternate[]>[];
  readonly otherVersion: readonly Outcome<OtherVersion | undefined>[];
}

/** Parts of the frame that a language may override. */
export interface FrameOverrides {
  readonly banner?: BannerConfig;
  readonly footer?: FooterConfig;
  readonly navbar?: NavbarConfig;
}

export interface LanguageAlternate {
  /** BCP 47. */
  readonly language: string;
  readonly path: string;
  readonly isDefault: boolean;
}

/** The notice on a page of a version other than the default. */
export interface OtherVersion {
  readonly version: string;
  readonly current: string;
  /** The same page in the default version, or `undefined` if the version doesn't have it. */
  readonly path: string | undefined;
  /** The target in the default version: that page, or the version's first page. */
  readonly target: string;
}

/** Pages and groups below a root page, as listed under its text. */
export interface NavDirectory {
  readonly layout: 'accordion' | 'card';
  readonly entries: readonly NavEntry[];
}

export type DivisionKind = 'product' | 'language' | 'version' | 'dropdown' | 'tab' | 'anchor';

export interface NavDivision {
  readonly kind: DivisionKind;
  readonly options: readonly NavOption[];
}

export interface NavOption extends NavLink {
  readonly otherwise?: NavOption;
  readonly current: boolean;
  readonly description?: string;
  readonly color?: string;
  readonly tag?: string;
  readonly align?: 'start' | 'end';
  readonly hidden: boolean;
  readonly menu?: readonly NavLink[];
}

/** Links and options have conditions only in a sealed build. */
export interface NavLink {
  /** The readers who see the link. */
  readonly when?: Condition;
  /** The content that others see instead. */
  readonly otherwise?: NavLink;
  readonly label: string;
  /** Page path without extension, or an absolute URL. */
  readonly target: string;
  readonly icon?: IconSpec;
  readonly description?: string;
}

export type NavEntry = NavPage | NavGroup;

export interface NavPage {
  readonly kind: 'page';
  readonly when?: Condition;
  readonly path: string;
  readonly label: string;
  readonly icon?: IconSpec;
  readonly tag?: string;
  readonly method?: string;
  readonly deprecated: boolean;
  /** Description from the frontmatter, for cards that link to the page. */
  readonly description?: string;
  /** An external link (`url:` in the frontmatter). */
  readonly url?: string;
}

export interface NavGroup {
  readonly kind: 'group';
  readonly when?: Condition;
  readonly label: string;
  readonly icon?: IconSpec;
  readonly tag?: string;
  readonly expanded: boolean;
  /** The page that the title links to. */
  readonly root?: string;
  readonly rootWhen?: Condition;
  readonly entries: readonly NavEntry[];
}
