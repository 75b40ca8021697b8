import { operations, type ExportJob } from '@docwright/contract';
import type { FastifyReply } from 'fastify';
import {
  mayUseProject,
  readLastEventId,
  readPage,
  sendEventStream,
  unknownCursor,
  type OperationRoutes,
} from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { Answer } from '../../foundation/idempotency/index.ts';
import type { JobChanges } from '../../foundation/job-changes/index.ts';
import { parseDomain } from '../../project-config/projects/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import { createBundleLink, findListedBundleLink } from './bundle-link.ts';
import { cancelExport } from './cancel-export.ts';
import { exportNotFound } from './errors.ts';
import { requireExport } from './require-export.ts';
import { startExport, startProjectExport, type StartExportDeps } from './start-export.ts';
import { findExport, selectExportJobs, type ExportJobRow } from './store.ts';
import { streamExport } from './stream-export.ts';
import { toExportJob } from './to-export-job.ts';

export interface ExportRouteDeps extends StartExportDeps {
  readonly publishEvent: PublishEvent;
  readonly changes: JobChanges;
}

export function registerExportRoutes(routes: OperationRoutes, deps: ExportRouteDeps): void {
  const { kysely } = deps.database;
  const show = (row: ExportJobRow): Promise<ExportJob> => toExportJob(deps, row);

  routes.handle(operations.startStaticExport, async ({ principal, body, idempotencyKey }, reply) =>
    sendAnswer(reply, await startExport(deps, { principal, body, idempotencyKey })),
  );
  routes.handle(operations.startProjectStaticExport, async ({ principal, params, body, idempotencyKey }, reply) => {
    const answer = await startProjectExport(deps, { principal, projectId: params.projectId, body, idempotencyKey });
    void reply.headers(answer.headers);
    return sendAnswer(reply, answer);
  });
  routes.handle(operations.getStaticExport, async ({ principal, params }) =>
    show(await requireExport(kysely, principal, params.jobId)),
  );
  routes.handle(operations.getProjectStaticExport, async ({ principal, params }) =>
    show(await requireExport(kysely, principal, params.jobId, params.projectId)),
  );
  routes.handle(operations.createStaticExportBundle, async ({ principal, params }) => {
    const row = await requireExport(kysely, principal, params.jobId);
    const bundle = await createBundleLink(deps, row);
    await recordAuditEvent(kysely, principal, {
      action: 'static_export.link_created',
      target: { kind: 'static_export', id: row.id, name: row.domain },
      details: { expiresAt: bundle.expiresAt },
    });
    return bundle;
  });
  routes.handle(operations.cancelStaticExport, async ({ principal, params }) =>
    show(await cancelExport(deps, principal, params.jobId)),
  );
  routes.handle(operations.listStaticExports, async ({ principal, query }) => {
    const { organizationId, projectIds } = principal;
    if (query.cursor !== undefined && (await findExport(kysely, organizationId, query.cursor)) === undefined) {
      throw unknownCursor(query.cursor);
    }
    const filter = {
      organizationId,
      projectIds,
      domain: query.domain === undefined ? undefined : parseDomain(query.domain, 'domain'),
      project: query.project,
      status: query.status,
      after: query.cursor,
    };
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectExportJobs(kysely, { ...filter, limit }),
      ({ id }) => id,
    );
    return { jobs: await Promise.all(rows.map((row) => toExportJob(deps, row, findListedBundleLink))), nextCursor };
  });
  routes.handle(operations.streamStaticExport, async (request, reply) => {
    const { principal, params, headers, stayOpen } = request;
    const { jobId } = params;
    const { project_id: projectId } = await requireExport(kysely, principal, jobId);
    const open = stayOpen();
    const lastEventId = readLastEventId(headers);
    const stream = { db: kysely, changes: deps.changes, show };
    return sendEventStream(reply, {
      produce: (send, signal) =>
        streamExport(stream, { reauthenticate: open.identify, jobId, lastEventId, signal }, send),
      open,
      verify: (now) => {
        if (!mayUseProject(now, projectId)) throw exportNotFound(jobId);
      },
      signal: request.signal,
    });
  });
}

function sendAnswer<T>(reply: FastifyReply, answer: Answer<T>): T {
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return answer.body;
}
