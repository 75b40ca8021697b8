import { pathToFileURL } from 'node:url';
import {
  type CodeHost,
  type CommentedNumber,
  CodeHostError,
  type CodeHostErrorCode,
  knownProtection,
  mergeOnce,
  type PullRequest,
  type PullRequestQuery,
  type RepositoryFacts,
} from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import { addComment } from './add-comment.ts';
import {
  closePullRequest,
  editPullRequest,
  markDraft,
  mergePullRequest,
  openPullRequest,
  reopenPullRequest,
} from './change-pull-request.ts';
import { gitDirOf, type LocalCodeHostOptions, pullRequestPath, repositoryPath } from './context.ts';
import { isLocalCodeHostError, type LocalCodeHostErrorCode } from './errors.ts';
import type { LocalRepository } from './local-code-host.ts';
import { keyOf, type PullRequestTarget, recordPullRequestEvent, systemOf } from './record-pull-request.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';
import {
  addPeople,
  findPullRequest,
  findRepositoryByName,
  listComments,
  listPullRequestsOf,
  type LocalPullRequest,
  type PullRequestPatch,
  updateCommentRow,
} from './store.ts';
import { listStatuses, saveStatus } from './status-store.ts';

/** Maximum number of pull requests in a list. A head branch never has more. */
const MAX_LISTED = 100;
const AGENT_NAME = 'Docwright agent';

/** Implements the code host port for the embedded host, as for GitHub. */
export function asCodeHost(options: LocalCodeHostOptions, repository: LocalRepository): CodeHost {
  const { kysely } = options.database;
  const targetOf = (number: number) => ({ repository, number });
  const author = systemOf(repository, AGENT_NAME);
  const view = (pull: LocalPullRequest): PullRequest => toPullRequest(options, repository, pull);
  const get = async (number: number): Promise<PullRequest> => {
    const pull = await findPullRequest(kysely, keyOf(targetOf(number)));
    if (pull === undefined) throw pullRequestNotFound(number);
    return view(await refreshPullRequest(options, pull));
  };
  return {
    kind: 'local',
    gitAccess: {
      url: pathToFileURL(gitDirOf(options, repository.id)).href,
      authorization: () => Promise.resolve(undefined),
    },
    getRepository: () => guarded(() => getRepository(options, repository)),
    // The host's only rule, which prevents rewriting the default branch, forbids neither forward pushes nor merges.
    getBranchProtection: () => Promise.resolve(knownProtection()),
    listPullRequests: (query) => guarded(async () => (await listFresh(options, repository, query)).map(view)),
    // The embedded host has no forks.
    pullRequestRef: undefined,
    getPullRequest: (number) => guarded(() => get(number)),
    listOpenPullRequests: () =>
      guarded(async () => {
        const { id: repositoryId } = repository;
        const pulls = await listPullRequestsOf(kysely, { repositoryId, state: 'open', limit: MAX_LISTED });
        return { items: pulls.map(view), isWhole: pulls.length < MAX_LISTED };
      }),
    createPullRequest: (request) =>
      guarded(async () => view(await openPullRequest(options, repository, { ...request, author }))),
    updatePullRequest: (number, change) => guarded(async () => view(await update(options, targetOf(number), change))),
    makeDraft: (number) => guarded(async () => (await markDraft(options, targetOf(number), author)).draft),
    mergePullRequest: (number, { expectedHead, by }) =>
      mergeOnce(expectedHead, {
        look: () => guarded(() => get(number)),
        merge: () => guarded(() => mergePullRequest(options, targetOf(number), systemOf(repository, by), expectedHead)),
      }),
    comment: (on, body) =>
      guarded(async () => {
        const number = requirePullRequest(on);
        const pull = await findPullRequest(kysely, keyOf(targetOf(number)));
        if (pull === undefined) throw pullRequestNotFound(number);
        const id = await addComment(options, targetOf(number), { author, body });
        return { id, url: `${view(pull).url}#comment-${id}` };
      }),
    findCommentWith: (on, text) =>
      guarded(async () => {
        const number = requirePullRequest(on);
        if ((await findPullRequest(kysely, keyOf(targetOf(number)))) === undefined) throw pullRequestNotFound(number);
        return (await listComments(kysely, keyOf(targetOf(number)))).find(({ body }) => body.includes(text))?.id;
      }),
    updateComment: ({ number, id }, body) =>
      guarded(async () => {
        if (!(await updateCommentRow(kysely, keyOf(targetOf(number)), { id, body }))) throw pullRequestNotFound(number);
      }),
    // The host's pages and pushes report changes directly.
    installHook: () =>
      Promise.reject(new CodeHostError('invalid-request', "The embedded code host doesn't need a hook.")),
    setStatus: (status) => guarded(() => saveStatus(kysely, repository.id, status)),
    listChecks: ({ commit }) =>
      guarded(async () =>
        (await listStatuses(kysely, repository.id, commit)).map(({ context: name, state }) => ({
          name,
          state: state === 'success' ? 'passed' : state === 'failure' ? 'failed' : 'pending',
        })),
      ),
    // The host's pages report comments directly, so no event refers to a comment.
    findComment: () => Promise.resolve(undefined),
    // People use their own keys here, which are checked for each action.
    permissionOf: () => Promise.resolve('none'),
    setPeople: (number, { labels, reviewers }) =>
      guarded(async () => {
        const isThere = await kysely.transaction().execute(async (tx) => {
          const details = { labels, reviewers };
          await recordPullRequestEvent(tx, targetOf(number), { author, action: 'people_asked', details });
          return addPeople(tx, keyOf(targetOf(number)), { labels, reviewers });
        });
        if (!isThere) throw pullRequestNotFound(number);
        return { refusedLabels: [], refusedReviewers: [] };
      }),
  };
}

async function getRepository(options: LocalCodeHostOptions, repository: LocalRepository): Promise<RepositoryFacts> {
  const { organizationId, id, name, path } = repository;
  const found = await findRepositoryByName(options.database.kysely, organizationId, name);
  if (found?.id !== id) throw new CodeHostError('repository-not-found', `The repository "${name}" does not exist.`);
  return {
    webUrl: options.baseUrl + repositoryPath(options, repository),
    defaultBranch: found.defaultBranch,
    permission: 'admin',
    private: true,
    archived: false,
    takesPullRequests: true,
    fullName: path,
  };
}

async function listFresh(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  query: PullRequestQuery,
): Promise<readonly LocalPullRequest[]> {
  const { headBranch, marker = '' } = query;
  const pulls = await listPullRequestsOf(options.database.kysely, {
    repositoryId: repository.id,
    headBranch,
    limit: MAX_LISTED,
  });
  const marked = pulls.filter(({ body }) => body.includes(marker));
  return Promise.all(marked.map((pull) => refreshPullRequest(options, pull)));
}

async function update(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  { title, body, state }: Parameters<CodeHost['updatePullRequest']>[1],
): Promise<LocalPullRequest> {
  const patch: PullRequestPatch = { ...(title !== undefined && { title }), ...(body !== undefined && { body }) };
  const author = systemOf(target.repository, AGENT_NAME);
  const pull = await editPullRequest(options, target, { ...patch, author });
  if (state === undefined || state === pull.state) return pull;
  return state === 'closed' ? closePullRequest(options, target, author) : reopenPullRequest(options, target, author);
}

function toPullRequest(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  pull: LocalPullRequest,
): PullRequest {
  const { number, state, draft, title, body, headBranch, headSha, baseBranch } = pull;
  const url = options.baseUrl + pullRequestPath(options, repository, number);
  const refs = { headBranch, headSha, baseBranch, fromFork: false };
  return { number, url, state, draft, title, author: null, body, ...refs };
}

/** Returns the number of a pull request. The embedded host has no issues. */
function requirePullRequest(on: CommentedNumber): number {
  if (typeof on === 'number') return on;
  throw pullRequestNotFound(on.issue);
}

function pullRequestNotFound(number: number): CodeHostError {
  return new CodeHostError('pull-request-not-found', `The pull request #${number} does not exist.`);
}

const CODES: Readonly<Partial<Record<LocalCodeHostErrorCode, CodeHostErrorCode>>> = {
  'repository-not-found': 'repository-not-found',
  'pull-request-not-found': 'pull-request-not-found',
  'branch-not-found': 'branch-not-found',
  'pull-request-exists': 'pull-request-exists',
  'nothing-to-compare': 'nothing-to-compare',
  'pull-request-not-open': 'pull-request-not-open',
  'head-moved': 'head-moved',
  'merge-conflict': 'merge-conflict',
  // Someone pushed to the base at the same moment.
  'branch-moved': 'unavailable',
};

/** Converts errors, because the port allows only `CodeHostError` (H1). */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodeHostError) throw error;
    if (isLocalCodeHostError(error))
      throw new CodeHostError(CODES[error.code] ?? 'invalid-request', error.message, { cause: error });
    // The port has no corresponding code. This error ends a job with a cause, and its message describes the damage.
    if (isGitError(error, 'repository-damaged'))
      throw new CodeHostError('unexpected-answer', error.message, { cause: error });
    if (isGitError(error, 'invalid-ref-name'))
      throw new CodeHostError('invalid-request', error.message, { cause: error });
    throw new CodeHostError('unavailable', 'The embedded code host is unavailable right now.', { cause: error });
  }
}
