import type { NewPullRequest, PullRequest, PullRequestQuery } from './code-host.ts';
import { isCodeHostError } from './errors.ts';

export interface CreateSteps {
  readonly create: () => Promise<PullRequest>;
  readonly list: (query: PullRequestQuery) => Promise<readonly PullRequest[]>;
}

/**
 * Creates a pull request. If the host didn't report the outcome, checks whether the pull request exists. If it isn't
 * found, the outcome stays unknown, because the host may still be creating it (H3).
 */
export async function createOrFind(request: NewPullRequest, { create, list }: CreateSteps): Promise<PullRequest> {
  try {
    return await create();
  } catch (error) {
    if (!isCodeHostError(error, 'outcome-unknown') || request.signal?.aborted === true) throw error;
    const listed = await list({ headBranch: request.headBranch, signal: request.signal }).catch(() => []);
    const found = listed.find(({ state, baseBranch }) => state === 'open' && baseBranch === request.baseBranch);
    if (found === undefined) throw error;
    return found;
  }
}
