import { ApiError } from '../../../platform/http/index.ts';

export const hookNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no code host hook "${id.slice(0, 100)}".`);

export const invalidSignature = (): ApiError =>
  new ApiError('invalid_signature', "The body is not signed with this hook's secret.");

export const noHooksHere = (): ApiError =>
  new ApiError(
    'code_host_without_hooks',
    "The project's repository is on the embedded code host. Comments on its pull request pages start follow-ups without a hook.",
  );

export const unreadableBody = (reason: string, cause?: unknown): ApiError =>
  new ApiError('invalid_request', `The body is not a valid event of the code host: ${reason}`, {
    cause,
    details: [{ path: '', message: reason }],
  });

export const notJson = (cause: unknown): ApiError =>
  new ApiError('invalid_json', 'The body is not JSON. Choose the content type application/json on the code host.', {
    cause,
  });
