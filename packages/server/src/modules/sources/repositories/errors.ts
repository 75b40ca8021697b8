import { ApiError } from '../../../platform/http/index.ts';

export const invalidRepository = (address: string, allowed: string): ApiError =>
  new ApiError(
    'invalid_repository',
    `"${address.slice(0, 200)}" is not the address of an allowed repository. Allowed: ${allowed}.`,
    {
      details: [{ path: '/repository', message: `allowed: ${allowed}` }],
    },
  );

/** The error for a missing repository, and also for a repository that only other organizations may use. */
export const notConnected = (webAddress: string): ApiError =>
  new ApiError(
    'invalid_repository',
    `${notConnectedText(webAddress)} The installation's operator can connect it: "docwright org repositories allow".`,
    { details: [{ path: '/repository', message: 'does not exist, or is not connected to the organization' }] },
  );

export const notConnectedText = (webAddress: string): string =>
  `The repository ${webAddress} does not exist, or is not connected to the organization.`;

export const repositoryNotFound = (name: string): ApiError =>
  new ApiError('not_found', `There is no repository "${name}".`);

export const repositoryTaken = (name: string): ApiError =>
  new ApiError('repository_taken', `A repository named "${name}" already exists. Choose another name.`);

export const branchChanged = (message: string): ApiError => new ApiError('branch_changed', message);

export const repositoryInUse = (name: string, project: string): ApiError =>
  new ApiError(
    'repository_in_use',
    `The repository "${name}" is used by the project "${project}". Delete or change that project first.`,
  );

export const invalidName = (message: string): ApiError =>
  new ApiError('invalid_request', message, { details: [{ path: '/name', message: 'must be a repository name' }] });
