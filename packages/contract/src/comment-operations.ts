import { Type } from 'typebox';
import {
  CommentThread,
  CommentThreadList,
  CreateCommentThreadBody,
  RejectSuggestedChangeBody,
  threadFilters,
  WriteCommentBody,
} from './comment.ts';
import { json, operation, page, projectId } from './define-operation.ts';
import type { ErrorCode } from './error-codes.ts';
import { Id } from './ids.ts';

const tag = 'Comments';
const path = '/v1/projects/{projectId}/drafts/{branch}/comments';
const one = '/v1/projects/{projectId}/comments/{threadId}';
const ofBranch = {
  ...projectId,
  branch: Type.String({ minLength: 1, maxLength: 180, description: 'Branch, percent-encoded: `docs%2Fnew`.' }),
};
const ofThread = { ...projectId, threadId: Id('Thread.') };
const ofComment = { ...ofThread, commentId: Id('Comment.') };
const writing: readonly ErrorCode[] = [
  'not_found',
  'invalid_request',
  'comment_limit_reached',
  'storage_quota_exceeded',
  'rate_limited',
];
const closing: readonly ErrorCode[] = ['not_found', 'comment_not_own', 'comment_closed'];

export const commentOperations = {
  listCommentThreads: operation({
    method: 'GET',
    path,
    tag,
    summary: 'List the comments on a branch',
    description:
      'Returns comment threads and suggested changes, and the number of open threads of each file. With `file`, ranges refer to its current text.',
    scope: 'content:read',
    params: Type.Object(ofBranch),
    query: Type.Object({
      ...page,
      file: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'Only threads of this file.' })),
      state: Type.Optional(Type.Enum([...threadFilters], { description: 'Default: `open`.' })),
    }),
    success: json(200, 'One page of threads.', CommentThreadList),
    errors: ['not_found', 'invalid_request'],
  }),
  createCommentThread: operation({
    method: 'POST',
    path,
    tag,
    summary: 'Comment on a passage or suggest a change',
    description:
      "Starts a thread about a passage of a file, with or without the draft's changes. With `replacement`, it suggests a change, which others can accept.",
    scope: 'content:read',
    params: Type.Object(ofBranch),
    body: CreateCommentThreadBody,
    idempotent: true,
    success: json(201, 'The thread.', CommentThread),
    errors: [...writing, 'draft_repository_unavailable', 'draft_file_refused', 'comment_text_not_found'],
  }),
  getCommentThread: operation({
    method: 'GET',
    path: one,
    tag,
    summary: 'Get a comment thread',
    description: 'Returns a thread, even if its file was moved. Its range refers to the current text.',
    scope: 'content:read',
    params: Type.Object(ofThread),
    success: json(200, 'The thread.', CommentThread),
    errors: ['not_found'],
  }),
  replyToCommentThread: operation({
    method: 'POST',
    path: `${one}/replies`,
    tag,
    summary: 'Reply to a comment',
    description: 'Adds a comment to a thread and notifies its participants.',
    scope: 'content:read',
    params: Type.Object(ofThread),
    body: WriteCommentBody,
    idempotent: true,
    success: json(201, 'The thread.', CommentThread),
    errors: writing,
  }),
  updateComment: operation({
    method: 'PATCH',
    path: `${one}/replies/{commentId}`,
    tag,
    summary: 'Change your comment',
    description: "Replaces the text of one of the caller's comments. Newly mentioned people are notified.",
    scope: 'content:read',
    params: Type.Object(ofComment),
    body: WriteCommentBody,
    success: json(200, 'The thread.', CommentThread),
    errors: [...writing, 'comment_not_own'],
  }),
  deleteComment: operation({
    method: 'DELETE',
    path: `${one}/replies/{commentId}`,
    tag,
    summary: 'Delete your comment',
    description:
      "Deletes one of the caller's comments. Deleting the only comment deletes the thread; if others have replied, only the text of the first comment is deleted.",
    scope: 'content:read',
    params: Type.Object(ofComment),
    success: { status: 204, description: 'The comment is deleted.', content: {} },
    errors: ['not_found', 'comment_not_own'],
  }),
  resolveCommentThread: operation({
    method: 'POST',
    path: `${one}/resolve`,
    tag,
    summary: 'Resolve a comment thread',
    description:
      'Closes a thread. With `content:read` alone, only its author can. Suggested changes are accepted or rejected instead.',
    scope: 'content:read',
    params: Type.Object(ofThread),
    success: json(200, 'The thread.', CommentThread),
    errors: closing,
  }),
  reopenCommentThread: operation({
    method: 'POST',
    path: `${one}/reopen`,
    tag,
    summary: 'Reopen a comment thread',
    description: 'Reopens a resolved thread or a rejected suggestion. With `content:read` alone, only its author can.',
    scope: 'content:read',
    params: Type.Object(ofThread),
    success: json(200, 'The thread.', CommentThread),
    errors: closing,
  }),
  acceptSuggestedChange: operation({
    method: 'POST',
    path: `${one}/accept`,
    tag,
    summary: 'Accept a suggested change',
    description:
      'Replaces the text in the draft and nothing else. The caller and the author of the suggestion become authors of the draft. If the text has changed since, nothing is saved.',
    scope: 'content:write',
    params: Type.Object(ofThread),
    success: json(200, 'The thread.', CommentThread),
    errors: [
      'not_found',
      'comment_closed',
      'suggested_change_outdated',
      'draft_repository_unavailable',
      'draft_file_refused',
      'draft_limit_reached',
      'storage_quota_exceeded',
    ],
  }),
  rejectSuggestedChange: operation({
    method: 'POST',
    path: `${one}/reject`,
    tag,
    summary: 'Reject a suggested change',
    description: 'Closes a suggestion without changing the text. With `content:read` alone, only its author can.',
    scope: 'content:read',
    params: Type.Object(ofThread),
    body: RejectSuggestedChangeBody,
    bodyOptional: true,
    success: json(200, 'The thread.', CommentThread),
    errors: closing,
  }),
} as const;
