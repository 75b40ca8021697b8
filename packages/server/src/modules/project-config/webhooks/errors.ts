import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const endpointNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no webhook endpoint "${id}".`);

export const deliveryNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The webhook endpoint has no delivery "${id}".`);

export const endpointDisabled = (id: string): ApiError =>
  new ApiError('webhook_disabled', `The webhook endpoint "${id}" is disabled. Set \`enabled\` to true first.`);

export const tooManyEndpoints = (limit: number): ApiError =>
  new ApiError(
    'webhook_limit_reached',
    `The organization has ${countOf(limit, 'webhook endpoint')}, which is the limit. Delete one first.`,
  );

export const invalidUrl = (reason: string, cause?: unknown): ApiError =>
  new ApiError('invalid_webhook_url', `This address is not allowed for webhooks: ${reason}`, {
    cause,
    details: [{ path: '/url', message: reason }],
  });
