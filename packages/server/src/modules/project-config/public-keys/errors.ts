import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const publicKeyNotFound = (id: string): ApiError => new ApiError('not_found', `There is no public key "${id}".`);

export const publicKeyRevoked = (id: string): ApiError =>
  new ApiError('api_key_revoked', `The public key "${id}" is revoked. Create a new one.`);

export const tooManyPublicKeys = (allowed: number): ApiError =>
  new ApiError(
    'public_key_limit_reached',
    `The project has ${countOf(allowed, 'active public key')}, which is the limit. Revoke one that is no longer used.`,
  );

export const invalidOrigin = (origin: string, index: number): ApiError =>
  new ApiError(
    'invalid_request',
    `"${origin}" is not an origin. Specify only the scheme, host and port, such as "https://www.example.com".`,
    { details: [{ path: `/allowedOrigins/${index}`, message: 'must be an origin: https://www.example.com' }] },
  );

export const originNotAllowed = (origin: string): ApiError =>
  new ApiError(
    'origin_not_allowed',
    `The public key is not allowed on pages of "${origin.slice(0, 200)}". Add that origin to the key.`,
  );
