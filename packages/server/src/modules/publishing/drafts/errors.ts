import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const draftFileRefused = (message: string, options: ErrorOptions = {}): ApiError =>
  new ApiError('draft_file_refused', message, options);

export const draftFileNotFound = (path: string): ApiError =>
  new ApiError('not_found', `The file ${quote(path)} does not exist in the draft or its branch.`);

export const draftRevisionNotFound = (path: string, revision: string): ApiError =>
  new ApiError(
    'not_found',
    `The file ${quote(path)} has no revision ${quote(revision)} on the branch or in its draft.`,
  );

export const draftFileChanged = (path: string): ApiError =>
  new ApiError(
    'draft_file_changed',
    `The file ${quote(path)} has changed since it was read, so nothing was saved. Read it again, combine both versions, and save the result with its new version.`,
  );

export const draftChanged = (): ApiError =>
  new ApiError('draft_changed', 'The draft has changed since it was reviewed. Review it again, then publish it.');

export const draftBusy = (): ApiError =>
  new ApiError('unavailable', 'Others are changing the draft right now, so nothing was saved. Try again.');

export const draftEmpty = (): ApiError => new ApiError('draft_empty', 'The draft contains no changes to publish.');

export const draftConflict = (paths: readonly string[]): ApiError =>
  new ApiError(
    'draft_conflict',
    `${countOf(paths.length, 'file conflicts', 'files conflict')} with commits of the branch: ${listed(paths)}. Resolve the conflicts, then publish the draft.`,
  );

export const draftBlocked = (message: string): ApiError =>
  new ApiError(
    'draft_blocked',
    `The draft introduces errors, and the project's settings block such drafts: ${message} Fix the errors, then publish the draft.`,
  );

export const draftLimitReached = (message: string): ApiError => new ApiError('draft_limit_reached', message);

export const draftActionUnavailable = (action: string, allowed: readonly string[], reason: string | null): ApiError =>
  new ApiError(
    'draft_action_unavailable',
    `The branch does not allow ${quote(action)}. ${reason === null ? '' : `${reason} `}Allowed actions: ${allowed.join(', ') || 'none'}. The draft is kept.`,
  );

export const draftRepositoryUnavailable = (message: string, cause?: unknown): ApiError =>
  new ApiError('draft_repository_unavailable', `${message} The draft is kept.`, { cause });

export const branchNotFound = (branch: string): ApiError =>
  new ApiError('not_found', `The repository has no branch ${quote(branch)}.`);

export const branchProtected = (branch: string, reason: string): ApiError =>
  new ApiError(
    'branch_protected',
    `The code host refused the commit on ${quote(branch)}: ${reason} Create a pull request instead. The draft is kept.`,
  );

export const branchExists = (branch: string): ApiError =>
  new ApiError('branch_exists', `The branch ${quote(branch)} already exists. Choose another name.`);

export const branchBusy = (branch: string): ApiError =>
  new ApiError(
    'branch_changed',
    `Others are pushing to ${quote(branch)} right now, so nothing was published. Try again; the draft is kept.`,
  );

const maxListed = 5;

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, maxListed).map(quote).join(', ');
  return paths.length > maxListed ? `${shown} and ${paths.length - maxListed} more` : shown;
}

/** Quotes a name for a message. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
