import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from './api-error.ts';

/** A body is taken as it was sent; the text of a path or a query becomes the number or boolean that its schema asks for. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const options = {
    allErrors: false,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    verbose: true,
  } as const;
  const exact = addFormats.default(new Ajv({ ...options, coerceTypes: false }), ['date-time', 'uri']);
  const coercing = addFormats.default(new Ajv({ ...options, coerceTypes: true }), ['date-time', 'uri']);
  return ({ schema, httpPart }) => (httpPart === 'body' ? exact : coercing).compile(withoutIds(schema));
}

/** The same schema without `$id`s: each route compiles its own, and Ajv refuses an id that it has seen. */
function withoutIds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutIds) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$id');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutIds(value)])) as T;
}

/** Longest piece of a caller's value that is quoted back. */
const maxQuotedLength = 80;

/** Ajv's findings as the 400 that names the field, the value and what is allowed. */
export function toInvalidRequest(part: string, errors: readonly ErrorObject[]): ApiError {
  const details = errors.map((error) => {
    const missing = error.keyword === 'required' ? `/${String(error.params['missingProperty'])}` : '';
    return { path: `${error.instancePath}${missing}` || '/', message: describe(error) };
  });
  const first = details[0];
  const message =
    first === undefined
      ? `The ${part} is not valid.`
      : `The ${part} is not valid: ${nameOf(first.path, part)} ${first.message}.`;
  return new ApiError('invalid_request', message, { details });
}

const nameOf = (path: string, part: string): string => (path === '/' ? `the ${part}` : `"${path.slice(1)}"`);

function describe(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required';
  const found = quote(error.data);
  switch (error.keyword) {
    case 'minLength':
      return 'must not be empty';
    case 'pattern':
      return error.params['pattern'] === '\\S'
        ? 'must not be blank'
        : `must match ${String(error.params['pattern'])}, and is ${found}`;
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).map(String).join(', ')}, and is ${found}`;
    case 'maxLength':
      return `must have at most ${String(error.params['limit'])} characters`;
    default:
      return `${error.message ?? 'is not valid'}, and is ${found}`;
  }
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text;
}
