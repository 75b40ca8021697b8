import { ApiError } from '../../../platform/http/index.ts';

export const hookNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no code host hook "${id.slice(0, 100)}".`);

export const invalidSignature = (): ApiError =>
  new ApiError('invalid_signature', 'The body is not signed with the secret of this hook.');

export const noHooksHere = (): ApiError =>
  new ApiError(
    'code_host_without_hooks',
    'The project’s repository is on the embedded code host, whose pull-request pages start follow-ups without a hook.',
  );

export const unreadableBody = (reason: string, cause?: unknown): ApiError =>
  new ApiError('invalid_request', `The body is not what the code host’s event should hold: ${reason}`, {
    cause,
    details: [{ path: '', message: reason }],
  });

export const notJson = (cause: unknown): ApiError =>
  new ApiError('invalid_json', 'The body is not JSON: choose the content type application/json at the code host.', {
    cause,
  });
