import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const codeHostNotFound = (id: string): ApiError => new ApiError('not_found', `There is no code host "${id}".`);

/** @param field a field of the body. The message never quotes a credential. */
export const invalidCodeHost = (field: string, reason: string, cause?: unknown): ApiError =>
  new ApiError('invalid_code_host', `The code host can't be connected: ${reason}`, {
    cause,
    details: [{ path: `/${field}`, message: reason }],
  });

export const codeHostTaken = (webUrl: string, account: string): ApiError =>
  new ApiError(
    'code_host_taken',
    `${webUrl} is already connected${account === '' ? '' : ` for ${account}`}. Change that connection, or specify a different account.`,
  );

export const tooManyCodeHosts = (limit: number): ApiError =>
  new ApiError(
    'code_host_limit_reached',
    `The organization has ${countOf(limit, 'code host')}, which is the limit. Disconnect one first.`,
  );

export const codeHostInUse = (name: string, projects: readonly string[]): ApiError => {
  const shown = projects.slice(0, 5).map((project) => `"${project}"`);
  const more = projects.length > shown.length ? ` and ${projects.length - shown.length} more` : '';
  return new ApiError(
    'code_host_in_use',
    `"${name}" provides access to the repository of ${shown.join(', ')}${more}. \`force\` disconnects it anyway, and their jobs will fail.`,
  );
};

export const codeHostRefused = (reason: string, cause: unknown): ApiError =>
  new ApiError('code_host_refused', reason, { cause });
