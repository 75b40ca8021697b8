import type { SiteSource } from '@docwright/site-builder';
import type { Loss } from './imported-site.ts';
import type { SourceLine } from './text/source-lines.ts';
import type { TagRule } from './text/convert-tags.ts';

/** An entry of the navigation as in docs.json. */
export type NavEntry = string | NavGroup;
export interface NavGroup {
  readonly group: string;
  readonly root?: string;
  readonly expanded?: boolean;
  readonly pages: readonly NavEntry[];
}

export interface NavTab {
  readonly tab: string;
  readonly pages: readonly NavEntry[];
}

export interface PlannedPage {
  readonly source: string;
  /** The page's address without the leading slash; `index` is the home page. */
  readonly target: string;
  /** Title in the navigation, if it isn't the page's own. */
  readonly sidebarTitle?: string;
  /** Set if the text itself has no title. */
  readonly title?: string;
  /** `spec.json GET /pets`: the operation that the page describes. */
  readonly openapi?: string;
}

/** How the pages of one format are read. */
export interface PageSyntax {
  /** `markdown`: braces are literal and tags are HTML, as in most tools; `mdx`: the text is already MDX. */
  readonly kind: 'markdown' | 'mdx';
  /** Converts blocks of the format, such as admonitions and tabs, to components. */
  convertBlocks(lines: readonly SourceLine[], page: PageReport): readonly SourceLine[];
  readonly tags: ReadonlyMap<string, TagRule>;
  /**
   * Resolves a format-specific address, such as `doc:slug` or `@site/static/x.png`, to a path from the root of the
   * source (`source`) or an address of the site (`address`); returns `undefined` for an ordinary one.
   */
  resolveAddress?(address: string): { readonly source: string } | { readonly address: string } | undefined;
}

export interface PageReport {
  readonly source: string;
  readonly lose: (line: number | undefined, message: string) => void;
}

/** The input of a format's reader. */
export interface PlanRequest {
  readonly source: SiteSource;
  /** Folder of the configuration, `''` for the root. */
  readonly folder: string;
  /** Path of the configuration, or `''` if the format has none. */
  readonly config: string;
  readonly name: string;
  readonly readText: (path: string) => string | undefined;
  readonly lose: (loss: Loss) => void;
}

/** The data about a site that a format's reader collects before pages are converted. */
export interface SitePlan {
  readonly name: string;
  /** Keys of docs.json other than name, navigation and redirects. */
  readonly look: Readonly<Record<string, unknown>>;
  readonly pages: readonly PlannedPage[];
  readonly navigation: readonly NavEntry[] | { readonly tabs: readonly NavTab[] };
  readonly redirects: readonly { readonly source: string; readonly destination: string }[];
  /**
   * Returns the path in the new site of a file that pages show or link, or `undefined` if the file isn't part of the
   * old site.
   */
  assetTarget(source: string): string | undefined;
  /** Files that are copied although no page links to them. */
  readonly copied: readonly string[];
  readonly syntax: PageSyntax;
  /** Files written verbatim: navigation pages that link to other sites. */
  readonly extraFiles: ReadonlyMap<string, string>;
}
