import type { JobFailure } from '../../sources/repositories/index.ts';
import { toJobFailure } from '../../sources/repositories/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';

const remedies: Readonly<Partial<Record<JobFailure['code'], string>>> = {
  repository_not_found:
    'Remove the context repository from the agent settings of the project, or connect it to the organization again.',
  branch_not_found: "Set another branch of the context repository in the project's agent settings.",
  repository_empty: 'Remove the context repository from the agent settings of the project until it has a commit.',
  permission_denied: "Give the installation's credentials read access to the context repository.",
  limit_exceeded:
    'Remove the context repository from the agent settings of the project, or ask the operator to increase the limit that the message names.',
};

/**
 * Describes the failure that a job reports if a context repository can't be read. Returns `undefined` for other errors.
 */
export function nameContextFailure(error: unknown, url: string): JobFailure | undefined {
  if (!isGitError(error) && !isCodeHostError(error)) return undefined;
  const failure = toJobFailure(error);
  const message = `The context repository ${url} can't be read: ${error.message}`;
  return { ...failure, message, remedy: remedies[failure.code] ?? failure.remedy };
}
