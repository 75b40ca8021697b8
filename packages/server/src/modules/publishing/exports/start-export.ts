import { idPrefixes, type ExportJob, type StartExportBody, type StartProjectExportBody } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  answerOnce,
  idempotencyActor,
  type Answer,
  type IdempotencyTables,
} from '../../foundation/idempotency/index.ts';
import {
  findProject,
  findProjectByDomain,
  lockProject,
  parseDomain,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import {
  domainExportLimit,
  projectExportLimit,
  takeUse,
  withinWaitingLimit,
  type RateLimitHeaders,
  type RateLimitTables,
} from '../../foundation/rate-limits/index.ts';
import type { BundleLinkDeps } from './bundle-link.ts';
import { RenderFailure, type PagePolicy } from '../../building/site-rendering/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import { exportInProgress, siteProtected, unknownDomain, unknownPage } from './errors.ts';
import { toPagePolicy, toRestrictedContent } from './page-policy.ts';
import { insertExportJob, selectLastErrorCode, selectUnendedExport, type ExportTables } from './store.ts';
import { toExportJob } from './to-export-job.ts';

/** The queue's payload. All other data is in the job's row. */
export interface ExportTicket {
  readonly exportJobId: string;
}

export interface StartExportDeps extends BundleLinkDeps {
  readonly database: Database<ExportTables & ProjectTables & RateLimitTables & IdempotencyTables>;
  readonly engine: JobEngine;
  readonly queue: JobQueue<ExportTicket>;
  /** @throws {ApiError} storage_quota_exceeded. If omitted, no organization has a quota. */
  readonly storage?: Pick<StorageGate, 'requireRoom'>;
  /** Paths of the published pages at the head of the project's branch. @throws RenderFailure, ApiError */
  readonly listPages: (project: ProjectRow, policy: PagePolicy) => Promise<readonly string[]>;
}

interface StartRequest {
  readonly principal: Principal;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts an export by domain, with a separate limit.
 * @throws {ApiError} invalid_domain, unknown_domain, unknown_page, rate_limited, too_many_waiting
 */
export async function startExport(
  deps: StartExportDeps,
  request: StartRequest & { readonly body: StartExportBody },
): Promise<Answer<ExportJob>> {
  const { principal, body } = request;
  const domain = parseDomain(body.domain);
  const project = await findProjectByDomain(deps.database.kysely, principal.organizationId, domain);
  if (project === undefined || !mayUseProject(principal, project.id)) throw unknownDomain(domain);
  await requireExportable(deps, project, body);
  const key = toIdempotentRequest(request, 'startStaticExport');
  return deps.database.kysely.transaction().execute((tx) =>
    answerOnce(tx, key, async () => {
      await takeUse(tx, domainExportLimit, principal.organizationId);
      return insertAndEnqueue(deps, tx, { principal, project, domain, body });
    }),
  );
}

/** Starts an export by project: one at a time, with an hourly limit. */
export async function startProjectExport(
  deps: StartExportDeps,
  request: StartRequest & { readonly projectId: string; readonly body: StartProjectExportBody },
): Promise<Answer<ExportJob> & { readonly headers: RateLimitHeaders }> {
  const { principal, projectId, body } = request;
  const { organizationId } = principal;
  const project = mayUseProject(principal, projectId)
    ? await findProject(deps.database.kysely, organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  await requireExportable(deps, project, body);
  const key = toIdempotentRequest(request, `startProjectStaticExport ${projectId}`);
  return deps.database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    const answer = await answerOnce(tx, key, async () => {
      if (!(await lockProject(tx, organizationId, projectId))) throw projectNotFound(projectId);
      const unended = await selectUnendedExport(tx, projectId);
      if (unended !== undefined) throw exportInProgress(unended);
      headers = await takeUse(tx, projectExportLimit, organizationId);
      return insertAndEnqueue(deps, tx, { principal, project, domain: project.domains[0] ?? null, body });
    });
    return { ...answer, headers };
  });
}

const toIdempotentRequest = (
  { principal, idempotencyKey, body }: StartRequest & { body: unknown },
  operation: string,
) => ({
  organizationId: principal.organizationId,
  actor: idempotencyActor(principal.actor),
  key: idempotencyKey,
  operation,
  body,
});

/**
 * Reads the site before the job only if the request names pages or the last export found the site protected. In all
 * other cases, the job checks it.
 * @throws {ApiError} unknown_page, site_protected
 */
async function requireExportable(
  deps: StartExportDeps,
  project: ProjectRow,
  body: StartProjectExportBody,
): Promise<void> {
  const { paths } = body;
  const restricted = toRestrictedContent(body);
  await deps.storage?.requireRoom(project.organization_id);
  const wasProtected =
    !restricted.exclude_restricted &&
    !restricted.includes_restricted &&
    (await selectLastErrorCode(deps.database.kysely, project.id)) === 'site_protected';
  if (paths === undefined && !wasProtected) return;
  const policy = toPagePolicy(restricted, project);
  const published = new Set(await deps.listPages(project, policy).catch(toStartError));
  if (paths === undefined) return;
  const unknown = paths.findIndex((path) => !published.has(toPagePath(path)));
  if (unknown >= 0) throw unknownPage(paths[unknown] ?? '', unknown);
}

/** Pages that are restricted to some readers end the job, and the error names them. */
function toStartError(error: unknown): never {
  if (error instanceof RenderFailure && error.code === 'site_protected') throw siteProtected(error.message);
  throw error;
}

/** Normalizes a page's path: `/guides/start/` and `guides/start` are the same page. */
const toPagePath = (path: string): string => path.replaceAll(/^\/+|(?<!\/)\/+$/g, '') || 'index';

interface StartRequestOf {
  readonly principal: Principal;
  readonly body: StartProjectExportBody;
}

type StartTransaction = Parameters<
  Parameters<ReturnType<StartExportDeps['database']['kysely']['transaction']>['execute']>[0]
>[0];

async function insertAndEnqueue(
  deps: StartExportDeps,
  tx: StartTransaction,
  request: StartRequestOf & { readonly project: ProjectRow; readonly domain: string | null },
): Promise<ExportJob> {
  const { principal, project, domain, body } = request;
  const row = await insertExportJob(tx, {
    id: newId(idPrefixes.exportJob),
    organization_id: project.organization_id,
    project_id: project.id,
    domain,
    status: 'queued',
    requested_version: body.version ?? null,
    base_path: body.basePath ?? '',
    paths: body.paths?.map(toPagePath) ?? null,
    strict: body.strict ?? false,
    ...toRestrictedContent(body),
  });
  const options = {
    transaction: tx,
    singletonKey: row.id,
    groupId: project.organization_id,
    isBounded: true,
    affinity: project.id,
  };
  await recordAuditEvent(tx, principal, {
    action: 'static_export.started',
    target: { kind: 'static_export', id: row.id, name: domain },
    details: {
      projectId: project.id,
      ...(row.includes_restricted && { access: 'included' }),
      ...(row.sign_in_optional && { signIn: 'optional' }),
    },
  });
  await withinWaitingLimit('exports', () => deps.engine.enqueue(deps.queue, { exportJobId: row.id }, options));
  return toExportJob(deps, row);
}
