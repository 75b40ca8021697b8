import { Readable } from 'node:stream';
import { operations } from '@docwright/contract';
import { toUiMessageStream, toWholeAnswer } from '@docwright/site-assistant';
import type { FastifyInstance } from 'fastify';
import type { OperationRoutes } from '../../platform/http/index.ts';
import { askAssistant, type AssistantDeps } from './ask-assistant.ts';
import { operationRetired } from './errors.ts';

/** Of the AI SDK's UI message stream. */
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
  app.post<{ Params: { domain: string } }>('/discovery/v1/assistant/:domain/message', {
    // Before the body is read: whatever it holds, it goes elsewhere.
    onRequest: async ({ params }) => {
      throw operationRetired(params.domain);
    },
    handler: async () => undefined,
  });
}

/** As clients of the whole API do, this service's SDK among them; `useChat` names no type. */
const asksForJson = (accept: string | undefined): boolean => /\bapplication\/json\b/.test(accept ?? '');
