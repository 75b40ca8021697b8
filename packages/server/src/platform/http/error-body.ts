import type { ErrorBody } from '@docwright/contract';
import type { ApiError } from './api-error.ts';

/** The one shape that every error has. */
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
