import type { BlobStore } from './blob-store.ts';

/** Removes all objects below a prefix. */
export async function deleteBlobs(blobs: BlobStore, prefix: string): Promise<void> {
  for await (const { key } of blobs.list(prefix)) await blobs.delete(key);
}
