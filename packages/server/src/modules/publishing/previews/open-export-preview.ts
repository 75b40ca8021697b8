import { unpackBundle, verifyBundle, type Manifest } from '@docwright/bundle';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import { bundleDamaged, requireBundle, requireWholeBundle, type ExportJobRow } from '../exports/index.ts';
import type { PreviewCache, PreviewSite } from './preview-cache.ts';

/**
 * Opens a completed export's site, from its bundle.
 * @throws ApiError `export_not_completed`, `bundle_missing`, `bundle_damaged`
 */
export async function openExportPreview(
  deps: { readonly blobs: BlobStore; readonly cache: PreviewCache },
  job: ExportJobRow,
): Promise<PreviewSite> {
  const bundle = requireBundle(job);
  return deps.cache.open(job.id, async (directory) => {
    const { key, sha256 } = bundle;
    await requireWholeBundle(deps.blobs, bundle);
    const { body } = await deps.blobs.open(key);
    await unpackBundle({ stream: body, directory, sha256 });
  });
}

/** @throws ApiError `export_not_completed`, `bundle_missing`, `bundle_damaged` */
export async function readManifest(blobs: BlobStore, job: ExportJobRow): Promise<Manifest> {
  const bundle = requireBundle(job);
  const { key, sha256 } = bundle;
  await requireWholeBundle(blobs, bundle);
  const { body } = await blobs.open(key);
  const verdict = await verifyBundle({ stream: body, sha256 });
  if (verdict.ok) return verdict.bundle.manifest;
  throw bundleDamaged(job.id);
}
