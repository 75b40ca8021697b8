import { operations, type McpMessage } from '@docwright/contract';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance } from 'fastify';
import { ApiError, type OperationRequest, type OperationRoutes } from '../../platform/http/index.ts';
import type { ApiRequest, AskApi } from './call-tool.ts';
import { createMcpServer } from './create-mcp-server.ts';

type McpRequest = OperationRequest<typeof operations.sendMcpMessage>;

export function registerMcpRoutes(
  app: FastifyInstance,
  routes: OperationRoutes,
  deps: { readonly version: string },
): void {
  routes.handle(operations.sendMcpMessage, async (request, reply) => {
    const server = createMcpServer(request.principal, createAskApi(app, request), deps.version);
    const answer = await exchange(server, request);
    void reply.code(answer.status);
    // A notification has an answer without a body.
    return answer.json ?? reply.send();
  });
}

/** With the key, the address and the program of who sent the message; it ends when they hang up. */
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
        // What could be a stream comes whole.
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

/** Streamable HTTP without sessions: an answer in JSON, or 202 for a notification. */
async function exchange(server: Server, { body, headers }: McpRequest): Promise<{ status: number; json: unknown }> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(toWebRequest(headers), { parsedBody: body satisfies McpMessage });
    const text = await answer.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return { status: answer.status, json };
    const { message } = (json as { readonly error: { readonly message: string } }).error;
    throw new ApiError('invalid_request', `This is no message of the protocol: ${message}.`);
  } finally {
    await server.close();
  }
}

/** The transport looks at headers only: the body is read by now, and whoever asks gets JSON, whatever they accept. */
function toWebRequest(headers: McpRequest['headers']): Request {
  const version = headers['mcp-protocol-version'];
  return new Request('http://localhost/v1/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    },
  });
}
