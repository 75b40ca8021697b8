import type { Bundle } from '@docwright/contract';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { checkBundleSize, requireWholeBundle, toBundleError, type StoredBundle } from './check-bundle.ts';
import { exportNotCompleted } from './errors.ts';
import type { ExportJobRow } from './store.ts';

export interface BundleLinkDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly linkSeconds: number;
}

/** @throws {ApiError} export_not_completed */
export function requireBundle(row: ExportJobRow): StoredBundle {
  const { blob_key: key, sha256, size_bytes: sizeBytes } = row;
  if (row.status !== 'completed' || key === null || sha256 === null || sizeBytes === null) {
    throw exportNotCompleted(row.id, row.status);
  }
  return { jobId: row.id, key, sha256, sizeBytes };
}

/**
 * Checks a bundle and signs a link to it. The bundle itself was created when the job completed.
 * @throws {ApiError} export_not_completed, bundle_missing, bundle_damaged
 */
export async function createBundleLink(deps: BundleLinkDeps, row: ExportJobRow): Promise<Bundle> {
  const bundle = requireBundle(row);
  await requireWholeBundle(deps.blobs, bundle);
  return signBundleLink(deps, row, bundle).catch((error: unknown) => {
    throw toBundleError(error, row.id) ?? error;
  });
}

export type FindBundleLink = (deps: BundleLinkDeps, row: ExportJobRow) => Promise<Bundle | undefined>;

/** A completed job's link for display, or `undefined` if its bundle is missing or damaged. */
export const findBundleLink: FindBundleLink = async (deps, row) => {
  // A store that doesn't respond says nothing about the bundle.
  const state = await checkBundleSize(deps.blobs, requireBundle(row)).catch(() => 'there');
  return state === 'there' ? findListedBundleLink(deps, row) : undefined;
};

/**
 * The link for each row of a list, without a request to the object store for each link. Only signing errors are
 * detected.
 */
export const findListedBundleLink: FindBundleLink = async (deps, row) =>
  signBundleLink(deps, row, requireBundle(row)).catch((error: unknown) => {
    if (toBundleError(error, row.id) === undefined) throw error;
    return undefined;
  });

async function signBundleLink(deps: BundleLinkDeps, row: ExportJobRow, bundle: StoredBundle): Promise<Bundle> {
  const { jobId, key, sha256, sizeBytes } = bundle;
  const expiresAt = new Date(deps.clock.now() + deps.linkSeconds * 1000);
  const bundleUrl = await deps.blobs.presign(key, { expiresAt, fileName: fileNameOf(row) });
  return { jobId, bundleUrl, sizeBytes, sha256, expiresAt: expiresAt.toISOString() };
}

/** Returns the name under which a browser saves the bundle: `docs.example.com-1a2b3c4d.tar.gz`. */
function fileNameOf(row: ExportJobRow): string {
  const version = row.requested_version ?? row.commit?.slice(0, 12) ?? row.id;
  return `${row.domain ?? row.project_id}-${version}.tar.gz`.replaceAll(/[^A-Za-z0-9._-]/g, '_');
}
