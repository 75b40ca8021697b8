/** Compares what an adapter sends with a host's own published description. */
import assert from 'node:assert/strict';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import type { HttpRequest } from '../../http-client/index.ts';

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
}
export interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>>;
}

/** What a host documents elsewhere than in its description. */
export interface Undescribed {
  readonly query?: readonly string[];
  readonly fields?: readonly string[];
}

/** Fails where the request's path, query or body is not in the description. Returns the operation's id. */
export function assertDescribed(
  description: Description,
  request: HttpRequest,
  apiUrl: string,
  undescribed: Undescribed = {},
): string {
  const url = new URL(request.url);
  const path = decodeURI(url.pathname.slice(new URL(apiUrl).pathname.replace(/\/$/, '').length));
  const [operation, names] = findOperation(description, request.method.toLowerCase(), path);
  const validator = addFormats.default(new Ajv({ strict: false, coerceTypes: 'array', logger: false }));
  validator.addSchema({ $id: 'description', components: description.components });
  const check = (schema: AnySchema, value: unknown, what: string): void => {
    const isValid = validator.compile(withRefs(schema))(value);
    assert.ok(isValid, `${operation.operationId}: ${what}: ${validator.errorsText(validator.errors)}`);
  };
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(description, parameter));
  for (const [name, value] of url.searchParams) {
    if (undescribed.query?.includes(name) === true) continue;
    const parameter = parameters.find((known) => known.in === 'query' && known.name === name);
    assert.ok(parameter, `${operation.operationId}: no query parameter ${name}`);
    check({ type: 'object', properties: { value: withRefs(parameter.schema ?? true) } }, { value }, name);
  }
  for (const name of names) assert.ok(parameters.some((known) => known.in === 'path' && known.name === name));
  const schema = bodyOf(description, operation)?.content['application/json']?.schema;
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

function findOperation(
  description: Description,
  method: string,
  path: string,
): [Operation & { readonly operationId: string }, string[]] {
  for (const [template, operations] of Object.entries(description.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method];
    if (!pattern.test(path) || operation === undefined) continue;
    const shared = (operations['parameters'] ?? []) as unknown as NonNullable<Operation['parameters']>;
    // Atlassian's operations have no ids.
    const operationId = operation.operationId ?? `${method} ${template}`;
    return [{ ...operation, operationId, parameters: [...shared, ...(operation.parameters ?? [])] }, names];
  }
  throw new assert.AssertionError({ message: `${method} ${path} is not in the description` });
}

function resolve(description: Description, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return description.components['parameters']?.[parameter.$ref.split('/').at(-1) ?? ''] as Parameter;
}

function bodyOf(description: Description, { requestBody }: Operation): Operation['requestBody'] {
  const reference = (requestBody as { readonly $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return requestBody;
  return description.components['requestBodies']?.[reference.split('/').at(-1) ?? ''] as Operation['requestBody'];
}

/** Names of the fields of a body, those that it takes over from others included. */
function fieldsOf(description: Description, schema: AnySchema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    const { $ref, allOf, oneOf, anyOf, properties } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof $ref === 'string') visit(description.components['schemas']?.[$ref.split('/').at(-1) ?? '']);
    for (const part of [allOf, oneOf, anyOf]) if (Array.isArray(part)) part.forEach(visit);
    for (const name of Object.keys(properties ?? {})) names.add(name);
  };
  visit(schema);
  return names;
}

function withRefs(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/')) as AnySchema;
}
