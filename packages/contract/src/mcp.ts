import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Nullable } from './ids.ts';

const version = { jsonrpc: Type.Enum(['2.0']) };
const MessageId = Type.Union([
  Type.String({ maxLength: 200 }),
  // Some clients number their messages; others use the time.
  Type.Number({ multipleOf: 1, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
]);

/** A JSON-RPC 2.0 message of a client. Without an `id`, it is a notification. */
const McpMessage = Type.Object(
  {
    ...version,
    id: Type.Optional(MessageId),
    method: Type.String({ minLength: 1, maxLength: 200, description: '`initialize`, `tools/list`, `tools/call` …' }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'McpMessage' },
);
export type McpMessage = Static<typeof McpMessage>;

const McpAnswer = Type.Object(
  {
    ...version,
    id: Type.Optional(Nullable(MessageId)),
    result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    error: Type.Optional(
      Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
    ),
  },
  { $id: 'McpAnswer' },
);

export const mcpOperations = {
  sendMcpMessage: operation({
    method: 'POST',
    path: '/v1/mcp',
    tag: 'MCP',
    summary: 'Send a message to the MCP server',
    description:
      'The Model Context Protocol over streamable HTTP, without sessions. `tools/list` returns the tools that the key may use: each is an operation of this API, with its scope, limits and errors. Dashboard sessions are not accepted.',
    scope: 'any',
    sessions: false,
    body: McpMessage,
    ignoresUnknownFields: true,
    success: json(200, 'The response. If a tool failed, the result has `isError`.', McpAnswer),
    alternatives: [{ status: 202, description: 'The notification is accepted.', content: {} }],
  }),
} as const;
