import type { Issue } from './issue.ts';
import type { OutputFile, SiteFeatures } from './model.ts';
import type { SiteSource } from './site-source.ts';
import type { BuildMemory } from './memory/index.ts';
import type { PageThreads } from './threads/index.ts';

/** What to build. Nothing in it reads the environment, the network or a file outside of `source`. */
export interface BuildRequest {
  readonly source: SiteSource;
  /**
   * Takes each finished file, in a fixed order. The build waits for a returned promise, so a slow receiver slows the build
   * down instead of filling the memory. What it throws ends the build. Without it nothing is made but the report.
   */
  readonly emit?: ((file: OutputFile) => void | Promise<void>) | undefined;
  /** Needs a memory that keeps digests: a page's file that the receiver of `emit` has is told by its digest, and not made again. */
  readonly held?: HeldFiles | undefined;
  readonly settings?: Partial<BuildSettings>;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
  /** What builds of this site before left, and what this one leaves for the next. Changes the time and nothing else. */
  readonly memory?: BuildMemory;
  /** Makes pages too, started on the same source with the same settings; the build's alone. Changes the time and nothing else. */
  readonly threads?: PageThreads | undefined;
  /** Milliseconds, monotonic; for `durationMs` and for yielding to other work. Never in an output. */
  readonly clock: () => number;
}

/** What the receiver of a build's files has from a build before. */
export interface HeldFiles {
  /** SHA-256 in hex of what it has under this path. */
  digestOf(path: string): string | undefined;
  /** Stands in the place of `emit` for a file that is the same. */
  again(file: { readonly path: string; readonly sha256: string }): void | Promise<void>;
}

/** How to build. `defaultBuildSettings` names a value for each. */
export interface BuildSettings {
  /** Prefix that every internal URL gets: `''` or `/docs`. No trailing slash. */
  readonly basePath: string;
  /** Scheme and host that canonical links, the sitemap and feeds name: `https://docs.example.com`; `''` when unknown. */
  readonly siteUrl: string;
  readonly features: SiteFeatures;
  /** Only these page paths are rendered and emitted, with all that is no page; what lists pages lists these alone. `[]` for all. */
  readonly paths: readonly string[];
  /** A page that could not be rendered whole says so to its reader. Issues are reported in any case. */
  readonly notices: boolean;
  /**
   * Whether components with state or handlers come to life in the reader's browser. No build runs a site's JavaScript in either
   * case: the interpreter shows their first state. With `off` no script of the site's components is written.
   */
  readonly javaScript: 'off' | 'sandboxed';
  readonly limits: BuildLimits;
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
    search: true,
    assistant: false,
    analytics: true,
    playground: true,
    socialImages: false,
  },
  paths: [],
  notices: false,
  javaScript: 'sandboxed',
  limits: defaultBuildLimits,
};

/** `done` and `total` never go back within a phase; phases come in this order. */
export interface BuildProgress {
  readonly phase: 'read' | 'pages' | 'assets' | 'outputs';
  readonly done: number;
  readonly total: number;
}

export interface BuildReport {
  /** Pages of the site: those in the navigation, generated ones included, and those reachable by URL alone. */
  readonly pages: number;
  /** Pages that gave HTML, also with a notice in it. Equals `pages` unless `paths` or a limit left some out. */
  readonly rendered: number;
  readonly files: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
  /** Sorted by path, line, column and code. */
  readonly issues: readonly Issue[];
}
