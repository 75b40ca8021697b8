import type { ExportIssue, ExportJobStatus, MissingExportPage } from '@docwright/contract';
import {
  sql,
  type ColumnType,
  type Insertable,
  type QueryExecutorProvider,
  type Selectable,
  type Transaction,
} from 'kysely';
import {
  daysAgo,
  ownedRows,
  type Queryable,
  type TableOf,
  toStorableJson,
  toStorableText,
} from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { ofLivingProject } from '../../project-config/projects/index.ts';

export interface ExportTables extends AuditLogTables {
  export_jobs: ExportJobsTable;
}
type ExportJobsTable = TableOf<
  'export_jobs',
  {
    issues: ColumnType<ExportIssue[], never, string>;
    issue_counts: ColumnType<Record<string, number>, never, string>;
    missing: ColumnType<MissingExportPage[], never, string>;
  }
>;
export type ExportJobRow = Selectable<ExportJobsTable>;

const touched = { updated_at: sql<Date>`clock_timestamp()` };

export async function insertExportJob(
  tx: Transaction<ExportTables>,
  row: Insertable<ExportJobsTable>,
): Promise<ExportJobRow> {
  return tx.insertInto('export_jobs').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Whether the project has an export that has not ended. */
export async function hasUnfinishedExport(db: QueryExecutorProvider, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from export_jobs where project_id = ${projectId} and status in ('queued', 'running') limit 1`.execute(db);
  return rows.length > 0;
}

export async function findExport(
  db: Queryable<ExportTables>,
  organizationId: string,
  id: string,
): Promise<ExportJobRow | undefined> {
  return db
    .selectFrom('export_jobs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(ofLivingProject)
    .executeTakeFirst();
}

export async function selectUnendedExport(
  tx: Transaction<ExportTables>,
  projectId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('export_jobs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Selects the reason why the project's previous export failed; null if it didn't fail or this is the first export. */
export async function selectLastErrorCode(db: Queryable<ExportTables>, projectId: string): Promise<string | null> {
  const row = await db
    .selectFrom('export_jobs')
    .select('error_code')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['completed', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.error_code ?? null;
}

export interface ExportFilter {
  readonly organizationId: string;
  readonly domain: string | undefined;
  readonly project: string | undefined;
  readonly status: ExportJobStatus | undefined;
  /** Null for all projects. */
  readonly projectIds: readonly string[] | null;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Selects export jobs, newest first. */
export async function selectExportJobs(db: Queryable<ExportTables>, filter: ExportFilter): Promise<ExportJobRow[]> {
  return db
    .selectFrom('export_jobs')
    .selectAll()
    .where('organization_id', '=', filter.organizationId)
    .where(ofLivingProject)
    .$if(filter.project !== undefined, (query) => query.where('project_id', '=', filter.project ?? ''))
    .$if(filter.domain !== undefined, (query) => query.where('domain', '=', filter.domain ?? null))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'queued'))
    .$if(filter.projectIds !== null, (query) => query.where('project_id', 'in', filter.projectIds ?? []))
    .$if(filter.after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (select created_at, id from export_jobs where id = ${filter.after})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

/**
 * Claims a job for one worker. The returned `attempt` is its fencing token. Returns `undefined` if the job has ended.
 */
export async function claimExportJob(db: Queryable<ExportTables>, id: string): Promise<ExportJobRow | undefined> {
  return db
    .updateTable('export_jobs')
    .set({ status: 'running', attempt: sql`attempt + 1`, ...touched })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
}

/** A worker's lease on a job. The worker's writes succeed only while the lease is valid. */
export interface ExportLease {
  readonly id: string;
  readonly attempt: number;
}

export interface ExportChange {
  readonly commit?: string;
  readonly progress?: number;
  readonly pageCount?: number;
  readonly totalPages?: number;
}

/** Updates a running job. Returns false if it was canceled or taken over by another worker. */
export async function updateRunningExport(
  db: Queryable<ExportTables>,
  lease: ExportLease,
  change: ExportChange,
): Promise<boolean> {
  const updated = await db
    .updateTable('export_jobs')
    .set({
      ...(change.commit !== undefined && { commit: change.commit }),
      ...(change.progress !== undefined && { progress: change.progress }),
      ...(change.pageCount !== undefined && { page_count: change.pageCount }),
      ...(change.totalPages !== undefined && { total_pages: change.totalPages }),
      ...touched,
    })
    .where('id', '=', lease.id)
    .where('attempt', '=', lease.attempt)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export interface ExportFindings {
  readonly issues: readonly ExportIssue[];
  readonly issueCount: number;
  readonly issueCounts: Readonly<Record<string, number>>;
  readonly expected: number;
  readonly missing: readonly MissingExportPage[];
  readonly missingCount: number;
  readonly durationMs: number;
}

export interface ExportOutcome extends ExportFindings {
  readonly pageCount: number;
  readonly totalPages: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
}

/** Completes a job. Returns `undefined` if it was canceled or taken over by another worker. */
export async function completeExportJob(
  db: Queryable<ExportTables>,
  lease: ExportLease,
  outcome: ExportOutcome,
): Promise<ExportJobRow | undefined> {
  return db
    .updateTable('export_jobs')
    .set({
      status: 'completed',
      progress: 100,
      page_count: outcome.pageCount,
      total_pages: outcome.totalPages,
      sha256: outcome.sha256,
      size_bytes: outcome.sizeBytes,
      blob_key: outcome.blobKey,
      ...toFindingColumns(outcome),
      ...touched,
    })
    .where('id', '=', lease.id)
    .where('attempt', '=', lease.attempt)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Ends a job as failed, no matter which worker has it. Returns `undefined` if the job has already ended. */
export async function failExportJob(
  db: Queryable<ExportTables>,
  failure: {
    readonly id: string;
    readonly attempt?: number;
    readonly code: string;
    readonly message: string;
    readonly findings?: ExportFindings;
  },
): Promise<ExportJobRow | undefined> {
  return db
    .updateTable('export_jobs')
    .set({
      status: 'failed',
      error: toStorableText(failure.message),
      error_code: failure.code,
      ...(failure.findings !== undefined && toFindingColumns(failure.findings)),
      ...touched,
    })
    .where('id', '=', failure.id)
    .$if(failure.attempt !== undefined, (query) => query.where('attempt', '=', failure.attempt ?? 0))
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
}

const toFindingColumns = (findings: ExportFindings) => ({
  issues: toStorableJson(findings.issues),
  issue_count: findings.issueCount,
  issue_counts: toStorableJson(findings.issueCounts),
  expected_pages: findings.expected,
  missing: toStorableJson(findings.missing),
  missing_count: findings.missingCount,
  duration_ms: findings.durationMs,
});

/**
 * Deletes old exports, but keeps each project's newest completed exports and all exports of the last `keep.days` days.
 * A bundle is deleted with the last export that uses it.
 */
export async function deleteOldExports(
  db: Queryable<ExportTables>,
  keep: { readonly count: number; readonly days: number; readonly limit: number },
): Promise<number> {
  const deleted = await sql`
    delete from export_jobs where id = any(array(
      select x.id from export_jobs as x
      where x.status in ('completed', 'failed') and x.created_at < ${daysAgo(keep.days)} and not exists (
        select from (
          select id from export_jobs as n where n.project_id = x.project_id and n.status = 'completed'
          order by n.created_at desc, n.id desc limit ${keep.count}
        ) as newest where newest.id = x.id
      )
      order by x.created_at limit ${keep.limit} for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** Files of the project's newest completed exports, which the owner's hosts probably serve. */
export async function selectExportedFiles(
  db: Queryable<ExportTables>,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from export_jobs where project_id = ${projectId} and status = 'completed' and blob_key is not null
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export const exportJobRows = ownedRows({
  table: 'export_jobs',
  column: 'project_id',
  key: 'id',
  newest: 'created_at desc, id desc',
});
