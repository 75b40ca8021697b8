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
  toSubject,
  unwanted,
  type HookFormat,
  type HostEvent,
  type Unwanted,
} from '../host-event.ts';
import { isSameSecret, isStandardSigned } from './signatures.ts';

/** Hooks of GitLab: https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlabHooks: HookFormat = {
  isSigned: ({ headers, secret, body, nowMs }) => {
    const signature = headerOf(headers, 'webhook-signature');
    if (signature === undefined) return isSameSecret(headerOf(headers, 'x-gitlab-token'), secret);
    const signed = {
      id: headerOf(headers, 'webhook-id'),
      timestamp: headerOf(headers, 'webhook-timestamp'),
      signature,
    };
    return isStandardSigned(signed, { secret, body, nowMs });
  },
  deliveryId: (headers) =>
    headerOf(headers, 'webhook-id') ?? headerOf(headers, 'idempotency-key') ?? headerOf(headers, 'x-gitlab-event-uuid'),
  read: (_headers, body) => {
    const payload = asObject(body);
    const kind = optionalText(payload, 'object_kind') ?? '';
    if (kind === 'note') return readNote(payload);
    if (kind === 'merge_request') return readMergeRequest(payload);
    if (kind === 'push') {
      const by = optionalText(payload, 'user_username') ?? null;
      return readMoved([textOf(payload, 'ref')], { repository: repositoryOf(payload), by });
    }
    return unwanted(`the event ${kind} is not supported`);
  },
};

function readNote(payload: Json): HostEvent | Unwanted {
  const note = asObject(payload['object_attributes']);
  const request = optionalObject(payload, 'merge_request');
  const commented = request ?? optionalObject(payload, 'issue');
  if (commented === undefined) return unwanted('the comment is neither on a merge request nor on an issue');
  if (note['system'] === true) return unwanted('GitLab wrote the comment automatically');
  // Older versions send no action, and send events only for new comments.
  if ((optionalText(note, 'action') ?? 'create') !== 'create') return unwanted('the comment was edited');
  const user = asObject(payload['user']);
  const position = optionalObject(note, 'position');
  const line = position?.['new_line'];
  return {
    kind: 'comment',
    repository: repositoryOf(payload),
    pullRequest: numberOf(commented, 'iid'),
    ...(request === undefined && { isOnIssue: true }),
    ...toSubject(optionalText(commented, 'title'), optionalText(commented, 'description')),
    commentId: `note-${numberOf(note, 'id')}`,
    body: optionalText(note, 'note') ?? '',
    // Project and group access tokens post as users with names in this format.
    author: {
      id: String(numberOf(user, 'id')),
      name: textOf(user, 'username'),
      isBot: /^(?:project|group)_\d+_bot/.test(textOf(user, 'username')),
    },
    isReview: position !== undefined,
    place:
      position === undefined
        ? null
        : { path: textOf(position, 'new_path'), line: typeof line === 'number' ? line : null },
  };
}

function readMergeRequest(payload: Json): HostEvent | Unwanted {
  const request = asObject(payload['object_attributes']);
  const action = optionalText(request, 'action') ?? '';
  const user = optionalObject(payload, 'user');
  const subject = {
    repository: repositoryOf(payload),
    pullRequest: numberOf(request, 'iid'),
    by: user === undefined ? null : textOf(user, 'username'),
  };
  switch (action) {
    case 'open':
    case 'reopen':
    case 'update':
      return { kind: 'pull-request-changed', ...subject };
    case 'close':
    case 'merge':
      return { kind: 'pull-request-ended', ...subject, state: action === 'merge' ? 'merged' : 'closed' };
    default:
      return unwanted(`the action ${action} is not supported`);
  }
}

const repositoryOf = (payload: Json): string => textOf(asObject(payload['project']), 'path_with_namespace');
