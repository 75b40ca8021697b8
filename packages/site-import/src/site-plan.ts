import type { SiteSource } from '@docwright/site-builder';
import type { Loss } from './imported-site.ts';
import type { SourceLine } from './text/source-lines.ts';
import type { TagRule } from './text/convert-tags.ts';

/** An entry of a navigation as docs.json writes it. */
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
  /** Its address without the leading slash; `index` is the home page. */
  readonly target: string;
  /** Title in the navigation, where it is not the page's own. */
  readonly sidebarTitle?: string;
  /** Given where the text itself says none. */
  readonly title?: string;
  /** `spec.json GET /pets`: the operation that the page describes. */
  readonly openapi?: string;
}

/** How the text of a page is read in one format. */
export interface PageSyntax {
  /** `markdown`: braces are braces and tags are HTML, as in most tools; `mdx`: the text is MDX already. */
  readonly kind: 'markdown' | 'mdx';
  /** Blocks of the format, such as admonitions and tabs, become components. */
  convertBlocks(lines: readonly SourceLine[], page: PageReport): readonly SourceLine[];
  readonly tags: ReadonlyMap<string, TagRule>;
  /**
   * An address of the format's own, such as `doc:slug` or `@site/static/x.png`, as a path from the root of the source
   * (`source`) or an address of the site (`address`); undefined where it is an ordinary one.
   */
  resolveAddress?(address: string): { readonly source: string } | { readonly address: string } | undefined;
}

export interface PageReport {
  readonly source: string;
  readonly lose: (line: number | undefined, message: string) => void;
}

/** What a reader of one format is given. */
export interface PlanRequest {
  readonly source: SiteSource;
  /** Folder of the configuration, `''` for the root. */
  readonly folder: string;
  /** Path of the configuration; `''` where the format has none. */
  readonly config: string;
  readonly name: string;
  readonly readText: (path: string) => string | undefined;
  readonly lose: (loss: Loss) => void;
}

/** What a format's reader finds out about a site before a page is converted. */
export interface SitePlan {
  readonly name: string;
  /** Keys of docs.json other than name, navigation and redirects. */
  readonly look: Readonly<Record<string, unknown>>;
  readonly pages: readonly PlannedPage[];
  readonly navigation: readonly NavEntry[] | { readonly tabs: readonly NavTab[] };
  readonly redirects: readonly { readonly source: string; readonly destination: string }[];
  /** Path in the new site of a file that pages show or link, or undefined where it is no part of the old one. */
  assetTarget(source: string): string | undefined;
  /** Files that are there although no page links them. */
  readonly copied: readonly string[];
  readonly syntax: PageSyntax;
  /** Written as they are: pages of the navigation that lead to other sites. */
  readonly extraFiles: ReadonlyMap<string, string>;
}
