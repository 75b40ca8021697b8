import {
  asList,
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
  toSubject,
  unwanted,
  type HookFormat,
  type HostEvent,
  type HostPerson,
  type Unwanted,
} from '../host-event.ts';
import { isHexSigned } from './signatures.ts';

/** Hooks of Bitbucket: https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucketHooks: HookFormat = {
  isSigned: ({ headers, secret, body }) => isHexSigned(headerOf(headers, 'x-hub-signature'), secret, body),
  deliveryId: (headers) => headerOf(headers, 'x-request-uuid'),
  read: (headers, body) => {
    const payload = asObject(body);
    const event = headerOf(headers, 'x-event-key') ?? '';
    switch (event) {
      case 'pullrequest:comment_created':
        return readComment(payload);
      case 'issue:comment_created':
        return readIssueComment(payload);
      case 'pullrequest:created':
      case 'pullrequest:updated':
        return { kind: 'pull-request-changed', ...subject(payload), by: actorOf(payload) };
      case 'repo:push':
        return readPush(payload);
      case 'pullrequest:fulfilled':
        return readEnded(payload, 'merged');
      case 'pullrequest:rejected':
        return readEnded(payload, 'closed');
      default:
        return unwanted(`the event ${event} is not supported`);
    }
  },
};

function readComment(payload: Json): HostEvent {
  const pull = asObject(payload['pullrequest']);
  const comment = asObject(payload['comment']);
  const inline = optionalObject(comment, 'inline');
  const line = inline?.['to'] ?? inline?.['from'];
  return {
    kind: 'comment',
    ...subject(payload),
    ...toSubject(optionalText(pull, 'title'), optionalText(pull, 'description')),
    commentId: `comment-${numberOf(comment, 'id')}`,
    body: optionalText(asObject(comment['content']), 'raw') ?? '',
    author: toPerson(asObject(payload['actor'])),
    isReview: inline !== undefined,
    place: inline === undefined ? null : { path: textOf(inline, 'path'), line: typeof line === 'number' ? line : null },
  };
}

function readIssueComment(payload: Json): HostEvent {
  const issue = asObject(payload['issue']);
  const comment = asObject(payload['comment']);
  return {
    kind: 'comment',
    repository: repositoryOf(payload),
    pullRequest: numberOf(issue, 'id'),
    isOnIssue: true,
    ...toSubject(optionalText(issue, 'title'), optionalText(optionalObject(issue, 'content') ?? {}, 'raw')),
    commentId: `issue-comment-${numberOf(comment, 'id')}`,
    body: optionalText(asObject(comment['content']), 'raw') ?? '',
    author: toPerson(asObject(payload['actor'])),
    isReview: false,
    place: null,
  };
}

function readEnded(payload: Json, state: 'closed' | 'merged'): HostEvent {
  return { kind: 'pull-request-ended', ...subject(payload), state, by: actorOf(payload) };
}

/** Reads a push. A change has no `new` if the branch was deleted, and no `old` if it was created. */
function readPush(payload: Json): HostEvent | Unwanted {
  const refs = asList(asObject(payload['push'])['changes']).flatMap((change) => {
    const side = optionalObject(asObject(change), 'new') ?? optionalObject(asObject(change), 'old');
    return side?.['type'] === 'branch' ? [`refs/heads/${textOf(side, 'name')}`] : [];
  });
  return readMoved(refs, { repository: repositoryOf(payload), by: actorOf(payload) });
}

const repositoryOf = (payload: Json): string => textOf(asObject(payload['repository']), 'full_name');

function actorOf(payload: Json): string | null {
  const actor = optionalObject(payload, 'actor');
  return actor === undefined ? null : toPerson(actor).name;
}

const subject = (payload: Json) => ({
  repository: repositoryOf(payload),
  pullRequest: numberOf(asObject(payload['pullrequest']), 'id'),
});

/** Converts an actor. Names change, so permissions are found by UUID. */
function toPerson(actor: Json): HostPerson {
  const name = optionalText(actor, 'nickname') ?? optionalText(actor, 'display_name') ?? 'someone';
  return { id: textOf(actor, 'uuid'), name, isBot: actor['type'] === 'app_user' || actor['type'] === 'team' };
}
