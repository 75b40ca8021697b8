import type { ErrorBody } from '@docwright/contract';
import type { ApiError } from './api-error.ts';

/** Converts an error to the common format. */
export function toErrorBody(error: ApiError, requestId: string): string {
  const body: ErrorBody = {
    error: error.message,
    ...(error.hasMessage && { message: error.message }),
    code: error.code,
    requestId,
    ...(error.details !== undefined && error.status === 400 && { details: [...error.details] }),
  };
  return JSON.stringify(body);
}

/** Headers of an error that is written without Fastify. */
export const toErrorHeaders = (error: ApiError, requestId: string): Record<string, string> => ({
  ...error.headers,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
});
