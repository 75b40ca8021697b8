import { unpackBundle, verifyBundle, type Manifest } from '@docwright/bundle';
import type { BlobStore } from '../../platform/blob-store/index.ts';
import { exportNotCompleted, type ExportJobRow } from '../exports/index.ts';
import type { PreviewCache, PreviewSite } from './preview-cache.ts';

/** The site of a completed export, out of its bundle. @throws ApiError `export_not_completed` */
export async function openExportPreview(
  deps: { readonly blobs: BlobStore; readonly cache: PreviewCache },
  job: ExportJobRow,
): Promise<PreviewSite> {
  const { blob_key: key, sha256 } = requireBundle(job);
  return deps.cache.open(job.id, async (directory) => {
    const { body } = await deps.blobs.open(key);
    await unpackBundle({ stream: body, directory, sha256 });
  });
}

/** @throws ApiError `export_not_completed` */
export async function readManifest(blobs: BlobStore, job: ExportJobRow): Promise<Manifest> {
  const { blob_key: key, sha256 } = requireBundle(job);
  const { body } = await blobs.open(key);
  const verdict = await verifyBundle({ stream: body, sha256 });
  if (verdict.ok) return verdict.bundle.manifest;
  throw new Error(`the bundle of ${job.id} is damaged: ${verdict.message}`);
}

function requireBundle(job: ExportJobRow): { readonly blob_key: string; readonly sha256: string } {
  const { blob_key, sha256 } = job;
  if (job.status !== 'completed' || blob_key === null || sha256 === null) throw exportNotCompleted(job.id, job.status);
  return { blob_key, sha256 };
}
