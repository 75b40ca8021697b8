import { ApiError } from '../../../platform/http/index.ts';

export const personRequired = (keyName: string): ApiError =>
  new ApiError(
    'person_required',
    `Notifications belong to people, and "${keyName}" is an API key. People read theirs in the dashboard; programs can use a webhook endpoint for the same events.`,
  );

export const invalidReading = (): ApiError =>
  new ApiError('invalid_request', 'The body must have either "ids" or "upTo".', {
    details: [{ path: '/ids', message: 'or /upTo is required, but not both' }],
  });

export const kindNamedTwice = (kind: string): ApiError =>
  new ApiError('invalid_request', `The kind "${kind}" is listed more than once.`, {
    details: [{ path: '/settings', message: 'must list each kind once' }],
  });

export const noLongerMember = (): ApiError =>
  new ApiError('not_found', 'You are no longer a member of the organization.');

export const kindNotOfRole = (kind: string, role: string): ApiError =>
  new ApiError('insufficient_scope', `The role "${role}" can't see notifications of the kind "${kind}".`);
