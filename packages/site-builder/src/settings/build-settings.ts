import type { SourceRepository } from './source-repository.ts';

/** Settings of a build. `defaultBuildSettings` has a value for each. */
export interface BuildSettings {
  /** Prefix of every internal URL: `''` or `/docs`. No trailing slash. */
  readonly basePath: string;
  /** Scheme and host for canonical links, the sitemap and feeds: `https://docs.example.com`; `''` if unknown. */
  readonly siteUrl: string;
  /**
   * The site's repository, for links to the source of pages; `undefined` if readers can't see it. The links are written
   * only if `feedback` of docs.json requests them.
   */
  readonly repository: SourceRepository | undefined;
  /**
   * The address below which the service opens pages of this branch in its editor, without a trailing slash; `undefined`
   * for sites that don't depend on the service. The service redirects readers who can't edit the page to `repository`.
   */
  readonly editorUrl: string | undefined;
  readonly features: SiteFeatures;
  /**
   * Whether pages report views, searches and similar events to `_docwright/events` below the base path. The site's
   * server must accept them.
   */
  readonly countsReaders: boolean;
  /**
   * Only these page paths are rendered and emitted, together with all files that aren't pages; lists contain only these
   * pages. `[]` for all.
   */
  readonly paths: readonly string[];
  /**
   * Whether a page that couldn't be rendered completely shows a message to its readers. Issues are reported either way.
   */
  readonly notices: boolean;
  /**
   * Whether components with state or handlers are interactive in the reader's browser. No build runs a site's
   * JavaScript in either case: the interpreter renders their initial state. With `off`, no script of the site's
   * components is written.
   */
  readonly javaScript: 'off' | 'sandboxed';
  /**
   * How to treat pages and parts of specifications that aren't for every reader (`groups`, `public: false`): with
   * `refuse`, the build fails with an error that names them; with `exclude`, they are omitted. A build for an audience
   * contains exactly what such readers may see; `exclude` does the same for readers of a site without sign-in. `seal`
   * emits the files of `exclude`, and separate files that turn these into the site for any audience.
   */
  readonly restricted: 'include' | 'exclude' | 'refuse' | 'seal' | { readonly audience: AudienceSettings };
  /**
   * Whether the site's readers sign in: pages that aren't `public` are for signed-in readers, if no group restricts
   * them.
   */
  readonly isProtected: boolean;
  /** Whether pages link to the site's sign-in; everyone can read the content that isn't restricted. */
  readonly offersSignIn: boolean;
  /** Whether to leave out pages that aren't in the navigation, except pages with `hidden`. */
  readonly excludeOrphans: boolean;
  readonly limits: BuildLimits;
}

/** The readers that a build is for. */
export interface AudienceSettings {
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

/** Controls on the exported pages. Resolved from deployment kind and settings before a build begins. */
export interface SiteFeatures {
  /** Whether the dialog searches in the browser, in the site's own index. */
  readonly offlineSearch: boolean;
  /** Whether the site's server answers searches; large sites query it first. */
  readonly search: boolean;
  readonly assistant: boolean;
  readonly analytics: boolean;
  /** Whether pages have a feedback form that posts to `_docwright/feedback` below the base path. */
  readonly feedback: boolean;
  readonly playground: boolean;
  /** Whether to draw preview images for social networks, for pages that don't set an image. Requires `siteUrl`. */
  readonly socialImages: boolean;
  /** Whether menus offer to open a page in external AI services: “Open in ChatGPT”. */
  readonly aiLinks: boolean;
}

/** Whether pages have a search dialog. */
export function hasSearch({ offlineSearch, search }: SiteFeatures): boolean {
  return offlineSearch || search;
}

/**
 * Whether the site needs a search index: for the dialog, its server or the assistant, which looks up passages in it.
 */
export function needsIndex(features: SiteFeatures): boolean {
  return hasSearch(features) || features.assistant;
}

/** Exceeding a limit results in an issue that names the limit, never in a crash. */
export interface BuildLimits {
  /** Maximum size of pages, snippets and configuration files; larger files are rejected. */
  readonly sourceFileBytes: number;
  /** Maximum size of assets; larger assets are left out. */
  readonly assetBytes: number;
  /** Maximum number of pages; later pages are left out. */
  readonly pages: number;
  /** Maximum number of brackets, block quotes and list levels that are open at once on one page. */
  readonly nesting: number;
  /** Maximum number of steps of the expression interpreter on one page. */
  readonly expressionSteps: number;
  /** Maximum nesting depth of snippets. */
  readonly snippetDepth: number;
  /** Maximum number of nodes, values and properties of one page, snippets included. */
  readonly pageNodes: number;
  /** Maximum size of the HTML generated for one page, snippets included. */
  readonly pageHtmlBytes: number;
  /** Maximum number of issues stored per file and code; the last issue states the number of the others. */
  readonly issuesPerFileAndCode: number;
}

export const defaultBuildLimits: BuildLimits = {
  sourceFileBytes: 8 * 1024 * 1024,
  assetBytes: 20 * 1024 * 1024,
  pages: 50_000,
  // The native parser overflows its stack near 8,000; hand-written pages stay under 60.
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
  repository: undefined,
  editorUrl: undefined,
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
  isProtected: false,
  offersSignIn: false,
  excludeOrphans: false,
  limits: defaultBuildLimits,
};
