import { operations } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import type { ApiRequest, AskApi } from './call-tool.ts';
import type { McpRequest } from './exchange-message.ts';

export function registerMcpRoutes(
  app: FastifyInstance,
  routes: OperationRoutes,
  deps: { readonly version: string },
): void {
  routes.handle(operations.sendMcpMessage, async (request, reply) => {
    // The SDK has 240 modules, which are loaded only when the protocol is used.
    const [{ createMcpServer }, { exchangeMessage }] = await Promise.all([
      import('./create-mcp-server.ts'),
      import('./exchange-message.ts'),
    ]);
    const server = createMcpServer(request.principal, createAskApi(app, request), deps.version);
    const answer = await exchangeMessage(server, request);
    void reply.code(answer.status);
    // The response to a notification has no body.
    return answer.json ?? reply.send();
  });
}

/**
 * Creates a function that calls the API with the sender's key, address and program, and stops if the sender
 * disconnects.
 */
function createAskApi(app: FastifyInstance, { principal, headers, signal }: McpRequest): AskApi {
  const { authorization = '' } = headers;
  const { address, userAgent } = principal.origin;
  return async ({ method, path, headers: more, body }: ApiRequest) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: address,
      signal,
      headers: {
        authorization,
        // Responses that could be streamed are sent as a whole.
        accept: 'application/json',
        'user-agent': userAgent ?? '',
        ...more,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN);
    return {
      status: answer.statusCode,
      text: answer.body,
      isJson: /^application\/json(;|$)/.test(String(answer.headers['content-type'])),
      retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
    };
  };
}
