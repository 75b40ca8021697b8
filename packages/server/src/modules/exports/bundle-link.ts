import type { Bundle } from '@docwright/contract';
import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { exportNotCompleted } from './errors.ts';
import type { ExportJobRow } from './store.ts';

export interface BundleLinkDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly linkSeconds: number;
}

/** Only signs: the bundle was made when the job completed. @throws ApiError `export_not_completed` */
export async function createBundleLink(deps: BundleLinkDeps, row: ExportJobRow): Promise<Bundle> {
  const { blob_key: key, sha256, size_bytes: sizeBytes } = row;
  if (row.status !== 'completed' || key === null || sha256 === null || sizeBytes === null) {
    throw exportNotCompleted(row.id, row.status);
  }
  const expiresAt = new Date(deps.clock.now() + deps.linkSeconds * 1000);
  const bundleUrl = await deps.blobs.presign(key, { expiresAt, fileName: fileNameOf(row) });
  return { jobId: row.id, bundleUrl, sizeBytes: Number(sizeBytes), sha256, expiresAt: expiresAt.toISOString() };
}

/** What a browser saves it under: `docs.example.com-1a2b3c4d.tar.gz`. */
function fileNameOf(row: ExportJobRow): string {
  const version = row.requested_version ?? row.commit?.slice(0, 12) ?? row.id;
  return `${row.domain ?? row.project_id}-${version}.tar.gz`.replaceAll(/[^A-Za-z0-9._-]/g, '_');
}
