import { operations } from '@docwright/contract';
import type { FastifyReply } from 'fastify';
import {
  mayUseProject,
  readLastEventId,
  readPage,
  sendEventStream,
  unknownCursor,
  type OperationRoutes,
} from '../../../platform/http/index.ts';
import type { JobChanges } from '../../foundation/job-changes/index.ts';
import { findBundle } from '../../building/site-bundles/index.ts';
import {
  cancelDeployment,
  deletePreview,
  promoteDeployment,
  requireDeploymentOf,
  requireProjectOf,
} from './change-deployment.ts';
import type { EndDeps } from './end-deployment.ts';
import { deploymentNotFound } from './errors.ts';
import type { ChangeDeps } from './find-changed-paths.ts';
import { registerSiteRoutes, type SiteRouteDeps } from './site-routes.ts';
import { startPreview, startProduction, type StartDeps } from './start-deployment.ts';
import { selectDeployment, selectDeployments, type ShownDeployment } from './store.ts';
import { streamDeployment } from './stream-deployment.ts';
import { toDeployment } from './to-deployment.ts';

export interface DeploymentRouteDeps
  extends
    StartDeps,
    Pick<EndDeps, 'publishEvent' | 'onChanged'>,
    Pick<ChangeDeps, 'blobs' | 'hasSubscribers'>,
    Pick<SiteRouteDeps, 'onForkApproval' | 'passwords'> {
  readonly changes: JobChanges;
}

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
    show(await requireDeploymentOf(kysely, principal, { id: params.statusId })),
  );
  routes.handle(operations.getDeployment, async ({ principal, params }) =>
    show(await requireDeploymentOf(kysely, principal, { id: params.deploymentId, projectId: params.projectId })),
  );
  routes.handle(operations.streamDeployment, async (request, reply) => {
    const { principal, params, headers, stayOpen } = request;
    const target = { id: params.deploymentId, projectId: params.projectId };
    const { project_id: projectId } = await requireDeploymentOf(kysely, principal, target);
    const open = stayOpen();
    const lastEventId = readLastEventId(headers);
    const stream = { db: kysely, changes: deps.changes, show };
    return sendEventStream(reply, {
      produce: (send, signal) =>
        streamDeployment(stream, { reauthenticate: open.identify, target, lastEventId, signal }, send),
      open,
      verify: (now) => {
        if (!mayUseProject(now, projectId)) throw deploymentNotFound(target.id);
      },
      signal: request.signal,
    });
  });
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
      withSkipped: query.skipped !== false,
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
    return show(await promoteDeployment(deps, target));
  });
  routes.handle(operations.cancelDeployment, async ({ principal, params }) => {
    const target = { principal, projectId: params.projectId, id: params.deploymentId };
    return show(await kysely.transaction().execute((tx) => cancelDeployment(deps, tx, target)));
  });
  routes.handle(operations.deletePreview, async ({ principal, params }) => {
    await kysely.transaction().execute((tx) => deletePreview(tx, { principal, ...params }));
    return undefined;
  });
  registerSiteRoutes(routes, deps);
}

function send<T>(
  reply: FastifyReply,
  answer: { readonly body: T; readonly replayed: boolean; readonly headers: Readonly<Record<string, string>> },
): T {
  void reply.headers(answer.headers);
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return answer.body;
}
