import { operations, type Site } from '@docwright/contract';
import type { FastifyReply } from 'fastify';
import { readPage, unknownCursor, type OperationRoutes, type Principal } from '../../platform/http/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { findBundle } from '../site-bundles/index.ts';
import {
  cancelDeployment,
  deletePreview,
  promoteDeployment,
  requireDeployment,
  requireProjectOf,
} from './change-deployment.ts';
import type { EndDeps } from './end-deployment.ts';
import { ensureSite } from './ensure-site.ts';
import { toSiteUrl } from './site-address.ts';
import { startPreview, startProduction, type StartDeps } from './start-deployment.ts';
import { selectPreviews, updateSiteRow } from './site-store.ts';
import { selectDeployment, selectDeployments, type ShownDeployment } from './store.ts';
import { toDeployment } from './to-deployment.ts';

export interface DeploymentRouteDeps extends StartDeps, Pick<EndDeps, 'publishEvent'> {}

/** Previews that a site's answer lists. */
const maxPreviews = 100;

export function registerDeploymentRoutes(routes: OperationRoutes, deps: DeploymentRouteDeps): void {
  const { kysely } = deps.database;
  const show = async (row: ShownDeployment) => {
    const bundle = row.bundle_id === null ? undefined : await findBundle(kysely, row.bundle_id);
    return toDeployment(deps.sites, row, bundle?.issues);
  };

  routes.handle(operations.updateProjectSite, async ({ principal, params, idempotencyKey }, reply) =>
    send(reply, await startProduction(deps, { principal, projectId: params.projectId, idempotencyKey })),
  );
  routes.handle(operations.createPreviewDeployment, async ({ principal, params, body, idempotencyKey }, reply) =>
    send(reply, await startPreview(deps, { principal, projectId: params.projectId, body, idempotencyKey })),
  );
  routes.handle(operations.getDeploymentStatus, async ({ principal, params }) =>
    show(await requireDeployment(kysely, principal, { id: params.statusId })),
  );
  routes.handle(operations.getDeployment, async ({ principal, params }) =>
    show(await requireDeployment(kysely, principal, { id: params.deploymentId, projectId: params.projectId })),
  );
  routes.handle(operations.listDeployments, async ({ principal, params, query }) => {
    const { projectId } = params;
    await requireProjectOf(kysely, principal, projectId);
    if (query.cursor !== undefined) {
      const before = await selectDeployment(kysely, principal.organizationId, query.cursor);
      if (before?.project_id !== projectId) throw unknownCursor(query.cursor);
    }
    const filter = {
      projectId,
      kind: query.environment,
      branch: query.branch,
      status: query.status,
      after: query.cursor,
    };
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectDeployments(kysely, { ...filter, limit }),
      ({ id }) => id,
    );
    return { deployments: rows.map((row) => toDeployment(deps.sites, row)), nextCursor };
  });
  routes.handle(operations.promoteDeployment, async ({ principal, params }) => {
    const target = { principal, projectId: params.projectId, id: params.deploymentId };
    return show(await kysely.transaction().execute((tx) => promoteDeployment(deps, tx, target)));
  });
  routes.handle(operations.cancelDeployment, async ({ principal, params }) => {
    const target = { principal, projectId: params.projectId, id: params.deploymentId };
    return show(await kysely.transaction().execute((tx) => cancelDeployment(deps, tx, target)));
  });
  routes.handle(operations.deletePreview, async ({ principal, params }) => {
    await kysely.transaction().execute((tx) => deletePreview(tx, { principal, ...params }));
    return undefined;
  });
  routes.handle(operations.getSite, async ({ principal, params }) => showSite(deps, principal, params.projectId));
  routes.handle(operations.updateSite, async ({ principal, params, body }) => {
    const { projectId } = params;
    await kysely.transaction().execute(async (tx) => {
      const project = await requireProjectOf(tx, principal, projectId);
      await ensureSite(tx, project);
      const { previews, requireNoErrors, published } = body;
      await updateSiteRow(tx, projectId, {
        ...(previews !== undefined && { previews }),
        ...(requireNoErrors !== undefined && { require_no_errors: requireNoErrors }),
        ...(published !== undefined && { published }),
      });
      await recordAuditEvent(tx, principal, {
        action: 'site.updated',
        target: { kind: 'project', id: projectId, name: project.name },
        details: { previews, requireNoErrors, published },
      });
    });
    return showSite(deps, principal, projectId);
  });
}

async function showSite(deps: DeploymentRouteDeps, principal: Principal, projectId: string): Promise<Site> {
  const { database, sites } = deps;
  const project = await requireProjectOf(database.kysely, principal, projectId);
  const { site, production } = await database.kysely.transaction().execute((tx) => ensureSite(tx, project));
  const activeId = production.active_deployment_id;
  const active =
    activeId === null ? undefined : await selectDeployment(database.kysely, project.organization_id, activeId);
  const previews = await selectPreviews(database.kysely, projectId, maxPreviews);
  return {
    projectId,
    slug: site.slug,
    url: toSiteUrl(sites, site.slug),
    live: active !== undefined && site.published && site.takedown === null,
    activeDeployment: active === undefined ? null : toDeployment(sites, active),
    previews: previews.map((preview) => ({
      branch: preview.branch ?? '',
      url: toSiteUrl(sites, preview.label ?? site.slug),
      deploymentId: preview.active_deployment_id,
      updatedAt: preview.updated_at.toISOString(),
    })),
    settings: { previews: site.previews, requireNoErrors: site.require_no_errors, published: site.published },
    takedown: site.takedown === null ? null : { ...site.takedown },
  };
}

function send<T>(
  reply: FastifyReply,
  answer: { readonly body: T; readonly replayed: boolean; readonly headers: Readonly<Record<string, string>> },
): T {
  void reply.headers(answer.headers);
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return answer.body;
}
