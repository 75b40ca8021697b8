/**
 * The saved build cache of a site's last process, for the site's next process with the same task: checking or
 * rendering.
 *
 * M1  The bytes were written by a process that read a tenant's text. They are passed only to that site's next process,
 *     in the same sandbox, and nothing outside the sandbox reads them.
 * M2  The caches of the most recently used sites are kept. Dropping the others only costs time.
 */
export interface SiteCaches {
  /** Maximum size of one site's cache. Larger caches aren't kept, because one site must not evict all others. */
  readonly maxBytesOfSite: number;
  find(siteId: string): Uint8Array | undefined;
  keep(siteId: string, saved: Uint8Array): void;
  forget(siteId: string): void;
}

/** Maximum size of all caches: about 0.5 KB per page for checks, and 2 to 5 KB for renders. */
const defaultMaxBytes = 128 * 1024 * 1024;

export function createSiteCaches(maxBytes = defaultMaxBytes): SiteCaches {
  const kept = new Map<string, Uint8Array>();
  const maxBytesOfSite = Math.floor(maxBytes / 2);
  let total = 0;
  const forget = (siteId: string): void => {
    total -= kept.get(siteId)?.byteLength ?? 0;
    kept.delete(siteId);
  };
  return {
    maxBytesOfSite,
    find(siteId) {
      const saved = kept.get(siteId);
      if (saved === undefined) return undefined;
      kept.delete(siteId);
      kept.set(siteId, saved);
      return saved;
    },
    forget,
    keep(siteId, saved) {
      forget(siteId);
      if (saved.byteLength > maxBytesOfSite) return;
      // A copy, because a message's body is part of the pipe's buffer.
      kept.set(siteId, Uint8Array.from(saved));
      total += saved.byteLength;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
