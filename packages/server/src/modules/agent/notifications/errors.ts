import { ApiError } from '../../../platform/http/index.ts';

export const personRequired = (keyName: string): ApiError =>
  new ApiError(
    'person_required',
    `Notifications belong to people, and "${keyName}" is an API key. People read theirs in the dashboard; a webhook endpoint tells programs of the same events.`,
  );

export const invalidReading = (): ApiError =>
  new ApiError('invalid_request', 'The body must have either "ids" or "upTo".', {
    details: [{ path: '/ids', message: 'or /upTo must be there, and not both' }],
  });

export const kindNamedTwice = (kind: string): ApiError =>
  new ApiError('invalid_request', `The kind "${kind}" is named more than once.`, {
    details: [{ path: '/settings', message: 'must name each kind once' }],
  });

export const leftMeanwhile = (): ApiError =>
  new ApiError('not_found', 'You are no longer a member of the organization.');

export const kindNotOfRole = (kind: string, role: string): ApiError =>
  new ApiError('insufficient_scope', `The role "${role}" may not see what notifications of the kind "${kind}" tell.`);
