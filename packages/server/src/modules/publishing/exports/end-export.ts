import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import {
  completeExportJob,
  failExportJob,
  type ExportJobRow,
  type ExportLease,
  type ExportOutcome,
  type ExportTables,
} from './store.ts';

export interface EndExportDeps {
  readonly database: Database<ExportTables>;
  readonly publishEvent: PublishEvent;
}

/** Records that the bundle is complete. Returns `undefined` if the job no longer belongs to this worker. */
export async function completeExport(
  deps: EndExportDeps,
  lease: ExportLease,
  outcome: ExportOutcome,
): Promise<ExportJobRow | undefined> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await completeExportJob(tx, lease, outcome);
    if (row !== undefined) await deps.publishEvent(tx, toEvent(row, 'static-export.job.completed'));
    return row;
  });
}

/** A cancellation by a caller. */
export interface ExportCancel {
  readonly author: Author;
  /** Stops the worker that has the job, in the same transaction. */
  readonly stopWork: (transaction: Transaction<ExportTables>) => Promise<void>;
}

/** Fails or cancels a job. Returns `undefined` if it has already ended. */
export async function failExport(
  deps: EndExportDeps,
  failure: Parameters<typeof failExportJob>[1],
  cancel?: ExportCancel,
): Promise<ExportJobRow | undefined> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await failExportJob(tx, failure);
    if (row !== undefined) await deps.publishEvent(tx, toEvent(row, 'static-export.job.failed'));
    if (row !== undefined && cancel !== undefined) {
      const target = { kind: 'static_export', id: row.id, name: row.domain };
      await recordAuditEvent(tx, cancel.author, { action: 'static_export.cancelled', target });
      await cancel.stopWork(tx);
    }
    return row;
  });
}

/** Omits the link, which could expire before a later attempt, and the issues, because there can be a thousand. */
const toEvent = (row: ExportJobRow, type: 'static-export.job.completed' | 'static-export.job.failed') => ({
  type,
  organizationId: row.organization_id,
  projectId: row.project_id,
  at: row.updated_at,
  data: {
    jobId: row.id,
    projectId: row.project_id,
    domain: row.domain,
    status: row.status,
    pageCount: row.page_count,
    totalPages: row.total_pages,
    version: row.requested_version ?? row.commit,
    commit: row.commit,
    basePath: row.base_path,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    error: row.error,
    errorCode: row.error_code,
    issueCount: row.issue_count,
    durationMs: row.duration_ms,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
  },
});
