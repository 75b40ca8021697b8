/**
 * Requests that a site's readers can send to an edge and to `docwright host`, and that operators can send to `docwright
 * host`.
 */
import type { DescribedOperation, Schema, Target } from './make-request.ts';

const text: Schema = { type: 'string', minLength: 1 };
const list: Schema = { type: 'array', items: text };
const fields = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const routes: readonly (readonly [
  method: string,
  path: string,
  more?: { body?: Schema; query?: readonly string[] },
])[] = [
  ['GET', '/{anything}', { query: ['docwright_preview', 'q'] }],
  ['GET', '/_docwright/search', { query: ['query', 'limit', 'language', 'version'] }],
  ['GET', '/_docwright/assistant'],
  [
    'POST',
    '/_docwright/assistant/message',
    {
      body: fields({ fp: text, threadId: text, messages: list, currentPath: text, filter: fields({ version: text }) }),
    },
  ],
  ['POST', '/_docwright/assistant/rating', { body: fields({ threadId: text, messageId: text, rating: text }) }],
  [
    'POST',
    '/mcp',
    {
      body: fields({
        jsonrpc: text,
        id: text,
        method: text,
        params: fields({ name: text, arguments: fields({ query: text }) }),
      }),
    },
  ],
  ['GET', '/mcp'],
  ['POST', '/_docwright/events', { body: fields({ events: list }) }],
  [
    'POST',
    '/_docwright/feedback',
    { body: fields({ path: text, rating: text, comment: text, block: fields({ code: text }) }) },
  ],
  ['POST', '/feedback', { body: fields({ path: text, feedback: text }) }],
  ['POST', '/_docwright/playground', { body: fields({ name: text }) }],
  ['GET', '/login', { query: ['redirect', 'test'] }],
  ['POST', '/login', { body: fields({ password: text, redirect: text }) }],
  ['GET', '/login/members-callback', { query: ['code', 'redirect'] }],
  ['GET', '/login/oauth/callback', { query: ['code', 'state', 'iss', 'error'] }],
  ['POST', '/login/jwt-callback', { body: fields({ token: text, redirect: text }) }],
  ['POST', '/logout'],
  ['GET', '/account'],
  ['GET', '/_docwright/ask', { query: ['domain'] }],
  ['GET', '/.well-known/{anything}'],
];

const adminRoutes: readonly (readonly [method: string, path: string, body: Schema])[] = [
  ['POST', '/admin/reload', fields({ bundleUrl: text, site: text })],
  ['POST', '/admin/activate', fields({ version: text, site: text })],
  ['POST', '/admin/rollback', fields({ site: text })],
];

function toTarget([method, path, { body, query = [] } = {}]: (typeof routes)[number]): Target {
  const operation: DescribedOperation = {
    operationId: `${method} ${path}`,
    parameters: query.map((name) => ({ name, in: 'query', schema: text })),
    ...(body !== undefined && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {},
  };
  return { method, path, operation };
}

export const readerTargets: readonly Target[] = routes.map(toTarget);
export const adminTargets: readonly Target[] = adminRoutes.map(([method, path, body]) =>
  toTarget([method, path, { body }]),
);
