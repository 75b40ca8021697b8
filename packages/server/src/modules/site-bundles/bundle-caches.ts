import { BundleCache } from '@docwright/bundle';

/** What projects' last bundles leave for their next ones: compressed files. Kept in the worker, and never given to another project. */
export interface BundleCaches {
  /** For one export. */
  take(projectId: string): BundleCache;
  /** After an export that finished; the projects that were exported last stay. */
  keep(projectId: string, cache: BundleCache): void;
}

/** Some 12 KB a page. */
const defaultMaxBytes = 128 * 1024 * 1024;

export function createBundleCaches(maxBytes = defaultMaxBytes): BundleCaches {
  const kept = new Map<string, BundleCache>();
  return {
    take: (projectId) => kept.get(projectId) ?? new BundleCache(),
    keep: (projectId, cache) => {
      kept.delete(projectId);
      kept.set(projectId, cache);
      let sizeBytes = [...kept.values()].reduce((sum, one) => sum + one.sizeBytes, 0);
      for (const [oldest, one] of kept) {
        if (sizeBytes <= maxBytes) break;
        kept.delete(oldest);
        sizeBytes -= one.sizeBytes;
      }
    },
  };
}
