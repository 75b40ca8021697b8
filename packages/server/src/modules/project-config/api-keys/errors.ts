import { ApiError } from '../../../platform/http/index.ts';

export const apiKeyNotFound = (id: string): ApiError => new ApiError('not_found', `There is no API key "${id}".`);

export const apiKeyRevoked = (id: string): ApiError =>
  new ApiError('api_key_revoked', `The API key "${id}" is revoked. Create a new one.`);

export const apiKeyLimitReached = (limit: number): ApiError =>
  new ApiError(
    'api_key_limit_reached',
    `The organization has ${limit} active API keys, which is the limit. Revoke one that is no longer used.`,
  );

export const expiryPassed = (expiresAt: string): ApiError =>
  new ApiError('invalid_request', `"expiresAt" must be in the future, but is ${expiresAt}.`, {
    details: [{ path: '/expiresAt', message: 'must be in the future' }],
  });
