import { maxEventId, operations } from '@docwright/contract';
import { matchesEtag } from '@docwright/site-server';
import type { FastifyReply } from 'fastify';
import {
  ApiError,
  mayUseProject,
  readPage,
  readLastEventId,
  sendEventStream,
  unknownCursor,
  type OperationRoutes,
} from '../../../platform/http/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import type { JobChanges } from '../../foundation/job-changes/index.ts';
import { closePullRequest, type CloseDeps } from './publish/close-pull-request.ts';
import { commentOnPullRequest } from './publish/comment-on-pull-request.ts';
import type { createReadDiffLines } from './publish/read-diff.ts';
import { closeOwnPullRequest, mergePullRequest, type EndDeps } from './publish/end-pull-request.ts';
import { createAgentJob, requireProject, type AgentJobAnswer, type AgentJobDeps } from './intake/create-agent-job.ts';
import { archiveAgentJob, cancelAgentJob, type EndAgentJobDeps } from './intake/end-agent-job.ts';
import { agentJobImageNotFound, agentJobNotFound } from './errors.ts';
import { selectImage, selectImageFacts } from './image-store.ts';
import { withAttachments, type Attachment } from './intake/attachments.ts';
import { requireAgentJob } from './intake/require-agent-job.ts';
import { sendMessage } from './intake/send-message.ts';
import { isAgentJobOf, selectAgentJobs, selectEvents, type AgentJobFilter } from './intake/store.ts';
import { selectAgentJob } from './store.ts';
import { eventPageSize, streamEvents, toAgentJobEvent } from './intake/stream-events.ts';
import type { AgentJobRow } from './tables.ts';
import { toAgentJob, toOwnPullRequest } from './to-agent-job.ts';
import { registerAgentJobV1Routes } from './v1/routes.ts';
import { waitForAgentJob } from './intake/wait-for-agent-job.ts';

export interface AgentRouteDeps
  extends AgentJobDeps, Omit<EndAgentJobDeps, 'database'>, Omit<CloseDeps, 'database'>, Pick<EndDeps, 'onMerged'> {
  readonly changes: JobChanges;
  readonly storage: Pick<StorageGate, 'requireRoom' | 'added'>;
  /** The job's edits so far as a unified diff. */
  readonly readDiff: (job: AgentJobRow, signal: AbortSignal) => Promise<string>;
  readonly readDiffLines: ReturnType<typeof createReadDiffLines>;
}

export function registerAgentJobRoutes(routes: OperationRoutes, deps: AgentRouteDeps): void {
  const { database, changes } = deps;
  const db = database.kysely;
  const show = (row: AgentJobRow) => toAgentJob(row, deps.repositoryUrl);
  routes.handle(operations.createAgentJob, async (call, reply) => {
    const { principal, params, idempotencyKey, ignoredFields } = call;
    const { attachments: sent, ...body } = call.body;
    const request = { principal, projectId: params.projectId, body, idempotencyKey, ignoredFields };
    const accept = (attachments: readonly Attachment[]) => createAgentJob(deps, { ...request, attachments });
    return sendAnswer(reply, await withAttachments(deps.storage, principal.organizationId, sent, accept));
  });
  routes.handle(operations.sendAgentJobMessage, async (call, reply) => {
    const { principal, params, idempotencyKey, ignoredFields } = call;
    const { attachments: sent, ...body } = call.body;
    const request = { principal, author: principal, ...params, body, idempotencyKey, ignoredFields };
    const accept = (attachments: readonly Attachment[]) => sendMessage(deps, { ...request, attachments });
    return sendAnswer(reply, await withAttachments(deps.storage, principal.organizationId, sent, accept));
  });
  routes.handle(operations.getAgentJob, async ({ principal, stayOpen, params, query, signal }) => {
    const request = { principal, ...params };
    const fresh = async (row: AgentJobRow) => show(await deps.refreshPullRequest(row, signal));
    if (query.wait === undefined) return fresh(await requireAgentJob(db, request));
    const waiting = { ...request, waitSeconds: query.wait, stayOpen };
    return fresh(await waitForAgentJob({ db, changes }, waiting, signal));
  });
  routes.handle(operations.listAgentJobEvents, async (call, reply) => {
    const { principal, params, query, headers, stayOpen } = call;
    const request = { principal, ...params };
    const job = await requireAgentJob(db, request);
    if (headers.accept?.includes('text/event-stream') !== true) {
      const repository = deps.repositoryUrl(job.repository);
      const rows = await selectEvents(db, params.id, query.after ?? 0, eventPageSize);
      return { events: rows.map((row) => toAgentJobEvent(row, job, repository)) };
    }
    // A reconnecting browser requests its first address again, with the ID of the last received event in
    // `Last-Event-ID`.
    const after = Math.max(query.after ?? 0, parseLastEventId(readLastEventId(headers)));
    const open = stayOpen();
    const stream = { ...request, after, reauthenticate: open.identify };
    return sendEventStream(reply, {
      produce: (send, signal) => streamEvents({ ...deps, db }, { ...stream, signal }, send),
      open,
      verify: (now) => {
        if (!mayUseProject(now, params.projectId)) throw agentJobNotFound(params.id);
      },
      signal: call.signal,
    });
  });
  routes.handle(operations.cancelAgentJob, async ({ principal, params }) =>
    show(await cancelAgentJob(deps, { principal, author: principal, ...params })),
  );
  routes.handle(operations.archiveAgentJob, async ({ principal, params, body, signal }) => {
    const request = { principal, author: principal, ...params };
    if (body.closePullRequest === true) await closePullRequest(deps, request, signal);
    return show(await archiveAgentJob(database, request));
  });
  registerAgentJobV1Routes(routes, deps);
  registerLists(routes, deps);
  registerDiff(routes, deps);
  registerImages(routes, deps);
  registerPullRequestOfJob(routes, deps);
}

function registerLists(routes: OperationRoutes, deps: AgentRouteDeps): void {
  const db = deps.database.kysely;
  const listJobs = async (size: number | undefined, filter: Omit<AgentJobFilter, 'limit'>) => {
    const { rows, nextCursor } = await readPage(
      size,
      (limit) => selectAgentJobs(db, { ...filter, limit }),
      ({ id }) => id,
    );
    return { jobs: rows.map((row) => toAgentJob(row, deps.repositoryUrl)), nextCursor };
  };
  routes.handle(operations.listAgentJobs, async ({ principal, params, query }) => {
    const { projectId } = params;
    await requireProject(deps, principal, projectId);
    const { organizationId } = principal;
    const { cursor, status, pullRequest, limit } = query;
    if (cursor !== undefined && (await selectAgentJob(db, { organizationId, projectId, id: cursor })) === undefined) {
      throw unknownCursor(cursor);
    }
    const filter = { organizationId, projectIds: [projectId], search: undefined, status, pullRequest };
    return listJobs(limit, { ...filter, after: cursor });
  });
  routes.handle(operations.listAllAgentJobs, async ({ principal, query }) => {
    const { organizationId } = principal;
    const { project, cursor, status, pullRequest, search, limit } = query;
    // A project that the key can't use is treated like a missing project: it has no jobs.
    if (project !== undefined && !mayUseProject(principal, project)) return { jobs: [], nextCursor: null };
    if (cursor !== undefined && !(await isAgentJobOf(db, organizationId, cursor))) throw unknownCursor(cursor);
    const projectIds = project === undefined ? principal.projectIds : [project];
    const words = search?.trim() === '' ? undefined : search;
    const filter = { organizationId, projectIds, search: words, status, pullRequest };
    return listJobs(limit, { ...filter, after: cursor });
  });
}

function registerDiff(routes: OperationRoutes, deps: AgentRouteDeps): void {
  const db = deps.database.kysely;
  routes.handle(operations.getAgentJobDiff, async ({ principal, params, signal }, reply) => {
    const diff = await deps.readDiff(await requireAgentJob(db, { principal, ...params }), signal);
    return reply.type('text/x-diff; charset=utf-8').send(diff);
  });
  routes.handle(operations.getAgentJobDiffLines, async ({ principal, params, query, signal }) =>
    deps.readDiffLines(await requireAgentJob(db, { principal, ...params }), query, signal),
  );
}

/**
 * Headers of an image. Browsers revalidate a stored image before they use it, and run no scripts in it (decision 154).
 */
const imageHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function registerImages(routes: OperationRoutes, deps: AgentRouteDeps): void {
  const db = deps.database.kysely;
  routes.handle(operations.getAgentJobImage, async ({ principal, params, headers }, reply) => {
    const { digest, ...ids } = params;
    const job = await requireAgentJob(db, { principal, ...ids });
    const etag = `"${digest}"`;
    const { 'if-none-match': known } = headers;
    if (known !== undefined && matchesEtag(known, etag)) {
      const stored = await selectImageFacts(db, job.id);
      if (stored.some((image) => image.digest === digest))
        return reply
          .headers({ ...imageHeaders, etag })
          .code(304)
          .send();
    }
    const image = await selectImage(db, job.id, digest);
    if (image === undefined) throw agentJobImageNotFound(job.id, digest);
    void reply.headers({ ...imageHeaders, etag });
    const fileName = `${digest.slice(0, 12)}.${image.mediaType.slice('image/'.length)}`;
    void reply.header('content-disposition', `inline; filename="${fileName}"`);
    return reply.type(image.mediaType).send(image.content);
  });
}

function registerPullRequestOfJob(routes: OperationRoutes, deps: AgentRouteDeps): void {
  const show = (row: AgentJobRow) => toOwnPullRequest(row, deps.repositoryUrl(row.repository));
  routes.handle(operations.mergeAgentJobPullRequest, async ({ principal, params, body, signal }) =>
    show(await mergePullRequest(deps, { principal, author: principal, ...params, ...body }, signal)),
  );
  routes.handle(operations.closeAgentJobPullRequest, async ({ principal, params, signal }) =>
    show(await closeOwnPullRequest(deps, { principal, author: principal, ...params }, signal)),
  );
  routes.handle(operations.commentOnAgentJobPullRequest, async (call, reply) => {
    const { principal, params, body, idempotencyKey, signal } = call;
    const request = { principal, author: principal, ...params, body, idempotencyKey };
    const answer = await commentOnPullRequest(deps, request, signal);
    if (answer.replayed) void reply.header('idempotent-replayed', 'true');
    return answer.body;
  });
}

function sendAnswer(reply: FastifyReply, answer: AgentJobAnswer): AgentJobAnswer['body'] {
  void reply.headers(answer.headers);
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return answer.body;
}

function parseLastEventId(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,10}$/.test(text) && Number(text) <= maxEventId) return Number(text);
  const message = `must be the ID of an event, 0 to ${maxEventId}`;
  throw new ApiError(
    'invalid_request',
    `The header Last-Event-ID ${message}, but is ${JSON.stringify(text.slice(0, 80))}.`,
    { details: [{ path: 'Last-Event-ID', message }] },
  );
}
