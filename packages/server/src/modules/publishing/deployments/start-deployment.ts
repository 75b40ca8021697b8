import type {
  CreatePreviewDeploymentBody,
  DeploymentSource,
  DeploymentTicket as Ticket,
  PreviewTicket,
} from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  answerOnce,
  idempotencyActor,
  type Answer,
  type IdempotencyTables,
} from '../../foundation/idempotency/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import {
  deploymentLimit,
  previewLimit,
  takeUse,
  type RateLimitHeaders,
  type RateLimitTables,
} from '../../foundation/rate-limits/index.ts';
import { requireBranch } from '../../sources/repositories/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import { requireProjectOf } from './change-deployment.ts';
import { ensurePreview, ensureSite, requireLiveKind } from './ensure-site.ts';
import { branchRequired, previewsOff } from './errors.ts';
import { requestDeployment, type EnqueueDeps } from './request-deployment.ts';
import { toSiteUrl, type SitesAddress } from './site-address.ts';
import type { DeploymentTables } from './tables.ts';

export interface StartDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables & ProjectTables & RateLimitTables & IdempotencyTables>;
  readonly sites: SitesAddress;
  /** @throws ApiError storage_quota_exceeded. If omitted, no organization has a quota. */
  readonly storage?: Pick<StorageGate, 'requireRoom'>;
}

interface StartRequest {
  readonly principal: Principal;
  readonly projectId: string;
  readonly idempotencyKey: string | undefined;
}

type Started<T> = Answer<T> & { readonly headers: RateLimitHeaders };

/** @throws ApiError not_found, site_not_live, rate_limited, too_many_waiting */
export async function startProduction(deps: StartDeps, request: StartRequest): Promise<Started<Ticket>> {
  const { principal, projectId } = request;
  const project = await requireProjectOf(deps.database.kysely, principal, projectId);
  requireLiveKind(project);
  await deps.storage?.requireRoom(project.organization_id);
  return once(deps, request, { operation: `updateProjectSite ${projectId}`, body: {} }, async (tx) => {
    const headers = await takeUse(tx, deploymentLimit, principal.organizationId);
    const { production } = await ensureSite(tx, project);
    const row = await requestDeployment(deps, tx, {
      project,
      environment: production,
      branch: project.branch,
      isBounded: true,
      ...startedBy(principal),
    });
    await recordStart(tx, principal, { id: row.id, projectId, branch: project.branch });
    return { headers, body: { statusId: row.id } };
  });
}

/** @throws ApiError invalid_request, not_found, site_not_live, previews_off, rate_limited, too_many_waiting */
export async function startPreview(
  deps: StartDeps,
  request: StartRequest & { readonly body: CreatePreviewDeploymentBody },
): Promise<Started<PreviewTicket>> {
  const { principal, projectId, body } = request;
  const project = await requireProjectOf(deps.database.kysely, principal, projectId);
  if (body.branch === undefined || body.branch.trim() === '') throw branchRequired();
  const branch = requireBranch(body.branch);
  requireLiveKind(project);
  await deps.storage?.requireRoom(project.organization_id);
  return once(deps, request, { operation: `createPreviewDeployment ${projectId}`, body }, async (tx) => {
    const { site } = await ensureSite(tx, project);
    if (!site.previews) throw previewsOff();
    const headers = await takeUse(tx, previewLimit, principal.organizationId);
    const environment = await ensurePreview(tx, site, branch);
    const row = await requestDeployment(deps, tx, {
      project,
      environment,
      branch,
      isBounded: true,
      ...startedBy(principal),
    });
    await recordStart(tx, principal, { id: row.id, projectId, branch });
    return { headers, body: { statusId: row.id, previewUrl: toSiteUrl(deps.sites, environment.label ?? site.slug) } };
  });
}

type StartTransaction = Parameters<
  Parameters<ReturnType<StartDeps['database']['kysely']['transaction']>['execute']>[0]
>[0];

async function once<T>(
  { database }: StartDeps,
  { principal, idempotencyKey }: StartRequest,
  asked: { readonly operation: string; readonly body: unknown },
  work: (tx: StartTransaction) => Promise<{ readonly headers: RateLimitHeaders; readonly body: T }>,
): Promise<Started<T>> {
  const key = {
    organizationId: principal.organizationId,
    actor: idempotencyActor(principal.actor),
    key: idempotencyKey,
    ...asked,
  };
  return database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    const answer = await answerOnce(tx, key, async () => {
      const done = await work(tx);
      headers = done.headers;
      return done.body;
    });
    return { ...answer, headers };
  });
}

const startedBy = ({ actor }: Principal): { readonly source: DeploymentSource; readonly author: string } => ({
  source: actor.kind === 'user' ? 'dashboard' : 'api',
  author: actor.name,
});

async function recordStart(
  tx: StartTransaction,
  principal: Principal,
  { id, projectId, branch }: { readonly id: string; readonly projectId: string; readonly branch: string },
): Promise<void> {
  await recordAuditEvent(tx, principal, {
    action: 'deployment.started',
    target: { kind: 'deployment', id, name: branch },
    details: { projectId },
  });
}
