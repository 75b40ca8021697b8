import { BundleCache } from '@docwright/bundle';

/**
 * Data from a project's last bundle for its next one: compressed files, or their locations. Kept in the worker, and
 * never used for another project.
 */
export interface BundleCaches {
  /** Returns the cache for one export. */
  take(projectId: string): BundleCache;
  /** Drops the cache after an export that could not continue from it. */
  forget(projectId: string): void;
  /** Keeps the cache after a completed export. Only the most recently exported projects' caches are kept. */
  keep(projectId: string, cache: BundleCache): void;
}

/** Limit for all projects together: about 12 KB per page, or 42 KB with preview images. */
const defaultMaxBytes = 128 * 1024 * 1024;
/**
 * Limit per project. The remaining parts of a larger bundle are read from the blob store, so a site of any size can be
 * exported.
 */
const defaultHeldBytes = 24 * 1024 * 1024;

export function createBundleCaches({
  maxBytes = defaultMaxBytes,
  heldBytes = defaultHeldBytes,
  onKept,
}: {
  readonly maxBytes?: number;
  readonly heldBytes?: number;
  /** Called when this process can build a project faster than others can. */
  readonly onKept?: (projectId: string) => void;
} = {}): BundleCaches {
  const kept = new Map<string, BundleCache>();
  return {
    take: (projectId) => kept.get(projectId) ?? new BundleCache({ heldBytes }),
    forget: (projectId) => void kept.delete(projectId),
    keep: (projectId, cache) => {
      kept.delete(projectId);
      kept.set(projectId, cache);
      let sizeBytes = [...kept.values()].reduce((sum, one) => sum + one.sizeBytes, 0);
      for (const [oldest, one] of kept) {
        if (sizeBytes <= maxBytes) break;
        kept.delete(oldest);
        sizeBytes -= one.sizeBytes;
      }
      if (kept.has(projectId)) onKept?.(projectId);
    },
  };
}
