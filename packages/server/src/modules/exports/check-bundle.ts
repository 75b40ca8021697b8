import { BlobStoreError, hashSource, type BlobStore } from '../../platform/blob-store/index.ts';
import { bundleDamaged, bundleMissing } from './errors.ts';

/** A larger bundle is not read for a link: `docwright audit` reads all of them, and so does whoever serves one. */
const mostBytesRead = 16 * 1024 * 1024;

export interface StoredBundle {
  readonly jobId: string;
  readonly key: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export type BundleState = 'there' | 'missing' | 'damaged';

/** By its size alone: what a list can afford for each of its rows. */
export async function lookAtBundle(blobs: BlobStore, bundle: StoredBundle): Promise<BundleState> {
  const info = await blobs.head(bundle.key);
  if (info === undefined) return 'missing';
  return info.sizeBytes === bundle.sizeBytes ? 'there' : 'damaged';
}

/**
 * Before anything is made of a bundle: it is there, has its size and, where it is small, its bytes.
 * @throws ApiError `bundle_missing`, `bundle_damaged`
 */
export async function requireWholeBundle(blobs: BlobStore, bundle: StoredBundle): Promise<void> {
  const state = await lookAtBundle(blobs, bundle);
  if (state === 'missing') throw bundleMissing(bundle.jobId);
  if (state === 'damaged') throw bundleDamaged(bundle.jobId);
  if (bundle.sizeBytes > mostBytesRead) return;
  if ((await hashOf(blobs, bundle)) !== bundle.sha256) throw bundleDamaged(bundle.jobId);
}

async function hashOf(blobs: BlobStore, { key, jobId }: StoredBundle): Promise<string> {
  try {
    const { chunks, result } = hashSource((await blobs.open(key)).body, undefined);
    for await (const _chunk of chunks);
    return result().sha256;
  } catch (error) {
    throw toBundleError(error, jobId) ?? error;
  }
}

/** What a look at the blob's own record of itself may find. Undefined: the store is at fault, not the bundle. */
export function toBundleError(error: unknown, jobId: string) {
  if (!(error instanceof BlobStoreError)) return undefined;
  if (error.code === 'blob-not-found') return bundleMissing(jobId);
  return error.code === 'blob-damaged' ? bundleDamaged(jobId) : undefined;
}
