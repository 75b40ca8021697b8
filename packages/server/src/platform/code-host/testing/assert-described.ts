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
  readonly operationId: string;
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

/** Fails where the request's path, query or body is not in the description. Returns the operation's id. */
export function assertDescribed(description: Description, request: HttpRequest, apiUrl: string): string {
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
    const parameter = parameters.find((known) => known.in === 'query' && known.name === name);
    assert.ok(parameter, `${operation.operationId}: no query parameter ${name}`);
    check({ type: 'object', properties: { value: withRefs(parameter.schema ?? true) } }, { value }, name);
  }
  for (const name of names) assert.ok(parameters.some((known) => known.in === 'path' && known.name === name));
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = request.body === undefined ? undefined : (JSON.parse(String(request.body)) as Record<string, unknown>);
  assert.equal(body !== undefined && schema === undefined, false, `${operation.operationId}: takes no body`);
  if (schema !== undefined && body !== undefined) {
    check(schema, body, 'body');
    const known = JSON.stringify(schema);
    for (const name of Object.keys(body))
      assert.ok(known.includes(`"${name}":`), `${operation.operationId}: no field ${name}`);
  }
  return operation.operationId;
}

function findOperation(description: Description, method: string, path: string): [Operation, string[]] {
  for (const [template, operations] of Object.entries(description.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method];
    if (pattern.test(path) && operation !== undefined) return [operation, names];
  }
  throw new assert.AssertionError({ message: `${method} ${path} is not in the description` });
}

function resolve(description: Description, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return description.components['parameters']?.[parameter.$ref.split('/').at(-1) ?? ''] as Parameter;
}

function withRefs(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/')) as AnySchema;
}
