import { ApiError } from '../../../platform/http/index.ts';

export const pullRequestNotFound = (number: string): ApiError =>
  new ApiError('not_found', `The project has no open pull request "${number.slice(0, 20)}" from a fork.`);

export const pullRequestMoved = (number: number, head: string): ApiError =>
  new ApiError(
    'pull_request_moved',
    `The head of pull request #${number} is now ${head}. Review it, and approve that commit.`,
  );
