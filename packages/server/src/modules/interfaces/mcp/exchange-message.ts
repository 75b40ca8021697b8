import type { McpMessage, operations } from '@docwright/contract';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ApiError, type OperationRequest } from '../../../platform/http/index.ts';

export type McpRequest = OperationRequest<typeof operations.sendMcpMessage>;

/** Exchanges a message over streamable HTTP without sessions. The response is JSON, or 202 for a notification. */
export async function exchangeMessage(
  server: Server,
  { body, headers }: McpRequest,
): Promise<{ status: number; json: unknown }> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(toWebRequest(headers), { parsedBody: body satisfies McpMessage });
    const text = await answer.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return { status: answer.status, json };
    const { message } = (json as { readonly error: { readonly message: string } }).error;
    throw new ApiError('invalid_request', `The message is not valid in this protocol: ${message}.`);
  } finally {
    await server.close();
  }
}

/**
 * Creates the request for the transport, which only reads headers: the body has already been read, and callers get JSON
 * regardless of what they accept.
 */
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
