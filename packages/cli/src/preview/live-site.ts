import { createHash } from 'node:crypto';
import { buildSite, type BuildReport, type BuildSettings, type Issue, type SiteSource } from '@docwright/site-builder';

export interface LiveSiteRequest {
  /** Reads the site anew: a source is immutable for one build. */
  readonly openSource: () => SiteSource;
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
  /** The whole site. */
  rebuild(): Promise<Rebuild>;
  /** These pages alone, over what is there: navigation and search elsewhere are as they were until the next `rebuild`. */
  rebuildPages(pages: readonly string[]): Promise<Rebuild>;
}

interface Held {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export function createLiveSite(request: LiveSiteRequest): LiveSite {
  let files: ReadonlyMap<string, Held> = new Map();

  async function build(paths: readonly string[]): Promise<Rebuild> {
    const made = new Map<string, Held>();
    const report: BuildReport = await buildSite({
      source: request.openSource(),
      settings: { ...request.settings, paths },
      signal: request.signal,
      clock: request.clock,
      emit: ({ path, bytes }) => {
        const held = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
        made.set(path, { bytes: held, digest: createHash('sha1').update(held).digest('base64') });
      },
    });
    const next = paths.length === 0 ? made : new Map([...files, ...made]);
    const changed = new Set<string>();
    for (const [path, { digest }] of made) if (files.get(path)?.digest !== digest) changed.add(path);
    for (const path of files.keys()) if (!next.has(path)) changed.add(path);
    // Readers see the old site whole, or the new one.
    files = next;
    return { changed, pages: report.pages, durationMs: report.durationMs, issues: report.issues };
  }

  return { find: (path) => files.get(path)?.bytes, rebuild: () => build([]), rebuildPages: build };
}
