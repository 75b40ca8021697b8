/** Parts of payloads that GitHub has defined, and that Gitea and Forgejo send in the same format. */
import {
  asObject,
  numberOf,
  optionalObject,
  optionalText,
  textOf,
  type Json,
} from '../../../../platform/code-host/index.ts';
import { toSubject, type HostEvent } from '../host-event.ts';

/** Returns the repository, and the user who caused the event. */
export function originOf(payload: Json): { readonly repository: string; readonly by: string | null } {
  const sender = optionalObject(payload, 'sender');
  return { repository: repositoryOf(payload), by: sender === undefined ? null : textOf(sender, 'login') };
}

export const repositoryOf = (payload: Json): string => textOf(asObject(payload['repository']), 'full_name');

/** Returns the pull request or issue that a comment is on. */
export const subjectOf = (payload: Json, commented: Json) => ({
  repository: repositoryOf(payload),
  pullRequest: numberOf(commented, 'number'),
  ...toSubject(optionalText(commented, 'title'), optionalText(commented, 'body')),
});

export const readChanged = (payload: Json): HostEvent => ({
  kind: 'pull-request-changed',
  pullRequest: numberOf(asObject(payload['pull_request']), 'number'),
  ...originOf(payload),
});

export function readClosed(payload: Json): HostEvent {
  const pull = asObject(payload['pull_request']);
  return {
    kind: 'pull-request-ended',
    pullRequest: numberOf(pull, 'number'),
    state: pull['merged'] === true ? 'merged' : 'closed',
    ...originOf(payload),
  };
}
