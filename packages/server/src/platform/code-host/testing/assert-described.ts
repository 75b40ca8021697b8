/** Compares an adapter's requests, and its test server's responses, with a host's own published description. */
import assert from 'node:assert/strict';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import type { HttpRequest } from '../../http-client/index.ts';
import type { Exchange } from './recording-client.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: AnySchema;
}
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { readonly schema: AnySchema }>;
  };
  readonly responses?: Readonly<Record<string, { readonly content?: Content } | { readonly $ref: string }>>;
}
type Content = Readonly<Record<string, { readonly schema: AnySchema }>>;
export interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>>;
}

/** Behavior that a host documents outside its description. */
export interface Undescribed {
  readonly query?: readonly string[];
  readonly fields?: readonly string[];
}

/** Fails if the request's path, query or body doesn't match the description. Returns the operation's ID. */
export function assertDescribed(
  description: Description,
  request: HttpRequest,
  apiUrl: string,
  undescribed: Undescribed = {},
): string {
  const url = new URL(request.url);
  const [operation, names] = findOperation(description, request, apiUrl);
  const validator = addFormats.default(new Ajv({ strict: false, coerceTypes: 'array', logger: false }));
  validator.addSchema({ $id: 'description', components: description.components });
  const check = (schema: AnySchema, value: unknown, what: string): void => {
    const isValid = validator.compile(withRefs(schema))(value);
    assert.ok(isValid, `${operation.operationId}: ${what}: ${validator.errorsText(validator.errors)}`);
  };
  const parameters = (operation.parameters ?? []).map((parameter) => lookUp(description, parameter) as Parameter);
  for (const [name, value] of url.searchParams) {
    if (undescribed.query?.includes(name) === true) continue;
    const parameter = parameters.find((known) => known.in === 'query' && known.name === name);
    assert.ok(parameter, `${operation.operationId}: no query parameter ${name}`);
    check({ type: 'object', properties: { value: withRefs(parameter.schema ?? true) } }, { value }, name);
  }
  for (const name of names) assert.ok(parameters.some((known) => known.in === 'path' && known.name === name));
  const requestBody = lookUp(description, operation.requestBody) as Operation['requestBody'];
  const schema = requestBody?.content['application/json']?.schema;
  const body = request.body === undefined ? undefined : (JSON.parse(String(request.body)) as Record<string, unknown>);
  assert.equal(body !== undefined && schema === undefined, false, `${operation.operationId}: takes no body`);
  if (schema !== undefined && body !== undefined) {
    check(schema, body, 'body');
    const known = fieldsOf(description, schema);
    for (const name of Object.keys(body)) {
      if (undescribed.fields?.includes(name) === true) continue;
      assert.ok(known.has(name), `${operation.operationId}: no field ${name}`);
    }
  }
  return operation.operationId;
}

/**
 * Checks that a test server's responses match the host's. Each field of a successful response must be in the
 * description, with a value of the described type. Fields that no adapter reads may be missing. Unread responses and
 * refusals are skipped.
 */
export function assertAnswerDescribed(
  description: Description,
  exchange: Exchange,
  apiUrl: string,
  undescribed: readonly string[] = [],
): void {
  const { request, status, answer } = exchange;
  if (status < 200 || status >= 300 || answer === undefined || answer === '') return;
  const [operation] = findOperation(description, request, apiUrl);
  const described = Object.entries(operation.responses ?? {}).find(
    ([known]) => known === String(status) || known === '2XX',
  );
  assert.ok(described, `${operation.operationId}: no answer ${status}`);
  const response = lookUp(description, described[1]) as { readonly content?: Content };
  const schema = Object.values(response.content ?? {})[0]?.schema;
  assert.ok(schema !== undefined, `${operation.operationId}: the response has no body`);
  const value = JSON.parse(answer) as unknown;
  const validator = addFormats.default(new Ajv({ strict: false, logger: false }));
  validator.addSchema({ $id: 'description', ...withoutRequired({ components: description.components }) });
  const isValid = validator.compile(withRefs(withoutRequired(schema)))(value);
  assert.ok(isValid, `${operation.operationId}: answer: ${validator.errorsText(validator.errors)}`);
  assertKnownFields(description, { schema, value, undescribed, place: `${operation.operationId}: answer` });
}

interface Place {
  readonly schema: AnySchema;
  readonly value: unknown;
  readonly place: string;
  /** Fields that a test server adds and that no adapter reads. */
  readonly undescribed: readonly string[];
}

function assertKnownFields(description: Description, at: Place): void {
  const { schema, value, place } = at;
  const parts = partsOf(description, schema);
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items: found }) => (found === undefined ? [] : [found]));
    for (const item of value) assertKnownFields(description, { ...at, schema: { anyOf: items }, value: item });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const known = parts.flatMap(({ properties }) => properties?.[name] ?? []);
    const isOpen = parts.some(({ additionalProperties: more }) => more !== undefined && more !== false);
    assert.ok(known.length > 0 || isOpen || at.undescribed.includes(name), `${place}: no field ${name}`);
    if (known.length > 0) {
      assertKnownFields(description, { ...at, schema: { anyOf: known }, value: inner, place: `${place}.${name}` });
    }
  }
}

interface SchemaPart {
  readonly $ref?: string;
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
}

/** A schema with all inherited parts. */
function partsOf(description: Description, schema: AnySchema): SchemaPart[] {
  const part = lookUp(description, schema) as SchemaPart;
  const { allOf = [], anyOf = [], oneOf = [] } = part;
  return [part, ...[...allOf, ...anyOf, ...oneOf].flatMap((each) => partsOf(description, each))];
}

function lookUp(description: Description, value: unknown): unknown {
  const reference = (value as { readonly $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value;
  const [, , kind = '', name = ''] = reference.split('/');
  return lookUp(description, description.components[kind]?.[name]);
}

const withoutRequired = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'required' && Array.isArray(value) ? undefined : withNull(value),
  ) as T;

/** A nullable choice; Ajv only accepts `nullable` next to a type. */
function withNull(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('nullable' in schema) || 'type' in schema) return schema;
  const { anyOf = [], oneOf = [] } = schema as SchemaPart;
  return { anyOf: [...anyOf, ...oneOf, { type: 'null' }] };
}

function findOperation(
  description: Description,
  request: Pick<HttpRequest, 'method' | 'url'>,
  apiUrl: string,
): [Operation & { readonly operationId: string }, string[]] {
  const method = request.method.toLowerCase();
  const base = new URL(apiUrl).pathname.replace(/\/$/, '');
  const path = decodeURI(new URL(request.url).pathname.slice(base.length));
  for (const [template, operations] of Object.entries(description.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method];
    if (!pattern.test(path) || operation === undefined) continue;
    const shared = (operations['parameters'] ?? []) as unknown as NonNullable<Operation['parameters']>;
    // Atlassian's operations have no IDs.
    const operationId = operation.operationId ?? `${method} ${template}`;
    return [{ ...operation, operationId, parameters: [...shared, ...(operation.parameters ?? [])] }, names];
  }
  throw new assert.AssertionError({ message: `${method} ${path} is not in the description` });
}

/** The names of a body's fields, including inherited fields. */
const fieldsOf = (description: Description, schema: AnySchema): ReadonlySet<string> =>
  new Set(partsOf(description, schema).flatMap(({ properties }) => Object.keys(properties ?? {})));

function withRefs(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/')) as AnySchema;
}
