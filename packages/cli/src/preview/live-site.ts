import { buildSite, BuildCache, type BuildReport, type BuildSettings, type Issue } from '@docwright/site-builder';
import type { PageThreads } from '@docwright/site-builder/page-threads';
import type { LiveFolder } from './live-folder.ts';

export interface LiveSiteRequest {
  readonly folder: LiveFolder;
  readonly settings: Partial<BuildSettings>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

export interface Rebuild {
  /** Paths whose bytes are not what they were, gone ones too. */
  readonly changed: ReadonlySet<string>;
  readonly pages: number;
  readonly durationMs: number;
  readonly issues: readonly Issue[];
}

/** A site in memory, built again on demand. */
export interface LiveSite {
  find(path: string): Uint8Array | undefined;
  /** The whole site; what did not change comes from the build before. `threads`: for the first build. */
  rebuild(threads?: PageThreads): Promise<Rebuild>;
  /** The pages of these files alone, over what is there: navigation and search elsewhere are as they were until the next `rebuild`. */
  rebuildPages(saved: readonly string[]): Promise<Rebuild>;
}

export function createLiveSite(request: LiveSiteRequest): LiveSite {
  const cache = new BuildCache({ keeps: 'documents' });
  let files: ReadonlyMap<string, Uint8Array> = new Map();

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
    const next = saved === undefined ? made : new Map([...files, ...made]);
    for (const path of files.keys()) if (!next.has(path)) changed.add(path);
    // Readers see the old site whole, or the new one.
    files = next;
    return { changed, pages: report.pages, durationMs: report.durationMs, issues: report.issues };
  }

  return {
    find: (path) => files.get(path),
    rebuild: (threads) => build(undefined, threads),
    rebuildPages: (saved) => build(saved),
  };
}
