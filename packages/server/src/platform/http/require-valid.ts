import type { Static, TSchema } from 'typebox';
import { unknownFields, createValidatorCompiler, toInvalidRequest } from './validate.ts';
import { findUnknownFields } from './find-unknown-fields.ts';

const compile = createValidatorCompiler();

/**
 * Checks a value that isn't from a request as if it were a request body. Unknown fields are also errors.
 * @throws {ApiError} invalid_request
 */
export function requireValid<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const unknown = findUnknownFields(schema, value);
  if (unknown.length > 0) throw unknownFields(unknown);
  const validate = compile({ schema, httpPart: 'body', method: 'POST', url: '/' });
  if (!validate(value)) throw toInvalidRequest('body', validate.errors as never);
  return value as Static<S>;
}
