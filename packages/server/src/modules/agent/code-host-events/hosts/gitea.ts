import {
  asObject,
  numberOf,
  optionalObject,
  optionalText,
  textOf,
  type Json,
} from '../../../../platform/code-host/index.ts';
import {
  headerOf,
  readMoved,
  unwanted,
  type HookFormat,
  type HostEvent,
  type HostPerson,
  type RequestHeaders,
  type Unwanted,
} from '../host-event.ts';
import { originOf, readChanged, readClosed, subjectOf } from './github-payload.ts';
import { isHexSigned } from './signatures.ts';

/** Hooks of Gitea and of Forgejo, which sends each header under both names: https://docs.gitea.com/usage/webhooks */
export const giteaHooks: HookFormat = {
  isSigned: ({ headers, secret, body }) => isHexSigned(either(headers, 'signature'), secret, body),
  deliveryId: (headers) => either(headers, 'delivery'),
  read: (headers, body) => {
    const payload = asObject(body);
    const action = optionalText(payload, 'action') ?? '';
    const event = `${either(headers, 'event') ?? ''}.${action}`;
    if (event === 'issue_comment.created') return readComment(payload);
    if (event === 'pull_request.closed') return readClosed(payload);
    if (changes.has(event)) return readChanged(payload);
    // Gitea reports a deleted branch separately from pushes, with its plain name.
    if (event === 'push.') return readMoved([textOf(payload, 'ref')], originOf(payload));
    if (event === 'delete.' && payload['ref_type'] === 'branch') {
      return readMoved([`refs/heads/${textOf(payload, 'ref')}`], originOf(payload));
    }
    if (action === 'reviewed') return readReview(payload);
    return unwanted(`the event ${event.replace(/\.$/, '')} is not supported`);
  },
};

/**
 * Events about changed pull requests. A new head arrives as `pull_request_sync` or `pull_request`, depending on the
 * version.
 */
const changes: ReadonlySet<string> = new Set([
  'pull_request.opened',
  'pull_request.reopened',
  'pull_request.synchronized',
  'pull_request.edited',
  'pull_request_sync.synchronized',
]);

const either = (headers: RequestHeaders, name: string): string | undefined =>
  headerOf(headers, `x-gitea-${name}`) ?? headerOf(headers, `x-forgejo-${name}`);

function readComment(payload: Json): HostEvent {
  const issue = asObject(payload['issue']);
  const isPull = payload['is_pull'] === true || optionalObject(issue, 'pull_request') !== undefined;
  const comment = asObject(payload['comment']);
  return {
    kind: 'comment',
    ...subjectOf(payload, issue),
    ...(!isPull && { isOnIssue: true }),
    commentId: `comment-${numberOf(comment, 'id')}`,
    body: optionalText(comment, 'body') ?? '',
    author: toPerson(asObject(comment['user'])),
    isReview: false,
    place: null,
  };
}

/** Reads a review. Gitea sends no ID, so the same text on the same commit is considered the same review. */
function readReview(payload: Json): HostEvent | Unwanted {
  const review = asObject(payload['review']);
  const body = optionalText(review, 'content') ?? '';
  if (body.trim() === '') return unwanted('the review has no text');
  const pull = asObject(payload['pull_request']);
  const author = toPerson(asObject(payload['sender']));
  const commit = optionalText(asObject(pull['head']), 'sha') ?? '';
  return {
    kind: 'comment',
    ...subjectOf(payload, pull),
    commentId: `review-${author.name}-${commit}-${body.slice(0, 100)}`,
    body,
    author,
    isReview: true,
    place: null,
  };
}

function toPerson(user: Json): HostPerson {
  const name = textOf(user, 'login');
  return { id: name, name, isBot: false };
}
