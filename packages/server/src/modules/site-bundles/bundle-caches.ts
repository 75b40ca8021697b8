import { BundleCache } from '@docwright/bundle';

/** What projects' last bundles leave for their next ones: compressed files, or where they lie. Kept in the worker, and never given to another project. */
export interface BundleCaches {
  /** For one export. */
  take(projectId: string): BundleCache;
  /** After an export that could not go on from it. */
  forget(projectId: string): void;
  /** After an export that finished; the projects that were exported last stay. */
  keep(projectId: string, cache: BundleCache): void;
}

/** Some 12 KB a page, and 42 KB with preview images. */
const defaultMaxBytes = 128 * 1024 * 1024;
/** For one project. What a larger bundle has behind it is read from the blob store, so that no size of a site is too much. */
const defaultHeldBytes = 24 * 1024 * 1024;

export function createBundleCaches({
  maxBytes = defaultMaxBytes,
  heldBytes = defaultHeldBytes,
  onKept,
}: {
  readonly maxBytes?: number;
  readonly heldBytes?: number;
  /** A project's next build is faster here from now on. */
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
