import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { HttpExchange } from '@docwright/site-server';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { createMcpServer, type McpServerInfo } from './mcp-server.ts';
import { readJsonBody } from './read-body.ts';
import { ServiceError } from './service-error.ts';

/** Streamable HTTP without sessions: each request is answered by a server of its own, from any process. */
export async function answerMcp(exchange: HttpExchange, knowledge: SiteKnowledge, info: McpServerInfo): Promise<void> {
  const { request, response } = exchange;
  if (request.method !== 'POST') {
    // No stream of notifications: there are none.
    response.setHeader('Allow', 'POST');
    throw new ServiceError('method-not-allowed', 'this MCP server keeps no sessions: send POST');
  }
  const body = await readJsonBody(request);
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
