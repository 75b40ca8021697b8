import { Readable } from 'node:stream';
import { operations } from '@docwright/contract';
import { toUiMessageStream, toWholeAnswer } from '@docwright/site-assistant';
import type { FastifyInstance } from 'fastify';
import { mayUseProject, type OperationRoutes } from '../../../platform/http/index.ts';
import { findOwnSite } from '../discovery/index.ts';
import { findProject, projectNotFound } from '../../project-config/projects/index.ts';
import { askAssistant, kindOf, type AssistantDeps } from './ask-assistant.ts';
import { registerConversationRoutes } from './conversation-routes.ts';
import { findAssistantSettings, withSpending } from './assistant-settings.ts';
import { operationRetired, threadNotFound } from './errors.ts';
import { ownerOf, threadsOfAddressLimit } from './limits.ts';
import { saveAssistantSettings } from './save-settings.ts';
import { selectThread } from './store.ts';
import { threadKeyOf } from './thread-key.ts';
import { toThread } from './to-thread.ts';

/** Headers of the AI SDK's UI message stream. */
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

export function registerAssistantRoutes(app: FastifyInstance, routes: OperationRoutes, deps: AssistantDeps): void {
  routes.handle(operations.sendAssistantMessage, async ({ principal, params, body, headers, signal }, reply) => {
    const { events, ...ids } = await askAssistant(deps, { principal, ...params, body, signal });
    void reply.header('x-thread-id', ids.threadId);
    const { responseType = asksForJson(headers.accept) ? 'text' : 'stream' } = body;
    if (responseType === 'text') return toWholeAnswer(events, ids);
    return reply.headers(streamHeaders).send(Readable.from(toUiMessageStream(events, ids)));
  });
  routes.handle(operations.getAssistantThread, async ({ principal, params, query }) => {
    const { domain, threadId } = params;
    const owner = ownerOf(deps, principal);
    if (owner !== undefined) await deps.addressLimits.take(threadsOfAddressLimit, owner);
    const { projectId } = await findOwnSite(deps.findSite, { principal, domain });
    if (query.fp === undefined) throw threadNotFound(threadId);
    const kind = kindOf(principal);
    const key = threadKeyOf(deps.addressSecret, { projectId, kind, visitor: query.fp, threadId });
    const messages = await selectThread(deps.database.kysely, key);
    if (messages.length === 0) throw threadNotFound(threadId);
    return toThread(threadId, messages);
  });
  routes.handle(operations.getAssistantSettings, async ({ principal, params: { projectId } }) => {
    const name = { organizationId: principal.organizationId, projectId };
    const project = mayUseProject(principal, projectId)
      ? await findProject(deps.database.kysely, name.organizationId, projectId)
      : undefined;
    if (project === undefined) throw projectNotFound(projectId);
    return withSpending(deps.database.kysely, projectId, await findAssistantSettings(deps.database.kysely, name));
  });
  registerConversationRoutes(routes, deps);
  routes.handle(operations.updateAssistantSettings, ({ principal, params: { projectId }, body, ifMatch }) =>
    deps.database.kysely
      .transaction()
      .execute((tx) => saveAssistantSettings(tx, { principal, projectId, body, ifMatch })),
  );
  app.post<{ Params: { domain: string } }>('/discovery/v1/assistant/:domain/message', {
    // Runs before the body is read, because the redirect doesn't depend on it.
    onRequest: async ({ params }) => {
      throw operationRetired(params.domain);
    },
    handler: async () => undefined,
  });
}

/** Whether a client requests JSON. All API clients do, including our SDK; `useChat` sends no `Accept` type. */
const asksForJson = (accept: string | undefined): boolean => /\bapplication\/json\b/.test(accept ?? '');
