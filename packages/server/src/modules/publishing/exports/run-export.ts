import { join } from 'node:path/posix';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isDiskFull } from '../../../platform/disk/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import { LeaseLost, type OutsideSlot } from '../../../platform/job-engine/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { toJobFailure, type ConnectRepository } from '../../sources/repositories/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../../project-config/projects/index.ts';
import {
  findOrBuildBundle,
  type SiteBundleRequest,
  type SiteBundleDeps,
  type SiteBundleRow,
  type SiteBundleTables,
} from '../../building/site-bundles/index.ts';
import { RenderFailure } from '../../building/site-rendering/index.ts';
import { completeExport, failExport, type EndExportDeps } from './end-export.ts';
import { ExportFailure } from './errors.ts';
import { toPagePolicy } from './page-policy.ts';
import {
  claimExportJob,
  updateRunningExport,
  type ExportChange,
  type ExportFindings,
  type ExportJobRow,
  type ExportLease,
  type ExportTables,
} from './store.ts';

export interface RunExportDeps extends SiteBundleDeps, EndExportDeps {
  readonly database: Database<ExportTables & ProjectTables & SiteBundleTables>;
  readonly connectRepository: ConnectRepository;
  readonly repositoryUrl: (stored: string) => string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly faultPoint: FaultPoint;
}

/** The job's row is written at most this often while pages arrive. */
const progressEveryMs = 250;
/** Percentages of `progress`: reading the repository, then pages. The remainder is for finishing the archive. */
const readShare = 5;
const pagesShare = 90;

export interface ExportAttempt {
  readonly exportJobId: string;
  readonly signal: AbortSignal;
  readonly outsideSlot: OutsideSlot;
}

/**
 * Runs one export to its end. It can run twice: the first attempt fixes the commit, the bytes depend on nothing else,
 * and every write uses the fencing token.
 */
export async function runExport(deps: RunExportDeps, attempt: ExportAttempt): Promise<void> {
  const { exportJobId, signal } = attempt;
  const job = await claimExportJob(deps.database.kysely, exportJobId);
  if (job === undefined) return;
  deps.faultPoint('export.claimed');
  const lease: ExportLease = { id: job.id, attempt: job.attempt };
  const log = deps.log.child({ exportJobId: job.id, attempt: job.attempt });
  try {
    await exportSite(deps, job, attempt);
    log.info('export completed');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // A full disk isn't the job's failure either. The queue retries when there is space.
    if (signal.aborted || isDiskFull(error)) throw error;
    const failure = toExportFailure(error);
    if (failure === undefined) throw error;
    log.info({ code: failure.code }, 'export failed');
    await failExport(deps, {
      ...lease,
      code: failure.code,
      message: failure.message,
      ...(failure.findings && { findings: failure.findings }),
    });
  }
}

async function exportSite(
  deps: RunExportDeps,
  job: ExportJobRow,
  { signal, outsideSlot }: ExportAttempt,
): Promise<void> {
  const startedMs = deps.clock.monotonicMs();
  const project = await findProject(deps.database.kysely, job.organization_id, job.project_id);
  if (project === undefined) throw new LeaseLost();
  // A code host may belong to the organization and be arbitrarily slow.
  const { commit, ...files } = await outsideSlot(() => readCommit(deps, { job, project, signal }));
  const write = async (change: ExportChange): Promise<void> => {
    const written = await updateRunningExport(deps.database.kysely, { id: job.id, attempt: job.attempt }, change);
    if (!written) throw new LeaseLost();
  };
  await write({ commit, progress: readShare });
  deps.faultPoint('export.commit-fixed');
  const progress = createProgressWriter(write, deps.clock);
  const bundle = await findOrBuildBundle(deps, {
    madeFor: job.id,
    project,
    commit,
    siteUrl: job.domain === null ? '' : `https://${job.domain}`,
    basePath: job.base_path,
    paths: job.paths,
    policy: toPagePolicy(job, project),
    version: job.requested_version ?? commit,
    domain: job.domain ?? '',
    repositoryUrl: deps.repositoryUrl(project.repository),
    ...files,
    onProgress: (done) => {
      progress.report(done);
      deps.faultPoint('export.rendering');
    },
    outsideSlot,
    signal: AbortSignal.any([signal, progress.failed]),
  }).catch((error: unknown) => {
    throw progress.failed.aborted ? progress.failed.reason : error;
  });
  deps.faultPoint('export.stored');
  await progress.settled();
  const { row } = bundle;
  const findings = toFindings(row, deps.clock.monotonicMs() - startedMs);
  if (job.strict && row.error_count > 0) throw new StrictFailure(row.error_count, findings);
  const outcome = {
    ...findings,
    pageCount: row.page_count,
    totalPages: row.page_count,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    blobKey: row.blob_key,
  };
  deps.faultPoint('export.completing');
  const completed = await completeExport(deps, { id: job.id, attempt: job.attempt }, outcome);
  if (completed === undefined) throw new LeaseLost();
}

async function readCommit(
  deps: RunExportDeps,
  run: { readonly job: ExportJobRow; readonly project: ProjectRow; readonly signal: AbortSignal },
): Promise<{ readonly commit: string } & Pick<SiteBundleRequest, 'loadFolder' | 'readEach'>> {
  const { job, project, signal } = run;
  const { mirror } = await deps.connectRepository({
    organizationId: project.organization_id,
    repository: project.repository,
  });
  await mirror.fetch({ branches: [project.branch], signal });
  const commit = job.commit ?? (await mirror.resolveRef(project.branch, { signal }));
  return {
    commit,
    loadFolder: (isHeld) => mirror.loadFolder(commit, project.docs_folder, { signal, isHeld }),
    readEach: (paths) =>
      mirror.readEach(
        commit,
        paths.map((path) => join(project.docs_folder, path)),
        { signal },
      ),
  };
}

/**
 * Writes progress regularly, one write at a time. `failed` aborts the render when the job no longer belongs to this
 * worker.
 */
function createProgressWriter(write: (change: ExportChange) => Promise<void>, clock: Clock) {
  const failed = new AbortController();
  let lastMs = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  return {
    failed: failed.signal,
    settled: () => writing,
    report: ({ done, total }: { readonly done: number; readonly total: number }): void => {
      const nowMs = clock.monotonicMs();
      if (isWriting || (nowMs - lastMs < progressEveryMs && done < total)) return;
      lastMs = nowMs;
      isWriting = true;
      const progress = readShare + (total === 0 ? 1 : done / total) * pagesShare;
      writing = write({ progress, pageCount: done, totalPages: total })
        .catch((error: unknown) => failed.abort(error))
        .finally(() => {
          isWriting = false;
        });
    },
  };
}

const toFindings = (row: SiteBundleRow, durationMs: number): ExportFindings => ({
  issues: row.issues,
  issueCount: row.issue_count,
  issueCounts: row.issue_counts,
  expected: row.expected_pages,
  missing: row.missing,
  missingCount: row.missing_count,
  durationMs: Math.round(durationMs),
});

class StrictFailure extends ExportFailure {
  readonly findings: ExportFindings;

  constructor(errors: number, findings: ExportFindings) {
    super('strict_issues', `The site has ${countOf(errors, 'error-level issue')}, and "strict" is set.`);
    this.findings = findings;
  }
}

/** Returns `undefined` for errors that a retry may fix. The queue then retries. */
function toExportFailure(error: unknown): (ExportFailure & { readonly findings?: ExportFindings }) | undefined {
  if (error instanceof ExportFailure) return error;
  if (error instanceof RenderFailure && error.code !== 'internal')
    return new ExportFailure(error.code, error.message, { cause: error });
  if (!isGitError(error) && !isCodeHostError(error)) return undefined;
  const failure = toJobFailure(error);
  return failure.retryable ? undefined : new ExportFailure(failure.code, failure.message, { cause: error });
}
