import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { sendJson, type HttpExchange } from '@docwright/site-server';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { createMcpServer, type McpServerInfo } from './mcp-server.ts';
import { readJsonBody } from './read-body.ts';
import { ServiceError } from './service-error.ts';

/** `Invalid Request` of JSON-RPC 2.0. */
const batchRefused = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Batches are not supported: send each message in its own request.' },
};

/** Answers Streamable HTTP without sessions: each request gets its own server, in any process. */
export async function answerMcp(exchange: HttpExchange, knowledge: SiteKnowledge, info: McpServerInfo): Promise<void> {
  const { request, response } = exchange;
  if (request.method !== 'POST') {
    // No stream, because this server doesn't send notifications.
    response.setHeader('Allow', 'POST');
    throw new ServiceError('method-not-allowed', 'this MCP server has no sessions: send POST');
  }
  const body = await readJsonBody(request);
  // A batch would count as one use of the limit. The protocol has had no batches since version 2025-06-18.
  if (Array.isArray(body)) return sendJson(exchange, 400, batchRefused);
  const server = createMcpServer(knowledge, info, (call) => exchange.onToolCall?.(call));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
    exchange.sent(response.statusCode, 0);
  } finally {
    await server.close();
  }
}
