import { buffer } from 'node:stream/consumers';
import { BlobStoreError, type BlobStore } from '../../../platform/blob-store/index.ts';
import { vectorsKeyOf } from './index-key.ts';

/** Maximum size of the file, which is more than is ever written. */
const maxBytes = 64 * 1024 * 1024;

/** Returns `undefined` if a bundle has no vectors. @throws BlobStoreError */
export async function readBundleVectors(blobs: BlobStore, blobKey: string): Promise<Buffer | undefined> {
  const key = vectorsKeyOf(blobKey);
  const found = await blobs.open(key).catch((error: unknown) => {
    if (error instanceof BlobStoreError && error.code === 'blob-not-found') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (found.sizeBytes > maxBytes) {
    found.body.destroy();
    throw new BlobStoreError('blob-damaged', `${key} has ${found.sizeBytes} bytes`);
  }
  return buffer(found.body);
}
