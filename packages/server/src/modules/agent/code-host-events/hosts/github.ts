import { asObject, numberOf, optionalText, textOf, type Json } from '../../../../platform/code-host/index.ts';
import {
  headerOf,
  readMoved,
  unwanted,
  type HookFormat,
  type HostEvent,
  type HostPerson,
  type Unwanted,
} from '../host-event.ts';
import { originOf, readChanged, readClosed, subjectOf } from './github-payload.ts';
import { isHexSigned } from './signatures.ts';

/** Hooks of GitHub: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export const githubHooks: HookFormat = {
  isSigned: ({ headers, secret, body }) => isHexSigned(headerOf(headers, 'x-hub-signature-256'), secret, body),
  deliveryId: (headers) => headerOf(headers, 'x-github-delivery'),
  read: (headers, body) => {
    const payload = asObject(body);
    const event = `${headerOf(headers, 'x-github-event') ?? ''}.${optionalText(payload, 'action') ?? ''}`;
    switch (event) {
      case 'issue_comment.created':
        return readIssueComment(payload);
      case 'pull_request_review_comment.created':
        return readReviewComment(payload);
      case 'pull_request_review.submitted':
        return readReview(payload);
      case 'pull_request.closed':
        return readClosed(payload);
      case 'pull_request.opened':
      case 'pull_request.reopened':
      case 'pull_request.synchronize':
      case 'pull_request.edited':
        return readChanged(payload);
      case 'push.':
        return readMoved([textOf(payload, 'ref')], originOf(payload));
      default:
        return unwanted(`the event ${event.replace(/\.$/, '')} is not supported`);
    }
  },
};

function readIssueComment(payload: Json): HostEvent {
  const issue = asObject(payload['issue']);
  const comment = asObject(payload['comment']);
  return {
    kind: 'comment',
    ...subjectOf(payload, issue),
    ...(issue['pull_request'] === undefined && { isOnIssue: true }),
    ...commentFields(comment, 'comment'),
    isReview: false,
    place: null,
  };
}

function readReviewComment(payload: Json): HostEvent {
  const comment = asObject(payload['comment']);
  const line = comment['line'] ?? comment['original_line'];
  return {
    kind: 'comment',
    ...subjectOf(payload, asObject(payload['pull_request'])),
    ...commentFields(comment, 'review-comment'),
    isReview: true,
    place: { path: textOf(comment, 'path'), line: typeof line === 'number' ? line : null },
  };
}

function readReview(payload: Json): HostEvent | Unwanted {
  const review = asObject(payload['review']);
  if ((optionalText(review, 'body') ?? '').trim() === '') return unwanted('the review has no text');
  return {
    kind: 'comment',
    ...subjectOf(payload, asObject(payload['pull_request'])),
    ...commentFields(review, 'review'),
    isReview: true,
    place: null,
  };
}

/** Returns a comment's fields. Comments, review comments and reviews have separate ID ranges. */
const commentFields = (comment: Json, kind: string) => ({
  commentId: `${kind}-${numberOf(comment, 'id')}`,
  body: optionalText(comment, 'body') ?? '',
  author: toPerson(asObject(comment['user'])),
});

function toPerson(user: Json): HostPerson {
  const name = textOf(user, 'login');
  return { id: name, name, isBot: user['type'] === 'Bot' };
}
