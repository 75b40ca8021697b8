/** How to build. `defaultBuildSettings` names a value for each. */
export interface BuildSettings {
  /** Prefix that every internal URL gets: `''` or `/docs`. No trailing slash. */
  readonly basePath: string;
  /** Scheme and host that canonical links, the sitemap and feeds name: `https://docs.example.com`; `''` when unknown. */
  readonly siteUrl: string;
  readonly features: SiteFeatures;
  /** Pages report views, searches and the like to `_docwright/events` below the base path, where whoever serves them takes it. */
  readonly countsReaders: boolean;
  /** Only these page paths are rendered and emitted, with all that is no page; what lists pages lists these alone. `[]` for all. */
  readonly paths: readonly string[];
  /** A page that could not be rendered whole says so to its reader. Issues are reported in any case. */
  readonly notices: boolean;
  /**
   * Whether components with state or handlers come to life in the reader's browser. No build runs a site's JavaScript in either
   * case: the interpreter shows their first state. With `off` no script of the site's components is written.
   */
  readonly javaScript: 'off' | 'sandboxed';
  /**
   * Pages that are not for every reader (`groups`, `public: false`): a build with `refuse` ends with an error that names them, one
   * with `exclude` goes on as if they were not there.
   */
  readonly restricted: 'include' | 'exclude' | 'refuse';
  /** Pages in no navigation are left out, but for those that are `hidden` on purpose. */
  readonly excludeOrphans: boolean;
  readonly limits: BuildLimits;
}

/** Which controls the exported pages carry. Resolved from deployment kind and settings before a build begins. */
export interface SiteFeatures {
  /** The dialog searches in the browser, in the index that the site brings. */
  readonly offlineSearch: boolean;
  /** Whoever serves the site answers searches; large sites ask there first. */
  readonly search: boolean;
  readonly assistant: boolean;
  readonly analytics: boolean;
  /** Pages ask whether they helped, and tell `_docwright/feedback` below the base path. */
  readonly feedback: boolean;
  readonly playground: boolean;
  /** Preview images for social networks, for pages that name none; drawn only where `siteUrl` is known. */
  readonly socialImages: boolean;
  /** Menus offer a page to AI services of other hosts: “Open in ChatGPT”. */
  readonly aiLinks: boolean;
}

/** Pages have a search dialog. */
export function hasSearch({ offlineSearch, search }: SiteFeatures): boolean {
  return offlineSearch || search;
}

/** The search index belongs to the site: for the dialog, for whoever serves it, or for the assistant, which looks its passages up. */
export function needsIndex(features: SiteFeatures): boolean {
  return hasSearch(features) || features.assistant;
}

/** Every limit ends in an issue that names it, never in a crash. */
export interface BuildLimits {
  /** Larger pages, snippets and configuration files are refused. */
  readonly sourceFileBytes: number;
  /** Larger assets are left out. */
  readonly assetBytes: number;
  /** Pages that are built; later ones are left out. */
  readonly pages: number;
  /** Brackets, block quotes and list levels that may stand open at once in one page. */
  readonly nesting: number;
  /** Steps of the expression interpreter on one page. */
  readonly expressionSteps: number;
  /** Snippets inside snippets. */
  readonly snippetDepth: number;
  /** Nodes, values and properties that one page may be rendered from, snippets included. */
  readonly pageNodes: number;
  /** HTML that one page may make, snippets included. */
  readonly pageHtmlBytes: number;
  /** Issues that are kept for one file and code; the rest is counted in the last one. */
  readonly issuesPerFileAndCode: number;
}

export const defaultBuildLimits: BuildLimits = {
  sourceFileBytes: 8 * 1024 * 1024,
  assetBytes: 20 * 1024 * 1024,
  pages: 50_000,
  // The native parser overflows its stack near 8,000; a page that people write stays under 60.
  nesting: 500,
  expressionSteps: 500_000,
  snippetDepth: 32,
  pageNodes: 1_000_000,
  pageHtmlBytes: 16 * 1024 * 1024,
  issuesPerFileAndCode: 20,
};

export const defaultBuildSettings: BuildSettings = {
  basePath: '',
  siteUrl: '',
  features: {
    offlineSearch: true,
    search: false,
    assistant: false,
    analytics: true,
    feedback: false,
    playground: true,
    socialImages: false,
    aiLinks: true,
  },
  countsReaders: false,
  paths: [],
  notices: false,
  javaScript: 'sandboxed',
  restricted: 'include',
  excludeOrphans: false,
  limits: defaultBuildLimits,
};
