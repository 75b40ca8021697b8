import type { TObject, TSchema } from 'typebox';
import { ErrorBody } from './error-body.ts';
import { errorCodes } from './error-codes.ts';
import { Readiness } from './health.ts';
import { errorsOf, type Operation, type SuccessAnswer } from './operation.ts';
import { addExamples } from './openapi-examples.ts';
import { operations } from './operations.ts';

/** Version of the API, not of the software. */
export const apiVersion = '2.0.0';

const tags = {
  'Agent jobs': 'Turn a prompt into a pull request.',
  'Static export': 'Turn a site into one downloadable archive.',
  Projects: 'Documentation sites and their repositories.',
  Repositories: 'Repositories of the embedded code host.',
  'Code hosts': 'Connections to code hosts, with their credentials.',
  'API keys': 'Credentials for programs.',
  Organization: 'The organization that owns projects and keys, and its plan.',
  'Public keys': 'Keys that other websites use to search a live site.',
  Discovery: "Content of live sites: search, pages as Markdown, and the assistant's answers.",
  MCP: 'The API as tools for coding agents.',
  Notifications: 'Notifications of the signed-in person; API keys have none.',
  'Audit log': 'Who did what, when and from where.',
  Operations: 'For operators of the service.',
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Returns the API as an OpenAPI 3.1 document; `serverUrl` is the address at which clients reach it. */
export function toOpenApi(serverUrl: string, known: Readonly<Record<string, Operation>> = operations): JsonObject {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const [operationId, operation] of Object.entries(known)) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = toOperationObject(operationId, operation, schemas);
  }
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Docwright administrative API',
      version: apiVersion,
      description:
        'Agent jobs that turn a prompt into a pull request, and static exports that turn a site into a downloadable archive. An unknown field in a body is refused with `invalid_request`. Operations that clients of other platforms already use (agent jobs, exports, search, assistant, MCP, events) ignore such a field instead, and list it in the `Warning` response header. Responses of a deprecated operation have the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594); a deprecated field that a request uses is listed in `Warning`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key with the scope that the operation names.' },
      },
      schemas: sortKeys(schemas),
    },
  };
  addExamples(document);
  return document;
}

function toOperationObject(operationId: string, operation: Operation, schemas: JsonObject): JsonObject {
  const object: JsonObject = {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: describe(operation),
    ...(operation.deprecated !== undefined && { deprecated: true }),
    parameters: [
      ...toParameters(operation.params, 'path', schemas),
      ...toParameters(operation.query, 'query', schemas),
      ...(operation.idempotent ? [idempotencyParameter] : []),
      ...(operation.conditional && operation.method !== 'GET' ? [ifMatchParameter] : []),
    ],
    responses: toResponses(operation, schemas),
  };
  if (operation.scope === null) object['security'] = [];
  else if (operation.scope !== 'any') object['x-scope'] = operation.scope;
  if (operation.body !== null) {
    object['requestBody'] = {
      required: !operation.bodyOptional,
      content: { 'application/json': { schema: toSchema(operation.body, schemas) } },
    };
  }
  return object;
}

function describe({ description, deprecated }: Operation): string {
  if (deprecated === undefined) return description;
  const { since, sunset, instead } = deprecated;
  return `Deprecated since ${since}, and available until at least ${sunset}. ${instead} ${description}`;
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    "The object's `updatedAt` in double quotes, as in the `ETag` header, even if it is `null`. The response is 412 if the object has changed since.",
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function toParameters(shape: TObject, place: 'path' | 'query', schemas: JsonObject): JsonObject[] {
  const required = new Set(shape.required);
  return Object.entries(shape.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.has(name),
    schema: toSchema(schema, schemas),
  }));
}

function toResponses(operation: Operation, schemas: JsonObject): JsonObject {
  const responses: JsonObject = {};
  for (const answer of [operation.success, ...operation.alternatives])
    responses[answer.status] = toSuccess(answer, schemas);
  const codesByStatus = Map.groupBy(errorsOf(operation), (code) => errorCodes[code].status);
  for (const [status, codes] of [...codesByStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code].cause}`).join('\n\n'),
      headers: { ...requestIdHeader, ...errorHeaders[status] },
      content: { 'application/json': { schema: errorSchema(operation, status, schemas) } },
    };
  }
  return responses;
}

function toSuccess({ description, content }: SuccessAnswer, schemas: JsonObject): JsonObject {
  const shapes = Object.entries(content).map(([type, schema]) => [type, { schema: toSchema(schema, schemas) }]);
  return {
    description,
    headers: requestIdHeader,
    ...(shapes.length > 0 ? { content: Object.fromEntries(shapes) as JsonObject } : {}),
  };
}

/** Returns the schema of an error. `/readyz` reports missing parts in its own format, even with status 503. */
function errorSchema(operation: Operation, status: number, schemas: JsonObject): Json {
  const error = toSchema(ErrorBody, schemas);
  if (operation.path !== '/readyz' || status !== 503) return error;
  return { anyOf: [toSchema(Readiness, schemas), error] };
}

const requestIdHeader: JsonObject = {
  'X-Request-Id': { description: 'ID of the request in the log.', schema: { type: 'string' } },
};

const errorHeaders: Readonly<Record<number, JsonObject>> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } } },
  429: {
    'Retry-After': {
      description: 'Whole seconds until the next request is allowed.',
      schema: { type: 'integer', minimum: 1 },
    },
    'RateLimit-Policy': { description: 'The limit: number of requests and window.', schema: { type: 'string' } },
    RateLimit: {
      description: 'Remaining requests, and when the next one becomes available.',
      schema: { type: 'string' },
    },
  },
};

/** Replaces a schema that has an `$id` with a reference to a component, at any depth. */
function toSchema(schema: TSchema, schemas: JsonObject): Json {
  return toJson(schema, schemas);
}

function toJson(value: unknown, schemas: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => toJson(item, schemas));
  if (typeof value !== 'object' || value === null) return value as Json;
  const { $id: id, ...rest } = value as Record<string, unknown>;
  if (typeof id !== 'string') return mapValues(rest, schemas);
  if (!(id in schemas)) {
    schemas[id] = {}; // assigned before its parts are visited, so that cycles end
    schemas[id] = mapValues(rest, schemas);
  }
  return { $ref: `#/components/schemas/${id}` };
}

const mapValues = (object: Record<string, unknown>, schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, toJson(value, schemas)]));

const sortKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
