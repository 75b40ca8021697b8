import type { ExportJob } from '@docwright/contract';
import { findBundleLink, type BundleLinkDeps, type FindBundleLink } from './bundle-link.ts';
import type { ExportJobRow } from './store.ts';

/** Converts a row to the format that clients receive, with a new link to its bundle, if it has one. */
export async function toExportJob(
  deps: BundleLinkDeps,
  row: ExportJobRow,
  findLink: FindBundleLink = findBundleLink,
): Promise<ExportJob> {
  const job: ExportJob = {
    jobId: row.id,
    projectId: row.project_id,
    domain: row.domain,
    status: row.status,
    // Stored as a 4-byte float, which is precise to two decimal places.
    progress: Math.round(row.progress * 100) / 100,
    pageCount: row.page_count,
    totalPages: row.total_pages,
    version: row.requested_version ?? row.commit,
    commit: row.commit,
    basePath: row.base_path,
    excludeRestricted: row.exclude_restricted,
    access: row.includes_restricted ? 'included' : row.exclude_restricted ? 'excluded' : null,
    signIn: row.includes_restricted ? (row.sign_in_optional ? 'optional' : 'required') : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    error: row.error,
    errorCode: row.error_code,
    issues: row.issues,
    issueCount: row.issue_count,
    issueCounts: row.issue_counts,
    expected: row.expected_pages,
    missing: row.missing,
    missingCount: row.missing_count,
    durationMs: row.duration_ms,
    sha256: row.sha256,
  };
  if (row.status !== 'completed') return job;
  const link = await findLink(deps, row);
  const whole = { ...job, sizeBytes: Number(row.size_bytes) };
  return link === undefined ? whole : { ...whole, bundleUrl: link.bundleUrl, expiresAt: link.expiresAt };
}
