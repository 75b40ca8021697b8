import type { Clock } from '../../clock/index.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import {
  workflowRun,
  type CodeHost,
  type PeopleResult,
  type PullRequestPeople,
  type RepositoryFacts,
} from '../code-host.ts';
import { isCodeHostError } from '../errors.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, optionalObject, optionalText, textOf } from '../read-json.ts';
import {
  basicAuthorization,
  createRestCodeHost,
  numberOfComment,
  type RestDialect,
  withoutSlash,
} from '../rest-code-host.ts';
import type { CheckList, ListedCheck } from '../rest-reports.ts';
import { createTokenSource, type GitHubCredential, type TokenSource } from './credential.ts';
import {
  explainCreate,
  explainMerge,
  isOfRepository,
  refusesDraft,
  toCheckOfRun,
  toCheckOfStatus,
  toCheckOfWorkflow,
  toComment,
  toPermission,
  toPullRequest,
  toRepositoryFacts,
} from './read-answer.ts';
import { readProtection } from './read-protection.ts';
import { type GitHubRepository, requireRepository } from './repository.ts';

export interface GitHubOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly credential: GitHubCredential;
  /** `https://github.com`, or an Enterprise Server's address. */
  readonly webUrl: string;
  /** If absent, `https://api.github.com`, or `<webUrl>/api/v3` for an Enterprise Server. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
}

export interface GitHub {
  /** Connects a repository. Errors: invalid-repository-name. */
  connect(repository: GitHubRepository): CodeHost;
}

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
/** Each of Docwright's branches has one or a few pull requests; a thousand indicates another problem. */
const MAX_PAGES = 10;
/** Maximum number of repositories whose tokens are cached. Evicted tokens are requested again. */
const MAX_TOKENS = 1_000;

/** Connects to GitHub or a GitHub Enterprise Server (REST API, version 2022-11-28). */
export function createGitHub(options: GitHubOptions): GitHub {
  const webUrl = withoutSlash(options.webUrl);
  const apiUrl = withoutSlash(options.apiUrl ?? defaultGitHubApiUrl(webUrl));
  const { http, timeoutMs = TIMEOUT_MS } = options;
  // Cached between calls, because all jobs on a repository can use an App's token for most of an hour.
  const tokens = new Map<string, TokenSource>();
  return {
    connect: (address) => {
      const repository = requireRepository(address);
      const key = `${repository.owner}/${repository.name}`.toLowerCase();
      const source =
        tokens.get(key) ??
        createTokenSource({ ...options, repository, baseHeaders: gitHubHeaders, api: { http, apiUrl, timeoutMs } });
      // Moves the most recently used token to the end. Callers can request any name, so the number of entries is
      // limited.
      tokens.delete(key);
      tokens.set(key, source);
      const [oldest] = tokens.keys();
      if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
      const headers = async () => ({ ...gitHubHeaders, authorization: `Bearer ${(await source.get()).token}` });
      return createAdapter({
        repository,
        source,
        webUrl,
        isToken: options.credential.kind === 'token',
        api: forgetting(source, createApi({ http, apiUrl, timeoutMs, headers })),
        // An Enterprise Server has `/api/graphql` next to `/api/v3`.
        graphql: forgetting(source, createApi({ http, apiUrl: apiUrl.replace(/\/v3$/, ''), timeoutMs, headers })),
      });
    },
  };
}

export const gitHubHeaders = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  'user-agent': 'docwright',
} as const;

export function defaultGitHubApiUrl(webUrl: string): string {
  return new URL(webUrl).host === 'github.com' ? 'https://api.github.com' : `${webUrl}/api/v3`;
}

/** Ensures that a revoked token isn't used a second time. */
function forgetting(source: TokenSource, api: Api): Api {
  return {
    call: async (request) => {
      try {
        return await api.call(request);
      } catch (error) {
        if (isCodeHostError(error, 'unauthorized')) source.forget();
        throw error;
      }
    },
  };
}

interface Context {
  readonly api: Api;
  /** Operations that the REST API doesn't support. */
  readonly graphql: Api;
  readonly repository: GitHubRepository;
  readonly source: TokenSource;
  readonly webUrl: string;
  /** Whether the credential is a person's token, whose permissions its owner chooses. */
  readonly isToken: boolean;
}

function createAdapter({ api, graphql, repository, source, webUrl, isToken }: Context): CodeHost {
  const root = `/repos/${repository.owner}/${repository.name}`;
  const readFacts = async (answer: unknown, signal?: AbortSignal): Promise<RepositoryFacts> =>
    toRepositoryFacts(answer, (await source.get(signal)).permission);
  let ownerNow: string | undefined;
  /**
   * Returns the owner's current name, which the filter by head requires. With an earlier name, the filter finds nothing
   * and reports no error.
   */
  const findOwner = async (signal?: AbortSignal): Promise<string> => {
    if (ownerNow !== undefined) return ownerNow;
    const answer = await api.call({ method: 'GET', path: root, missing: 'repository-not-found', signal });
    ownerNow = textOf(asObject(answer), 'full_name').split('/', 1)[0] ?? repository.owner;
    return ownerNow;
  };
  return createRestCodeHost({
    kind: 'github',
    gitAccess: {
      url: `${webUrl}/${repository.owner}/${repository.name}.git`,
      authorization: async () => basicAuthorization('x-access-token', (await source.get()).token),
    },
    api,
    repository: root,
    pullRequests: `${root}/pulls`,
    // An App's token is always created with this permission.
    probe: isToken ? 'per_page=1' : undefined,
    toRepositoryFacts: async (answer, signal) => {
      const facts = await readFacts(answer, signal);
      ownerNow = facts.fullName.split('/', 1)[0];
      return facts;
    },
    toPullRequest,
    listQuery: async (headBranch, page, signal) => {
      const head = encodeURIComponent(`${await findOwner(signal)}:${headBranch}`);
      return `state=all&sort=created&direction=desc&per_page=${PAGE_SIZE}&page=${page}&head=${head}`;
    },
    pullRequestRef: (number) => `refs/pull/${number}/head`,
    openQuery: `state=open&sort=updated&direction=desc&per_page=${PAGE_SIZE}`,
    toPage: (answer) => ({ items: asList(answer), isLast: asList(answer).length < PAGE_SIZE }),
    isOfRepository,
    maxPages: MAX_PAGES,
    draftPrefix: undefined,
    create,
    update: { method: 'PATCH', toBody: (change) => change },
    merge,
    readProtection: (branch, signal) => readProtection({ api, root, signal }, branch),
    comment: {
      path: (number) => `${root}/issues/${number}/comments`,
      toBody: (body) => ({ body }),
      toUrl: (answer) => textOf(asObject(answer), 'html_url'),
      listQuery: (page) => `?per_page=${PAGE_SIZE}&page=${page}`,
      toText: (item) => optionalText(asObject(item), 'body'),
      edit: { method: 'PATCH', path: (_number, id) => `${root}/issues/comments/${id}` },
    },
    status: {
      path: (sha) => `${root}/statuses/${sha}`,
      toBody: ({ context, state, description, url }) => ({ context, state, description, target_url: url }),
    },
    checks: checksOf(root),
    hook: hookOf(root),
    find: ({ pullRequest, commentId }) => {
      const [comment, line, review] = ['comment', 'review-comment', 'review'].map((kind) =>
        numberOfComment(commentId, kind),
      );
      const read = (answer: unknown) => toComment(answer, pullRequest);
      if (comment !== undefined) return { path: `${root}/issues/comments/${comment}`, read };
      if (line !== undefined) return { path: `${root}/pulls/comments/${line}`, read };
      return review === undefined ? undefined : { path: `${root}/pulls/${pullRequest}/reviews/${review}`, read };
    },
    setPeople: (number, people) => setPeople(api, root, number, people),
    makeDraft: (number, signal) => makeDraft({ api, graphql }, `${root}/pulls/${number}`, signal),
    permissionOf: async ({ id }, signal) => {
      const path = `${root}/collaborators/${encodeURIComponent(id)}/permission`;
      return toPermission(await api.call({ method: 'GET', path, missing: 'repository-not-found', signal }));
    },
  });
}

const checksOf = (root: string): RestDialect['checks'] => [
  {
    path: ({ commit }, page) => `${root}/commits/${commit}/check-runs?filter=latest&per_page=${PAGE_SIZE}&page=${page}`,
    toPage: (answer) => toPage(asList(asObject(answer)['check_runs']), toCheckOfRun),
  },
  {
    path: ({ commit }, page) => `${root}/commits/${commit}/status?per_page=${PAGE_SIZE}&page=${page}`,
    toPage: (answer) => toPage(asList(asObject(answer)['statuses']), toCheckOfStatus),
  },
  {
    // Reading workflow runs of a private repository requires another permission.
    path: ({ commit, required }, page) =>
      required.exact?.some(({ app }) => app === workflowRun) === true
        ? `${root}/actions/runs?head_sha=${commit}&per_page=${PAGE_SIZE}&page=${page}`
        : undefined,
    toPage: (answer) => toPage(asList(asObject(answer)['workflow_runs']), toCheckOfWorkflow),
  },
];

const toPage = (
  items: readonly unknown[],
  toCheck: (item: unknown) => ListedCheck | undefined,
): ReturnType<CheckList['toPage']> => ({
  checks: items.flatMap((item) => toCheck(item) ?? []),
  isLast: items.length < PAGE_SIZE,
});

const toDraft = `mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;

/** Turns an open pull request into a draft. The REST API can create drafts, but doesn't support this. */
async function makeDraft(
  { api, graphql }: Pick<Context, 'api' | 'graphql'>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const missing = 'pull-request-not-found';
  const pull = asObject(await api.call({ method: 'GET', path, missing, signal }));
  if (pull['draft'] === true) return true;
  const body = { query: toDraft, variables: { id: textOf(pull, 'node_id') } };
  const answer = asObject(await graphql.call({ method: 'POST', path: '/graphql', body, missing, signal }));
  // A refusal has status 200 and `errors`, but not this field.
  const converted = optionalObject(optionalObject(answer, 'data') ?? {}, 'convertPullRequestToDraft') ?? {};
  return optionalObject(converted, 'pullRequest')?.['isDraft'] === true;
}

const create: RestDialect['create'] = {
  toBody: ({ title, body, headBranch, baseBranch, draft }) => ({
    title,
    body,
    head: headBranch,
    base: baseBranch,
    draft,
  }),
  explain: explainCreate,
  missing: 'repository-not-found',
  instead: (request, refusal) => (refusesDraft(refusal) ? { ...request, draft: false } : undefined),
};

const merge: RestDialect['merge'] = {
  method: 'PUT',
  path: '/merge',
  ways: ['merge', 'squash', 'rebase'],
  toBody: ({ head, way }) => ({ sha: head, merge_method: way }),
  explain: explainMerge,
};

const hookOf = (root: string): RestDialect['hook'] => ({
  path: `${root}/hooks`,
  toBody: ({ url, secret }) => ({
    name: 'web',
    events: ['push', 'pull_request', 'issue_comment', 'pull_request_review', 'pull_request_review_comment'],
    config: { url, secret, content_type: 'json' },
  }),
});

async function setPeople(api: Api, root: string, number: number, people: PullRequestPeople): Promise<PeopleResult> {
  const { labels, signal } = people;
  const add = (path: string, body: unknown): Promise<boolean> =>
    isGranted(api.call({ method: 'POST', path: root + path, body, missing: 'pull-request-not-found', signal }));
  const areLabelsSet = labels.length === 0 || (await add(`/issues/${number}/labels`, { labels }));
  const refusedReviewers: string[] = [];
  // One by one, because GitHub refuses all of them if one of them has no access.
  for (const reviewer of people.reviewers) {
    const isAsked = await add(`/pulls/${number}/requested_reviewers`, { reviewers: [reviewer] });
    if (!isAsked) refusedReviewers.push(reviewer);
  }
  return { refusedLabels: areLabelsSet ? [] : labels, refusedReviewers };
}
