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
  /** Why the site stayed as it was. */
  readonly refused: Issue | undefined;
}

/** A site in memory, built again on demand. */
export interface LiveSite {
  find(path: string): Uint8Array | undefined;
  /** The addresses and redirects of the site as it is now. */
  routes(): RouteTable<{ readonly path: string }>;
  /** Why the newest save isn't shown: until it is fixed, `find` returns the last good site. */
  fault(): Issue | undefined;
  /** Rebuilds the whole site, reusing unchanged parts of the previous build. `threads`: for the first build. */
  rebuild(threads?: PageThreads): Promise<Rebuild>;
  /** The pages of these files alone, over what is there: navigation and search elsewhere are as they were until the next `rebuild`. */
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
    // Without its configuration a site is a heap of pages: what its author saw before is of more use.
    if (fault !== undefined && files.size > 0) return { changed: new Set(), pages, durationMs, issues, refused: fault };
    const next = saved === undefined ? made : new Map([...files, ...made]);
    for (const path of files.keys()) if (!next.has(path)) changed.add(path);
    // Readers see the old site whole, or the new one.
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
