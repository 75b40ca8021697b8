import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import type { CodeHost, PeopleResult, PullRequestPeople, RepositoryPermission } from '../code-host.ts';
import { CodeHostError, isCodeHostError } from '../errors.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, optionalObject, optionalText, textOf } from '../read-json.ts';
import {
  basicAuthorization,
  createRestCodeHost,
  numberOfComment,
  type RestDialect,
  withoutSlash,
} from '../rest-code-host.ts';
import { toProtection } from './read-protection.ts';
import {
  explainCreate,
  explainMerge,
  isOfRepository,
  linkOf,
  toCheck,
  toComment,
  toPermission,
  toPullRequest,
  toRepositoryFacts,
} from './read-answer.ts';

export interface BitbucketOptions {
  readonly http: HttpClient;
  /** `https://bitbucket.org`. */
  readonly webUrl: string;
  /** If absent, `https://api.bitbucket.org/2.0`. */
  readonly apiUrl?: string | undefined;
  /** A repository, project or workspace access token or, with `user`, a person's API token. */
  readonly token: string;
  /** Email address of the person to whom the API token belongs. */
  readonly user?: string | undefined;
  readonly timeoutMs?: number;
}

export interface BitbucketRepository {
  readonly workspace: string;
  readonly name: string;
}

export interface Bitbucket {
  /** Connects a repository. Errors: invalid-repository-name. */
  connect(repository: BitbucketRepository): CodeHost;
}

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 50;
const MAX_PAGES = 10;
const WORKSPACE = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$/;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** Connects to Bitbucket Cloud (REST API 2.0). */
export function createBitbucket(options: BitbucketOptions): Bitbucket {
  const { http, token, user, timeoutMs = TIMEOUT_MS } = options;
  const authorization = user === undefined ? `Bearer ${token}` : basicAuthorization(user, token);
  const headers = { accept: 'application/json', authorization };
  const apiUrl = withoutSlash(options.apiUrl ?? 'https://api.bitbucket.org/2.0');
  const api = createApi({ http, timeoutMs, apiUrl, headers: () => Promise.resolve(headers) });
  const gitUser = user === undefined ? 'x-token-auth' : 'x-bitbucket-api-token-auth';
  return {
    connect: (repository) =>
      createAdapter({
        api,
        webUrl: withoutSlash(options.webUrl),
        gitAuthorization: basicAuthorization(gitUser, token),
        repository: requireRepository(repository),
      }),
  };
}

function requireRepository({ workspace, name }: BitbucketRepository): BitbucketRepository {
  if (WORKSPACE.test(workspace) && NAME.test(name) && !/\.git$|\.$/i.test(name)) return { workspace, name };
  throw new CodeHostError(
    'invalid-repository-name',
    `${JSON.stringify(`${workspace}/${name}`.slice(0, 120))} is not workspace/repository.`,
  );
}

interface Context {
  readonly api: Api;
  readonly webUrl: string;
  readonly gitAuthorization: string;
  readonly repository: BitbucketRepository;
}

function createAdapter({ api, webUrl, gitAuthorization, repository }: Context): CodeHost {
  const fullName = `${repository.workspace}/${repository.name}`;
  const root = `/repositories/${fullName}`;
  const pulls = `${root}/pullrequests`;
  const missing = 'repository-not-found';
  return createRestCodeHost({
    kind: 'bitbucket',
    gitAccess: { url: `${webUrl}/${fullName}.git`, authorization: () => Promise.resolve(gitAuthorization) },
    api,
    repository: root,
    pullRequests: pulls,
    probe: 'pagelen=1',
    toRepositoryFacts: async (answer, signal) =>
      toRepositoryFacts(answer, await findOwnPermission(api, fullName, signal)),
    toPullRequest,
    listQuery: (headBranch, page) => {
      const q = encodeURIComponent(`${equals('source.branch.name', headBranch)} AND (${ANY_STATE})`);
      return `q=${q}&sort=-created_on&pagelen=${PAGE_SIZE}&page=${page}`;
    },
    pullRequestRef: undefined,
    openQuery: `q=${encodeURIComponent(equals('state', 'OPEN'))}&sort=-updated_on&pagelen=${PAGE_SIZE}`,
    toPage: (answer) => {
      const page = asObject(answer);
      return { items: asList(page['values']), isLast: typeof page['next'] !== 'string' };
    },
    isOfRepository,
    maxPages: MAX_PAGES,
    draftPrefix: undefined,
    create: {
      toBody: ({ title, body, headBranch, baseBranch, draft }) => ({
        title,
        description: body,
        source: { branch: { name: headBranch } },
        destination: { branch: { name: baseBranch } },
        ...(draft && { draft }),
      }),
      explain: explainCreate,
      missing,
    },
    update: {
      method: 'PUT',
      toBody: ({ title, body }) => ({
        ...(title !== undefined && { title }),
        ...(body !== undefined && { description: body }),
      }),
      // A declined pull request can't be reopened, but a new one can be created from the same branch.
      statePath: (number, state) => (state === 'closed' ? `${pulls}/${number}/decline` : undefined),
    },
    merge,
    readProtection: async (branch, signal) => {
      const path = `${root}/branch-restrictions?pagelen=100`;
      return toProtection(await api.call({ method: 'GET', path, missing, signal }), branch);
    },
    hook: {
      path: `${root}/hooks`,
      toBody: ({ url, secret }) => ({ description: 'Docwright', url, secret, active: true, events: HOOK_EVENTS }),
    },
    comment: commentsOf(root),
    status: statusesOf(root),
    checks: checksOf(root),
    find: ({ pullRequest, commentId }) => {
      const [comment, ofIssue] = ['comment', 'issue-comment'].map((kind) => numberOfComment(commentId, kind));
      if (comment !== undefined) return { path: `${pulls}/${pullRequest}/comments/${comment}`, read: toComment };
      if (ofIssue === undefined) return undefined;
      return { path: `${root}/issues/${pullRequest}/comments/${ofIssue}`, read: toComment };
    },
    setPeople: (number, people) => setPeople(api, { root, number }, people),
    makeDraft: async (number, signal) => {
      const path = `${pulls}/${number}`;
      const body = { draft: true };
      const pull = await api.call({ method: 'PUT', path, body, missing: 'pull-request-not-found', signal });
      return toPullRequest(pull).draft;
    },
    permissionOf: async ({ id }, signal) => {
      const path = `/workspaces/${repository.workspace}/permissions/repositories/${repository.name}?q=${encodeURIComponent(equals('user.uuid', id))}`;
      return toPermission(await api.call({ method: 'GET', path, missing, signal })) ?? 'none';
    },
  });
}

const checksOf = (root: string): RestDialect['checks'] => [
  {
    path: ({ commit }, page) => `${root}/commit/${commit}/statuses?pagelen=${PAGE_SIZE}&page=${page}`,
    toPage: (answer) => {
      const page = asObject(answer);
      return { checks: asList(page['values']).map(toCheck), isLast: typeof page['next'] !== 'string' };
    },
  },
];

const merge: RestDialect['merge'] = {
  method: 'POST',
  path: '/merge',
  // The base branch's own setting is used.
  ways: ['merge_commit'],
  // Bitbucket doesn't accept an expected head, so the head was compared immediately before.
  toBody: () => ({}),
  explain: explainMerge,
};

const commentsOf = (root: string): RestDialect['comment'] => ({
  path: (number) => `${root}/pullrequests/${number}/comments`,
  issuePath: (number) => `${root}/issues/${number}/comments`,
  toBody: (raw) => ({ content: { raw } }),
  toUrl: (answer) => linkOf(asObject(answer)),
  listQuery: (page) => `?sort=created_on&pagelen=${PAGE_SIZE}&page=${page}`,
  toText: (item) => {
    const comment = asObject(item);
    return comment['deleted'] === true ? undefined : optionalText(optionalObject(comment, 'content') ?? {}, 'raw');
  },
  edit: { method: 'PUT', path: (number, id) => `${root}/pullrequests/${number}/comments/${id}` },
});

const statusesOf = (root: string): RestDialect['status'] => ({
  path: (sha) => `${root}/commit/${sha}/statuses/build`,
  toBody: ({ context, state, description, url }) => ({
    key: context,
    name: context,
    state: STATUS_STATES[state],
    description,
    url,
  }),
});

/** Issue events are left out, because they require a token with the scope `issue`. */
const HOOK_EVENTS = [
  'repo:push',
  'pullrequest:created',
  'pullrequest:updated',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
  'pullrequest:comment_created',
];

const STATUS_STATES = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED' } as const;

/** A comparison in Bitbucket's query language. */
const equals = (field: string, value: string): string => `${field}="${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** Matches any state, because with a query, Bitbucket ignores the parameter `state` and lists only open requests. */
const ANY_STATE = ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'].map((state) => equals('state', state)).join(' OR ');

/**
 * The token's own permission. If the token can't read it, `write` is assumed, because a refused push reports its cause.
 */
async function findOwnPermission(api: Api, fullName: string, signal?: AbortSignal): Promise<RepositoryPermission> {
  const [workspace = ''] = fullName.split('/', 1);
  const query = encodeURIComponent(equals('repository.full_name', fullName));
  const path = `/user/workspaces/${workspace}/permissions/repositories?q=${query}`;
  try {
    const answer = await api.call({ method: 'GET', path, missing: 'repository-not-found', signal });
    // A public repository without a granted permission isn't in any list.
    return toPermission(answer) ?? 'read';
  } catch (error) {
    if (isCodeHostError(error, 'forbidden') || isCodeHostError(error, 'repository-not-found')) return 'write';
    throw error;
  }
}

/**
 * Adds reviewers; Bitbucket has no labels. The default reviewers are also added, because only Bitbucket's web page adds
 * them automatically.
 */
async function setPeople(
  api: Api,
  { root, number }: { readonly root: string; readonly number: number },
  { labels, reviewers, signal }: PullRequestPeople,
): Promise<PeopleResult> {
  const path = `${root}/pullrequests/${number}`;
  const missing = 'pull-request-not-found';
  const before = asObject(await api.call({ method: 'GET', path, missing, signal }));
  const title = textOf(before, 'title');
  const asked = new Set(asList(before['reviewers'] ?? []).map((person) => textOf(asObject(person), 'uuid')));
  for (const uuid of await listDefaultReviewers(api, root, signal)) asked.add(uuid);
  const authorId = optionalUuid(before['author']);
  if (authorId !== undefined) asked.delete(authorId);
  const put = (uuids: readonly string[]): Promise<boolean> => {
    const body = { title, reviewers: uuids.map((uuid) => ({ uuid })) };
    return isGranted(api.call({ method: 'PUT', path, body, missing, signal }));
  };
  if (asked.size > 0) await put([...asked]);
  const refusedReviewers: string[] = [];
  for (const reviewer of reviewers) {
    // One by one, because Bitbucket refuses all of them if one is unknown.
    if (UUID.test(reviewer) && (asked.has(reviewer) || (await put([...asked, reviewer])))) asked.add(reviewer);
    else refusedReviewers.push(reviewer);
  }
  return { refusedLabels: labels, refusedReviewers };
}

/** Bitbucket's identifier for a person, because Bitbucket has no user names. */
const UUID = /^\{[0-9a-f-]{36}\}$/;

async function listDefaultReviewers(api: Api, root: string, signal?: AbortSignal): Promise<readonly string[]> {
  const path = `${root}/effective-default-reviewers?pagelen=${PAGE_SIZE}`;
  try {
    const answer = await api.call({ method: 'GET', path, missing: 'repository-not-found', signal });
    return asList(asObject(answer)['values']).map((value) => textOf(asObject(asObject(value)['user']), 'uuid'));
  } catch (error) {
    if (isCodeHostError(error, 'forbidden') || isCodeHostError(error, 'repository-not-found')) return [];
    throw error;
  }
}

function optionalUuid(author: unknown): string | undefined {
  const uuid = author === undefined || author === null ? undefined : asObject(author)['uuid'];
  return typeof uuid === 'string' ? uuid : undefined;
}
