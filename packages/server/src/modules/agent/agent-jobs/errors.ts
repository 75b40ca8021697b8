import type { JobErrorCode } from '@docwright/contract';
import { ApiError } from '../../../platform/http/index.ts';

export const agentJobNotFound = (id: string): ApiError => new ApiError('not_found', `There is no agent job "${id}".`);

export const agentJobImageNotFound = (id: string, digest: string): ApiError =>
  new ApiError('not_found', `The agent job "${id}" has no image with the digest "${digest}".`);

export const notInDiff = (path: string): ApiError =>
  new ApiError('not_in_diff', `The diff doesn't contain the file ${JSON.stringify(path.slice(0, 200))}.`);

export const agentJobArchived = (id: string): ApiError =>
  new ApiError('agent_job_archived', `The agent job "${id}" is archived, which is final. Create a new one.`);

export const agentJobActive = (id: string): ApiError =>
  new ApiError('agent_job_active', `The agent job "${id}" is still active. Wait for it or cancel it.`);

export const agentJobOfDraft = (id: string): ApiError =>
  new ApiError(
    'agent_job_of_draft',
    `The agent job "${id}" suggests changes to a draft, so it accepts no follow-ups. Send another request about the draft.`,
  );

export const agentJobNotActive = (id: string, status: string): ApiError =>
  new ApiError('agent_job_not_active', `The agent job "${id}" has already ended; its status is "${status}".`);

export const codeHostRefused = (number: number, cause: Error): ApiError =>
  new ApiError(
    'code_host_refused',
    `The pull request #${number} could not be closed, so the job was not archived: ${cause.message}`,
    { cause },
  );

export const noPullRequest = (id: string, duplicateOf: string | null): ApiError =>
  new ApiError(
    'no_pull_request',
    duplicateOf === null
      ? `The agent job "${id}" hasn't opened a pull request.`
      : `The agent job "${id}" hasn't opened a pull request, because the pull request of the job "${duplicateOf}" contains the same change.`,
  );

export const pullRequestEnded = (number: number, state: string): ApiError =>
  new ApiError('pull_request_ended', `The pull request #${number} is already ${state}.`);

/** An agent job that can't complete, with a cause and a remedy for its owner. */
export class AgentJobFailure extends Error {
  override readonly name = 'AgentJobFailure';
  readonly code: JobErrorCode;
  readonly remedy: string;
  readonly retryable: boolean;

  constructor(
    failure: {
      readonly code: JobErrorCode;
      readonly message: string;
      readonly remedy: string;
      readonly retryable: boolean;
    },
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
    this.code = failure.code;
    this.remedy = failure.remedy;
    this.retryable = failure.retryable;
  }
}

export const draftTextChanged = (message: string): AgentJobFailure =>
  new AgentJobFailure({
    code: 'draft_text_changed',
    message,
    remedy: 'Ask the agent again about the current text.',
    retryable: false,
  });

/** @param reason the end of a sentence */
export const permissionLost = (reason: string): AgentJobFailure =>
  new AgentJobFailure({
    code: 'permission_lost',
    message: `No changes were suggested: ${reason}.`,
    remedy: 'Someone with the permission to edit the draft can ask the agent again.',
    retryable: false,
  });

export const branchMoved = (branch: string, how: string): AgentJobFailure =>
  new AgentJobFailure({
    code: 'branch_moved',
    message: `The branch ${branch} was changed by someone else ${how}; it was not overwritten.`,
    remedy: 'Create a new job, which will create its own branch.',
    retryable: false,
  });

export const pullRequestClosed = ({ url, state }: { readonly url: string; readonly state: string }): AgentJobFailure =>
  new AgentJobFailure({
    code: 'pull_request_closed',
    message: `The pull request ${url} is ${state}, so follow-ups aren't possible.`,
    remedy: 'Create a new job.',
    retryable: false,
  });
