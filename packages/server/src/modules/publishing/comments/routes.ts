import { operations } from '@docwright/contract';
import type { FastifyReply } from 'fastify';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import type { Answer } from '../../foundation/idempotency/index.ts';
import { findTarget } from '../drafts/index.ts';
import { acceptChange } from './accept-change.ts';
import { rejectChange, reopenThread, resolveThread } from './close-thread.ts';
import type { CommentDeps } from './comments-deps.ts';
import { findThread, refreshFile, showThread } from './find-thread.ts';
import { listThreads } from './list-threads.ts';
import { changeComment, createThread, removeComment, reply } from './write-comment.ts';

export function registerCommentRoutes(routes: OperationRoutes, deps: CommentDeps): void {
  routes.handle(operations.listCommentThreads, async ({ principal, params, query }) =>
    listThreads(deps, await findTarget(deps, principal, params), query),
  );
  routes.handle(operations.createCommentThread, async ({ principal, params, body, idempotencyKey }, answer) => {
    const operation = `createCommentThread ${params.projectId} ${params.branch}`;
    const target = await findTarget(deps, principal, params);
    return send(answer, await createThread(deps, target, body, { idempotencyKey, operation }));
  });
  routes.handle(operations.getCommentThread, async ({ principal, params }) => {
    const target = await findThread(deps, principal, params);
    await refreshFile(deps, target, target.thread.path);
    return showThread(deps, target);
  });
  routes.handle(operations.replyToCommentThread, async ({ principal, params, body, idempotencyKey }, answer) => {
    const operation = `replyToCommentThread ${params.threadId}`;
    const target = await findThread(deps, principal, params);
    return send(answer, await reply(deps, target, body, { idempotencyKey, operation }));
  });
  routes.handle(operations.updateComment, async ({ principal, params, body }) =>
    changeComment(deps, principal, params, body),
  );
  routes.handle(operations.deleteComment, async ({ principal, params }) => removeComment(deps, principal, params));
  routes.handle(operations.resolveCommentThread, async ({ principal, params }) =>
    resolveThread(deps, await findThread(deps, principal, params)),
  );
  routes.handle(operations.reopenCommentThread, async ({ principal, params }) =>
    reopenThread(deps, await findThread(deps, principal, params)),
  );
  routes.handle(operations.acceptSuggestedChange, async ({ principal, params }) =>
    acceptChange(deps, await findThread(deps, principal, params)),
  );
  routes.handle(operations.rejectSuggestedChange, async ({ principal, params, body }) =>
    rejectChange(deps, await findThread(deps, principal, params), body.reason ?? ''),
  );
}

function send<T>(reply: FastifyReply, { body, replayed }: Answer<T>): T {
  if (replayed) void reply.header('idempotent-replayed', 'true');
  return body;
}
