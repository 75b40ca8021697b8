import { createRoutes, readRedirects, toBundleRedirects, type RouteTable } from '@docwright/bundle';
import {
  buildSite,
  BuildCache,
  SiteConfigMissing,
  type BuildReport,
  type BuildSettings,
  type Issue,
} from '@docwright/site-builder';
import type { PageThreads } from '@docwright/site-builder/page-threads';
import type { LiveFolder } from './live-folder.ts';

export interface LiveSiteRequest {
  readonly folder: LiveFolder;
  readonly settings: Partial<BuildSettings>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

export interface Rebuild {
  /** Paths whose bytes have changed, including deleted ones. */
  readonly changed: ReadonlySet<string>;
  readonly pages: number;
  readonly durationMs: number;
  readonly issues: readonly Issue[];
  /** The reason why the site wasn't updated. */
  readonly refused: Issue | undefined;
}

/** A site in memory that is rebuilt on demand. */
export interface LiveSite {
  find(path: string): Uint8Array | undefined;
  /** Returns the current addresses and redirects of the site. */
  routes(): RouteTable<{ readonly path: string }>;
  /** Returns the problem with the newest save. Until it is fixed, `find` returns files of the last good site. */
  fault(): Issue | undefined;
  /** Rebuilds the whole site, reusing unchanged parts of the previous build. `threads`: for the first build. */
  rebuild(threads?: PageThreads): Promise<Rebuild>;
  /**
   * Rebuilds only the pages of these files. Navigation and search on other pages are unchanged until the next
   * `rebuild`.
   */
  rebuildPages(saved: readonly string[]): Promise<Rebuild>;
}

export function createLiveSite(request: LiveSiteRequest): LiveSite {
  const cache = new BuildCache({ keeps: 'documents' });
  let files: ReadonlyMap<string, Uint8Array> = new Map();
  let routes: RouteTable<{ readonly path: string }> | undefined;
  let fault: Issue | undefined;

  async function buildOrKeep(saved?: readonly string[], threads?: PageThreads): Promise<Rebuild> {
    try {
      return await build(saved, threads);
    } catch (error) {
      if (!(error instanceof SiteConfigMissing) || files.size === 0) throw error;
      fault = { path: 'docs.json', severity: 'error', code: 'config-missing', message: error.message };
      return { changed: new Set(), pages: 0, durationMs: 0, issues: [fault], refused: fault };
    }
  }

  async function build(saved?: readonly string[], threads?: PageThreads): Promise<Rebuild> {
    const made = new Map<string, Uint8Array>();
    const changed = new Set<string>();
    const paths = saved?.map((path) => path.replace(/\.mdx?$/i, '')) ?? [];
    const report: BuildReport = await buildSite({
      source: request.folder.open(saved),
      settings: { ...request.settings, paths },
      cache,
      threads,
      signal: request.signal,
      clock: request.clock,
      emit: ({ path, bytes }) => {
        const next = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
        const before = files.get(path);
        const isSame = before !== undefined && (before === next || Buffer.compare(before, next) === 0);
        made.set(path, isSame ? before : next);
        if (!isSame) changed.add(path);
      },
    });
    const { pages, durationMs, issues } = report;
    fault = issues.find(({ code, severity }) => code === 'config-syntax' && severity === 'error');
    // Without its configuration, a site is only a list of pages. The previous site is more useful to its author.
    if (fault !== undefined && files.size > 0) return { changed: new Set(), pages, durationMs, issues, refused: fault };
    const next = saved === undefined ? made : new Map([...files, ...made]);
    for (const path of files.keys()) if (!next.has(path)) changed.add(path);
    // Readers see either the old site or the new site, never a mix.
    files = next;
    routes = undefined;
    return { changed, pages, durationMs, issues, refused: undefined };
  }

  return {
    find: (path) => files.get(path),
    routes: () => (routes ??= openRoutes(files, request.settings.basePath ?? '')),
    fault: () => fault,
    rebuild: (threads) => buildOrKeep(undefined, threads),
    rebuildPages: (saved) => buildOrKeep(saved),
  };
}

function openRoutes(files: ReadonlyMap<string, Uint8Array>, basePath: string): RouteTable<{ readonly path: string }> {
  const list = files.get('redirects.json');
  const { redirects } = toBundleRedirects(list === undefined ? [] : readRedirects(list));
  return createRoutes({ basePath, redirects, look: (path) => (files.has(path) ? { path } : undefined) });
}
