import type { Issue } from '../issues/issue.ts';
import type { BuildCache } from './cache/index.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { OutputFile, SealedFile } from '../source/output-file.ts';
import type { SiteSource } from '../source/site-source.ts';
import type { MissingPage } from '../site/index.ts';
import type { PageThreads } from './threads/page-threads.ts';

/** A request to build a site. The build doesn't read the environment, the network or files outside `source`. */
export interface BuildRequest {
  readonly source: SiteSource;
  /**
   * Receives each finished file, in a fixed order. The build waits for a returned promise, so a slow receiver slows
   * down the build instead of filling the memory. If it throws, the build ends. If it is omitted, only the report is
   * created.
   */
  readonly emit?: ((file: OutputFile) => void | Promise<void>) | undefined;
  /**
   * With `restricted: 'seal'`, receives the content that readers with access see in addition to, or instead of, the
   * files of `emit`. Called after all of these, at most once per path.
   */
  readonly emitSealed?: ((file: SealedFile) => void | Promise<void>) | undefined;
  /**
   * Requires a cache with digests. A page's file that the receiver of `emit` already has is reported by its digest and
   * not created again.
   */
  readonly existing?: ExistingFiles | undefined;
  readonly settings?: Partial<BuildSettings>;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
  /** Cache from earlier builds of this site, updated for the next build. Affects only the duration. */
  readonly cache?: BuildCache;
  /**
   * Additional threads that render pages, started on the same source with the same settings, only for this build.
   * Affects only the duration.
   */
  readonly threads?: PageThreads | undefined;
  /** Monotonic clock in milliseconds, for `durationMs` and for yielding to other work. Never part of an output. */
  readonly clock: () => number;
}

/** Files that the receiver has from an earlier build. */
export interface ExistingFiles {
  /** SHA-256 in hex of the receiver's file at this path. */
  digestOf(path: string): string | undefined;
  /** Called instead of `emit` for an unchanged file. */
  reused(file: { readonly path: string; readonly sha256: string }): void | Promise<void>;
}

/** Progress of a build. `done` and `total` never decrease within a phase. Phases occur in the order listed here. */
export interface BuildProgress {
  readonly phase: 'read' | 'pages' | 'assets' | 'outputs';
  readonly done: number;
  readonly total: number;
}

export interface BuildReport {
  /** Number of pages: those in the navigation, including generated pages, and those reachable only by URL. */
  readonly pages: number;
  /** Number of pages in the navigation, including generated pages and the pages that `missing` lists. */
  readonly expected: number;
  readonly missing: readonly MissingPage[];
  /**
   * Number of pages rendered to HTML, including those with a notice. Equals `pages` unless `paths` or a limit excluded
   * some.
   */
  readonly rendered: number;
  /** Number of a sealed site's pages that everyone may see. The other figures also count pages for some readers. */
  readonly publicPages?: number;
  readonly files: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
  /** Sorted by path, line, column and code. */
  readonly issues: readonly Issue[];
  /** Number of issues of each code, even if `issues` contains only a file's first issues. */
  readonly issueCounts: Readonly<Record<string, number>>;
}
