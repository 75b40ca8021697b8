import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import type { UnknownField } from './find-unknown-fields.ts';
import { isSecretName } from '../log/index.ts';
import { isStorableText, nothingThere, storableTextRule } from './storable-text.ts';
import { countOf } from '../words/count-of.ts';

/**
 * Creates the compiler of request schemas. A body is accepted as it was sent, without the fields that its schema
 * doesn't define: unknown fields must not be stored at any depth. Strings in a path or a query are converted to the
 * number or boolean that the schema requires.
 *
 * A schema is compiled at the route's first request. Compiling all schemas at startup would take a second of CPU time,
 * mostly for unused routes.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  const options = {
    allErrors: false,
    useDefaults: true,
    strict: false,
    // The schemas are part of the contract, whose types ensure that they are valid.
    meta: false,
    validateSchema: false,
    verbose: true,
  } as const;
  const exact = withRules(new Ajv({ ...options, coerceTypes: false, removeAdditional: 'all' }));
  const coercing = withRules(new Ajv({ ...options, coerceTypes: true }));
  return ({ schema, httpPart }) =>
    compileLater(() => (httpPart === 'body' ? exact : coercing).compile(toCompiled(schema)));
}

/** Compiles a schema at its first use. Fastify reads the errors from the returned function. */
function compileLater(compile: () => ValidateFunction): FastifyValidationResult {
  let compiled: ValidateFunction | undefined;
  const validate: FastifyValidationResult = (data: unknown) => {
    compiled ??= compile();
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

function withRules(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time', 'uri']);
  const dateTime = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // RFC 3339 allows second 60 and an offset of 24 hours; `Date` doesn't.
  ajv.addFormat('date-time', (text) => dateTime.validate(text) && !Number.isNaN(Date.parse(text)));
  return ajv.addKeyword({
    keyword: storable,
    type: 'string',
    errors: false,
    validate: (_rule: true, text: string) => isStorableText(text),
  });
}

const storable = 'storable';

/**
 * Prepares a schema for compilation: all strings must be storable, and `$id`s are removed, because each route compiles
 * its own copy and Ajv refuses repeated IDs.
 */
function toCompiled<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(toCompiled) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$id');
  const compiled = Object.fromEntries(entries.map(([key, value]) => [key, toCompiled(value)]));
  return (compiled['type'] === 'string' ? { ...compiled, [storable]: true } : compiled) as T;
}

/** Longer values from the caller are truncated when they are quoted. */
const maxQuotedLength = 80;

/**
 * Converts Ajv's errors to a 400 response that contains the field, the value and the allowed values. An impossible path
 * results in a 404 response.
 */
export function toInvalidRequest(part: string, errors: readonly ErrorObject[]): ApiError {
  if (part === 'params') return nothingThere();
  const details = errors.map((error) => {
    const missing = error.keyword === 'required' ? `/${error.params['missingProperty']}` : '';
    return { path: `${error.instancePath}${missing}` || '/', message: describe(error) };
  });
  const first = details[0];
  const message =
    first === undefined
      ? `The ${part} is not valid.`
      : `The ${part} is not valid: ${nameOf(first.path, part)} ${first.message}.`;
  return new ApiError('invalid_request', message, { details });
}

/** Returns a 400 error that lists unknown fields with the fields that were probably meant. */
export function unknownFields(fields: readonly UnknownField[]): ApiError {
  const details = fields.map(({ pointer, meant }) => ({
    path: pointer,
    message: `is not a field of this request${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
  }));
  const [first] = fields;
  const message = `The body is not valid: ${JSON.stringify(shorten(first?.name ?? ''))} ${details[0]?.message ?? ''}`;
  return new ApiError('invalid_request', message.endsWith('?') ? message : `${message}.`, { details });
}

const nameOf = (path: string, part: string): string => (path === '/' ? `the ${part}` : `"${path.slice(1)}"`);

function describe(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required';
  const found = isSecretName(error.instancePath.split('/').at(-1) ?? '') ? 'something else' : quote(error.data);
  switch (error.keyword) {
    case 'minLength':
      return 'must not be empty';
    case 'pattern':
      return `${patternRules[String(error.params['pattern'])] ?? `must match ${error.params['pattern']}`}, but is ${found}`;
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).map(String).join(', ')}, but is ${found}`;
    case storable:
      return `${storableTextRule}, but is ${found}`;
    case 'maxLength':
      return `must have at most ${countOf(Number(error.params['limit']), 'character')}`;
    case 'minProperties':
      return 'must have at least one field';
    default:
      return `${error.message ?? 'is not valid'}, but is ${found}`;
  }
}

/** Explanations of the contract's regular expressions. */
const patternRules: Readonly<Record<string, string>> = {
  [String.raw`\S`]: 'must not be blank',
  [String.raw`^[^\s@]+@[^\s@]+$`]: 'must be an email address',
  '^[0-9a-f]{40}$': "must be a commit's SHA: 40 hexadecimal digits",
  '^/': 'must begin with /',
  [String.raw`^[^\s\x00-\x1f\x7f-\x9f]([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$`]:
    'must not have control characters, or spaces at its start or end',
};

/** Lists and objects can have any size and depth, so they are described and not quoted. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${countOf(value.length, 'item')}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : (JSON.stringify(value) ?? 'missing');
}

function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}
