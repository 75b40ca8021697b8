import { branchNameRule, isBranchName } from '../../../platform/git/index.ts';
import { ApiError } from '../../../platform/http/index.ts';

/**
 * Checks a branch that a caller sent.
 * @param path the path of the field in the body
 */
export function requireBranch(branch: string, path = '/branch'): string {
  if (isBranchName(branch)) return branch;
  const message = `must be the name of a branch: ${branchNameRule}`;
  throw new ApiError(
    'invalid_request',
    `${JSON.stringify(branch.slice(0, 80))} can't be used: "${path.slice(1)}" ${message}.`,
    {
      details: [{ path, message }],
    },
  );
}
