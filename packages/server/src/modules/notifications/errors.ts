import { ApiError } from '../../platform/http/index.ts';

export const personRequired = (keyName: string): ApiError =>
  new ApiError(
    'person_required',
    `Notifications are of people, and "${keyName}" is an API key: ask with the session of the dashboard. A webhook endpoint tells programs of the same events.`,
  );

export const invalidReading = (): ApiError =>
  new ApiError('invalid_request', 'The body names either "ids" or "upTo".', {
    details: [{ path: 'body', message: 'must have one of ids and upTo' }],
  });

export const kindNamedTwice = (kind: string): ApiError =>
  new ApiError('invalid_request', `The kind "${kind}" is named more than once.`, {
    details: [{ path: 'settings', message: 'must name each kind once' }],
  });

export const leftMeanwhile = (): ApiError =>
  new ApiError('not_found', 'You are no member of the organization any more.');

export const kindNotOfRole = (kind: string, role: string): ApiError =>
  new ApiError('insufficient_scope', `The role "${role}" may not see what notifications of the kind "${kind}" tell.`);
