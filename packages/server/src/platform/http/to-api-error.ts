import { defaultMaxBodyBytes } from '@docwright/contract';
import type { FastifyError } from 'fastify';
import { isDiskFull } from '../disk/index.ts';
import { ApiError } from './api-error.ts';
import { toInvalidRequest } from './validate.ts';

/**
 * Converts any thrown value to the error that the caller receives. Errors that aren't meant for callers are converted
 * to `internal`.
 */
export function toApiError(
  error: unknown,
  isUnavailable: (error: unknown) => boolean,
  maxBodyBytes = defaultMaxBodyBytes,
): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) {
    return new ApiError('unavailable', "The service can't reach its database right now. Try again in a few seconds.", {
      cause: error,
    });
  }
  if (isDiskFull(error)) {
    return new ApiError(
      'storage_full',
      "The service's disk is full. Nothing was changed. Try again after an operator has freed space.",
      { cause: error, headers: { 'retry-after': '60' } },
    );
  }
  const fastify = error as Partial<FastifyError>;
  if (fastify.validation !== undefined) {
    // Fastify passes on Ajv's errors with a looser type.
    return toInvalidRequest(fastify.validationContext ?? 'request', fastify.validation as never);
  }
  switch (fastify.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(
        'unsupported_media_type',
        'The body must be JSON. Send the header "Content-Type: application/json".',
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large', `The body is larger than the limit of ${maxBodyBytes} bytes.`);
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('invalid_json', 'The body is not JSON.');
    default:
      break;
  }
  if (error instanceof SyntaxError && fastify.statusCode === 400)
    return new ApiError('invalid_json', `The body is not JSON: ${plain(error.message)}.`);
  if (fastify.statusCode === 400 || fastify.statusCode === 414 || fastify.statusCode === 431) {
    return new ApiError('invalid_request', "The request can't be read.", { cause: error });
  }
  return new ApiError(
    'internal',
    "The request failed because of an internal error. Search the service's log for the request ID.",
    {
      cause: error,
    },
  );
}

const plain = (message: string): string => message.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
