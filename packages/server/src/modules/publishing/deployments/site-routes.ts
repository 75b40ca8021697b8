import { operations, type Site, type SiteSummary } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import {
  readPage,
  requireUnchanged,
  unknownCursor,
  type OperationRoutes,
  type Principal,
} from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { requireProjectOf } from './change-deployment.ts';
import { ensureSite } from './ensure-site.ts';
import { redeployProduction } from './follow-project.ts';
import type { EnqueueDeps } from './request-deployment.ts';
import { deletePreviewPassword, setPreviewPassword, type PreviewPasswordDeps } from './preview-passwords.ts';
import { findPreviewPasswords } from './preview-password-store.ts';
import { toReachedUrl, toSiteUrl, type SitesAddress } from './site-address.ts';
import { findSite, lockSite, selectPreviews, selectSites, updateSiteRow, type SiteWithNewest } from './site-store.ts';
import { selectDeployment } from './store.ts';
import type { DeploymentTables } from './tables.ts';
import { liftTakedown, listTakedowns, takeDownSite } from './takedowns.ts';
import { toDeployment } from './to-deployment.ts';

/** A change to the setting that requires approval for forks' heads. */
export interface ForkApprovalChange {
  readonly project: ProjectRow;
  readonly isRequired: boolean;
}

export interface SiteRouteDeps extends EnqueueDeps, PreviewPasswordDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly sites: SitesAddress;
  /** Called in the transaction of the change, with the site's row locked. */
  readonly onForkApproval: (
    tx: Transaction<DeploymentTables & ProjectTables>,
    change: ForkApprovalChange,
  ) => Promise<void>;
}

/** Maximum number of previews in a site's response. */
const maxPreviews = 100;

/** Routes for a site's settings and for takedowns by the operator. */
export function registerSiteRoutes(routes: OperationRoutes, deps: SiteRouteDeps): void {
  const { kysely } = deps.database;
  routes.handle(operations.getSite, async ({ principal, params }) => showSite(deps, principal, params.projectId));
  routes.handle(operations.listSites, async ({ principal, query }) => {
    const { organizationId, projectIds } = principal;
    if (query.cursor !== undefined && (await findSite(kysely, query.cursor))?.organization_id !== organizationId)
      throw unknownCursor(query.cursor);
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectSites(kysely, { organizationId, projectIds, after: query.cursor, limit }),
      ({ project_id: id }) => id,
    );
    return { sites: rows.map((row) => toSummary(deps.sites, row)), nextCursor };
  });
  routes.handle(operations.updateSite, async ({ principal, params, body, ifMatch }) => {
    const { projectId } = params;
    await kysely.transaction().execute(async (tx) => {
      const project = await requireProjectOf(tx, principal, projectId);
      await ensureSite(tx, project);
      const before = await lockSite(tx, projectId);
      requireUnchanged(ifMatch, before);
      const { previews, requireNoErrors, published, previewAccess, basePath, requireForkApproval } = body;
      await updateSiteRow(tx, projectId, {
        ...(previews !== undefined && { previews }),
        ...(requireNoErrors !== undefined && { require_no_errors: requireNoErrors }),
        ...(published !== undefined && { published }),
        ...(previewAccess !== undefined && { preview_access: previewAccess }),
        ...(basePath !== undefined && { base_path: basePath }),
        ...(requireForkApproval !== undefined && { require_fork_approval: requireForkApproval }),
      });
      // The live deployment stays at its path until the new one is ready.
      if (basePath !== undefined && basePath !== before?.base_path)
        await redeployProduction(deps, tx, {
          project,
          source: 'internal',
          author: principal.actor.name,
          keepsPromotion: true,
        });
      if (requireForkApproval !== undefined && requireForkApproval !== before?.require_fork_approval)
        await deps.onForkApproval(tx, { project, isRequired: requireForkApproval });
      await recordAuditEvent(tx, principal, {
        action: 'site.updated',
        target: { kind: 'project', id: projectId, name: project.name },
        details: { previews, requireNoErrors, published, previewAccess, basePath, requireForkApproval },
      });
    });
    return showSite(deps, principal, projectId);
  });
  routes.handle(operations.setPreviewPassword, async ({ principal, params, body }) =>
    setPreviewPassword(deps, principal, { ...params, password: body.password }),
  );
  routes.handle(operations.deletePreviewPassword, async ({ principal, params }) => {
    await kysely.transaction().execute((tx) => deletePreviewPassword(tx, principal, params));
    return undefined;
  });
  routes.handle(operations.listTakedowns, async ({ principal }) => ({
    takedowns: await listTakedowns(kysely, principal),
  }));
  routes.handle(operations.takeDownSite, async ({ principal, body }) => {
    const { site, status = 451, reason } = body;
    return kysely.transaction().execute((tx) => takeDownSite(tx, principal, { slug: site, status, reason }));
  });
  routes.handle(operations.liftTakedown, async ({ principal, query }) => {
    await kysely.transaction().execute((tx) => liftTakedown(tx, principal, query.site));
    return undefined;
  });
}

function toSummary(sites: SitesAddress, site: SiteWithNewest): SiteSummary {
  const { newest_id: deploymentId, newest_status: status, newest_at: createdAt, live_base_path: basePath } = site;
  return {
    projectId: site.project_id,
    url: `${toReachedUrl(sites, site)}${basePath ?? ''}`,
    state: toState(site),
    lastDeployment:
      deploymentId === null || status === null || createdAt === null
        ? null
        : { deploymentId, status, errorCode: site.newest_error, createdAt: createdAt.toISOString() },
  };
}

function toState({ takedown, published, live_base_path: basePath }: SiteWithNewest): SiteSummary['state'] {
  if (takedown !== null) return 'taken_down';
  if (!published) return 'unpublished';
  return basePath === null ? 'not_deployed' : 'live';
}

async function showSite({ database, sites }: SiteRouteDeps, principal: Principal, projectId: string): Promise<Site> {
  const db = database.kysely;
  const project = await requireProjectOf(db, principal, projectId);
  const { site, production } = await db.transaction().execute((tx) => ensureSite(tx, project));
  const activeId = production.active_deployment_id;
  const active = activeId === null ? undefined : await selectDeployment(db, project.organization_id, activeId);
  const previews = await selectPreviews(db, projectId, maxPreviews);
  const passwords = await findPreviewPasswords(db, projectId);
  return {
    projectId,
    slug: site.slug,
    url: `${toReachedUrl(sites, site)}${active?.base_path ?? ''}`,
    live: active !== undefined && site.published && site.takedown === null,
    activeDeployment: active === undefined ? null : toDeployment(sites, active),
    previews: previews.map((preview) => ({
      branch: preview.branch ?? '',
      url: toSiteUrl(sites, preview.label ?? site.slug),
      deploymentId: preview.active_deployment_id,
      updatedAt: preview.updated_at.toISOString(),
    })),
    settings: {
      previews: site.previews,
      requireNoErrors: site.require_no_errors,
      published: site.published,
      previewAccess: site.preview_access,
      basePath: site.base_path,
      requireForkApproval: site.require_fork_approval,
    },
    previewPasswords: passwords.map(({ label, updated_at }) => ({ label, updatedAt: updated_at.toISOString() })),
    takedown: site.takedown === null ? null : { ...site.takedown },
    updatedAt: site.updated_at.toISOString(),
  };
}
