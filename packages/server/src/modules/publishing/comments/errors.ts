import { maxFileThreads, maxProjectThreads, maxThreadComments, type ThreadState } from '@docwright/contract';
import { ApiError } from '../../../platform/http/index.ts';

const quote = (text: string): string => JSON.stringify(text.slice(0, 100).toWellFormed());

export const threadNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The project has no comment thread ${quote(id)}.`);

export const commentNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The thread has no comment ${quote(id)}.`);

export const commentNotOwn = (): ApiError =>
  new ApiError('comment_not_own', 'Only its author can change or delete a comment.');

export const threadNotOwn = (): ApiError =>
  new ApiError(
    'comment_not_own',
    'Only its author, and people who may change content, can resolve, reject or reopen a thread.',
  );

export const threadClosed = (state: ThreadState, wanted: string): ApiError =>
  new ApiError('comment_closed', `The thread is ${state}, so it can't be ${wanted}.`);

export const notASuggestion = (): ApiError =>
  new ApiError('comment_closed', "The thread doesn't suggest a change. Resolve it instead.");

export const isASuggestion = (): ApiError =>
  new ApiError('comment_closed', 'The thread suggests a change. Accept or reject it instead.');

export const textNotFound = (file: string, isAmbiguous: boolean): ApiError =>
  new ApiError(
    'comment_text_not_found',
    isAmbiguous
      ? `The file ${quote(file)} contains the quoted text more than once. Pass "from", the offset where it starts.`
      : `The file ${quote(file)} doesn't contain the quoted text. Read the file again.`,
  );

export const suggestionOutdated = (): ApiError =>
  new ApiError(
    'suggested_change_outdated',
    'The text that the suggestion replaces has since changed, so nothing was saved. Compare both texts, then edit the file or reject the suggestion.',
  );

export const notText = (file: string): ApiError =>
  new ApiError('draft_file_refused', `The file ${quote(file)} isn't text, so nobody can comment on part of it.`);

export const emptyComment = (): ApiError =>
  new ApiError('invalid_request', 'The body must have "text", "replacement" or both.', {
    details: [{ path: '/text', message: 'is required without /replacement' }],
  });

export const sameText = (): ApiError =>
  new ApiError('invalid_request', 'The suggestion does not change the text.', {
    details: [{ path: '/replacement', message: 'must differ from /quote' }],
  });

export const notReader = (index: number): ApiError =>
  new ApiError('invalid_request', 'A mentioned person is not a member who can read the project.', {
    details: [{ path: `/mentions/${index}`, message: 'must be the ID of a member' }],
  });

export const tooManyComments = (): ApiError =>
  new ApiError(
    'comment_limit_reached',
    `The thread has ${maxThreadComments} comments, which is the limit. Start a new thread.`,
  );

export const tooManyThreads = (of: 'file' | 'project'): ApiError =>
  new ApiError(
    'comment_limit_reached',
    of === 'file'
      ? `The file has ${maxFileThreads} comment threads, which is the limit.`
      : `The project has ${maxProjectThreads.toLocaleString('en')} comment threads, which is the limit.`,
  );
