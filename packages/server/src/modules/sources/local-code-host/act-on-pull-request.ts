import { isStorableText, storableTextRule, type Principal } from '../../../platform/http/index.ts';
import { addComment } from './add-comment.ts';
import type { PullRequestAgent } from './agent-of-pull-requests.ts';
import {
  closePullRequest,
  deleteHeadBranch,
  markReady,
  mergePullRequest,
  reopenPullRequest,
} from './change-pull-request.ts';
import type { LocalCodeHostOptions } from './context.ts';
import { LocalCodeHostError } from './errors.ts';
import type { LocalRepository } from './local-code-host.ts';
import type { LocalPullRequest } from './store.ts';

export interface FoundPullRequest {
  readonly repository: LocalRepository;
  readonly pull: LocalPullRequest;
}

export interface ActRequest extends FoundPullRequest {
  readonly principal: Principal;
  /** The text of the comment field. */
  readonly text: string;
}

export interface ActOptions extends LocalCodeHostOptions {
  /** `undefined` if only people create pull requests. */
  readonly agent?: PullRequestAgent | undefined;
}

interface Action {
  /** Throws `LocalCodeHostError` for messages on the page. */
  readonly run: (options: ActOptions, request: ActRequest) => Promise<unknown>;
  /** The message that the page shows afterwards. */
  readonly done: string;
}

/** The buttons on a pull request's page, by name. */
export const pullRequestActions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['merge', { run: end('merged', mergePullRequest), done: 'Merged.' }],
  ['close', { run: end('closed', closePullRequest), done: 'Closed.' }],
  ['reopen', { run: change(reopenPullRequest), done: 'The pull request is open again.' }],
  ['ready', { run: change(markReady), done: 'The pull request is ready for review.' }],
  [
    'delete-branch',
    {
      run: change(deleteHeadBranch),
      done: 'The branch is deleted.',
    },
  ],
  ['comment', { run: writeComment, done: 'The comment was added.' }],
  ['ask-agent', { run: askAgent, done: 'The agent is working on it. Its commits will appear in this pull request.' }],
]);

type Change = (
  options: ActOptions,
  target: { readonly repository: LocalRepository; readonly number: number },
  author: Principal,
) => Promise<unknown>;

function change(run: Change): Action['run'] {
  return (options, { principal, repository, pull }) => run(options, { repository, number: pull.number }, principal);
}

function end(state: 'closed' | 'merged', run: Change): Action['run'] {
  return async (options, request) => {
    const { principal, repository, pull } = request;
    await change(run)(options, request);
    await options.agent?.ended({ principal, repository: repository.path, number: pull.number, state });
  };
}

async function writeComment(options: ActOptions, request: ActRequest): Promise<void> {
  const body = requireText(options, request.text);
  const { principal: author, repository, pull } = request;
  await addComment(options, { repository, number: pull.number }, { author, body });
}

/** Asks the agent first. A comment that the agent can't act on stays in the form, with the reason above it. */
async function askAgent(options: ActOptions, request: ActRequest): Promise<void> {
  const { principal, repository, pull } = request;
  const text = requireText(options, request.text);
  const asked = await options.agent?.ask({ principal, repository: repository.path, number: pull.number, text });
  if (asked === undefined) throw new LocalCodeHostError('comment-refused', 'No agent is available here.');
  if (asked.kind === 'refused') throw new LocalCodeHostError('comment-refused', asked.text);
  await writeComment(options, request);
}

function requireText({ settings }: ActOptions, input: string): string {
  const text = input.replaceAll('\r\n', '\n').trim();
  if (text === '') throw new LocalCodeHostError('comment-refused', 'The comment is empty.');
  if (!isStorableText(text)) {
    throw new LocalCodeHostError('comment-refused', `The comment ${storableTextRule}.`);
  }
  if (text.length > settings.maxCommentCharacters) {
    throw new LocalCodeHostError(
      'comment-refused',
      `The comment has ${text.length} characters; at most ${settings.maxCommentCharacters} are allowed.`,
    );
  }
  return text;
}
