/**
 * Facts about a host's API, for hosts whose published description may not be copied: paths, and the names and types of
 * the parameters and fields that an adapter uses. They are written by hand; `scripts/run-compare-facts.ts` compares
 * them with the description.
 */
import type { AnySchema } from 'ajv';
import type { Description } from '../assert-described.ts';

export interface OperationFacts {
  readonly path?: Readonly<Record<string, AnySchema>>;
  readonly query?: Readonly<Record<string, AnySchema>>;
  readonly body?: AnySchema;
  readonly answer?: AnySchema;
}

export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const flag = { type: 'boolean' } as const;
export const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values }) as const;
export const listOf = (items: AnySchema) => ({ type: 'array', items }) as const;
export const orNull = (schema: AnySchema) => ({ anyOf: [schema, { type: 'null' }] }) as const;
export const object = (properties: Readonly<Record<string, AnySchema>>, required: readonly string[] = []) =>
  ({ type: 'object', properties, required }) as const;

/** @param operations the operations by `METHOD /path/{parameter}` */
export function describeHost(operations: Readonly<Record<string, OperationFacts>>): Description {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, facts] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    const { body, answer } = facts;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      parameters: [...toParameters('path', facts.path), ...toParameters('query', facts.query)],
      ...(body !== undefined && { requestBody: { content: { 'application/json': { schema: body } } } }),
      ...(answer !== undefined && { responses: { '2XX': { content: { 'application/json': { schema: answer } } } } }),
    };
  }
  return { paths: paths as Description['paths'], components: {} };
}

const toParameters = (place: 'path' | 'query', schemas: OperationFacts['path'] = {}) =>
  Object.entries(schemas).map(([name, schema]) => ({ name, in: place, schema }));
