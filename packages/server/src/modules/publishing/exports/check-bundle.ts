import { BlobStoreError, hashSource, type BlobStore } from '../../../platform/blob-store/index.ts';
import { bundleDamaged, bundleMissing } from './errors.ts';

/** A larger bundle isn't read before a link to it is created; `docwright audit` and the recipient verify it instead. */
const maxBytesRead = 16 * 1024 * 1024;

export interface StoredBundle {
  readonly jobId: string;
  readonly key: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export type BundleState = 'there' | 'missing' | 'damaged';

/** Checks only the size, which is cheap enough for every row of a list. */
export async function checkBundleSize(blobs: BlobStore, bundle: StoredBundle): Promise<BundleState> {
  const info = await blobs.head(bundle.key);
  if (info === undefined) return 'missing';
  return info.sizeBytes === bundle.sizeBytes ? 'there' : 'damaged';
}

/**
 * Checks a bundle before it is used. It must exist, have the recorded size and, if it is small, contain the recorded
 * bytes.
 * @throws {ApiError} bundle_missing, bundle_damaged
 */
export async function requireWholeBundle(blobs: BlobStore, bundle: StoredBundle): Promise<void> {
  const state = await checkBundleSize(blobs, bundle);
  if (state === 'missing') throw bundleMissing(bundle.jobId);
  if (state === 'damaged') throw bundleDamaged(bundle.jobId);
  if (bundle.sizeBytes > maxBytesRead) return;
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

/**
 * Returns the error for a failed check against the blob's own record; `undefined` if the store failed, not the bundle.
 */
export function toBundleError(error: unknown, jobId: string) {
  if (!(error instanceof BlobStoreError)) return undefined;
  if (error.code === 'blob-not-found') return bundleMissing(jobId);
  return error.code === 'blob-damaged' ? bundleDamaged(jobId) : undefined;
}
