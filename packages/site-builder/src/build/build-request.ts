import type { Issue } from '../issues/issue.ts';
import type { BuildCache } from './cache/index.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { SiteSource } from '../source/site-source.ts';
import type { MissingPage } from '../site/index.ts';
import type { PageThreads } from './threads/page-threads.ts';

/** What to build. Nothing in it reads the environment, the network or a file outside of `source`. */
export interface BuildRequest {
  readonly source: SiteSource;
  /**
   * Takes each finished file, in a fixed order. The build waits for a returned promise, so a slow receiver slows the build
   * down instead of filling the memory. What it throws ends the build. Without it nothing is made but the report.
   */
  readonly emit?: ((file: OutputFile) => void | Promise<void>) | undefined;
  /** Needs a cache that keeps digests: a page's file that the receiver of `emit` has is told by its digest, and not made again. */
  readonly existing?: ExistingFiles | undefined;
  readonly settings?: Partial<BuildSettings>;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
  /** What builds of this site before left, and what this one leaves for the next. Changes the time and nothing else. */
  readonly cache?: BuildCache;
  /** Makes pages too, started on the same source with the same settings; the build's alone. Changes the time and nothing else. */
  readonly threads?: PageThreads | undefined;
  /** Milliseconds, monotonic; for `durationMs` and for yielding to other work. Never in an output. */
  readonly clock: () => number;
}

/** What the receiver of a build's files has from a build before. */
export interface ExistingFiles {
  /** SHA-256 in hex of what it has under this path. */
  digestOf(path: string): string | undefined;
  /** Stands in the place of `emit` for a file that is the same. */
  reused(file: { readonly path: string; readonly sha256: string }): void | Promise<void>;
}

/** `done` and `total` never go back within a phase; phases come in this order. */
export interface BuildProgress {
  readonly phase: 'read' | 'pages' | 'assets' | 'outputs';
  readonly done: number;
  readonly total: number;
}

export interface BuildReport {
  /** Pages of the site: those in the navigation, generated ones included, and those reachable by URL alone. */
  readonly pages: number;
  /** Pages that the navigation asks for, generated and missing ones included: `missing` says which of them are not there. */
  readonly expected: number;
  readonly missing: readonly MissingPage[];
  /** Pages that gave HTML, also with a notice in it. Equals `pages` unless `paths` or a limit left some out. */
  readonly rendered: number;
  readonly files: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
  /** Sorted by path, line, column and code. */
  readonly issues: readonly Issue[];
  /** How many issues of each code there are, also where `issues` only tells the first ones of a file. */
  readonly issueCounts: Readonly<Record<string, number>>;
}
