import type { BlobInfo, BlobStore } from '../../../platform/blob-store/index.ts';

export interface PretendedBlobs {
  readonly blobs: BlobStore;
  /** The objects that would be deleted. */
  readonly deleted: readonly BlobInfo[];
}

/** Returns a view of a store that deletes and writes nothing, but in which deleted blobs appear to be missing. */
export function pretendBlobs(blobs: BlobStore): PretendedBlobs {
  const deleted = new Map<string, BlobInfo>();
  const list = async function* (prefix: string): AsyncIterable<BlobInfo> {
    for await (const info of blobs.list(prefix)) if (!deleted.has(info.key)) yield info;
  };
  return {
    get deleted() {
      return [...deleted.values()];
    },
    blobs: {
      put: () => Promise.resolve({ sizeBytes: 0, sha256: '' }),
      open: (key, range, signal) => blobs.open(key, range, signal),
      head: async (key) => (deleted.has(key) ? undefined : blobs.head(key)),
      delete: async (key) => {
        const info = await blobs.head(key);
        if (info !== undefined) deleted.set(key, info);
      },
      list,
      presign: (key, options) => blobs.presign(key, options),
      close: () => Promise.resolve(),
    },
  };
}
