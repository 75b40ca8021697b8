import type { Clock } from '../../clock/index.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import type {
  CodeHost,
  NewPullRequest,
  PeopleResult,
  PullRequest,
  PullRequestPeople,
  PullRequestQuery,
} from '../code-host.ts';
import { CodeHostError, isCodeHostError } from '../errors.ts';
import { createOrFind } from '../find-after-unknown.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, textOf } from '../read-json.ts';
import { createTokenSource, type GitHubCredential, type TokenSource } from './credential.ts';
import { explainCreate, isOfBranch, refusesDraft, toPullRequest, toRepositoryFacts } from './read-answer.ts';
import { type GitHubRepository, requireRepository } from './repository.ts';

export interface GitHubOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly credential: GitHubCredential;
  /** `https://github.com`, or the address of an Enterprise Server. */
  readonly webUrl: string;
  /** Absent: `https://api.github.com`, or `<webUrl>/api/v3` of an Enterprise Server. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
}

export interface GitHub {
  /** Errors: invalid-repository-name. */
  connect(repository: GitHubRepository): CodeHost;
}

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
/** A branch of ours has one pull request, or a handful: a thousand means that something else is wrong. */
const MAX_PAGES = 10;

/** GitHub and GitHub Enterprise Server (REST API, version 2022-11-28). */
export function createGitHub(options: GitHubOptions): GitHub {
  const webUrl = options.webUrl.replace(/\/+$/, '');
  const apiUrl = (options.apiUrl ?? defaultApiUrl(webUrl)).replace(/\/+$/, '');
  const { http, timeoutMs = TIMEOUT_MS } = options;
  // Kept from call to call: an App's token serves every job on a repository for most of an hour.
  const tokens = new Map<string, TokenSource>();
  return {
    connect: (given) => {
      const repository = requireRepository(given);
      const key = `${repository.owner}/${repository.name}`.toLowerCase();
      const source =
        tokens.get(key) ??
        createTokenSource({ ...options, repository, baseHeaders: HEADERS, api: { http, apiUrl, timeoutMs } });
      tokens.set(key, source);
      const headers = async () => ({ ...HEADERS, authorization: `Bearer ${(await source.get()).token}` });
      return createAdapter({
        repository,
        source,
        webUrl,
        api: forgetting(source, createApi({ http, apiUrl, timeoutMs, headers })),
      });
    },
  };
}

const HEADERS = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  'user-agent': 'docwright',
} as const;

function defaultApiUrl(webUrl: string): string {
  return new URL(webUrl).host === 'github.com' ? 'https://api.github.com' : `${webUrl}/api/v3`;
}

/** A token that was revoked is not used a second time. */
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
  readonly repository: GitHubRepository;
  readonly source: TokenSource;
  readonly webUrl: string;
}

function createAdapter(context: Context): CodeHost {
  const { api, repository, source, webUrl } = context;
  const root = `/repos/${repository.owner}/${repository.name}`;
  const missing = 'pull-request-not-found';
  const list = (query: PullRequestQuery): Promise<readonly PullRequest[]> => listPullRequests(context, query);
  return {
    kind: 'github',
    gitAccess: {
      url: `${webUrl}/${repository.owner}/${repository.name}.git`,
      authorization: async () =>
        `Basic ${Buffer.from(`x-access-token:${(await source.get()).token}`).toString('base64')}`,
    },
    getRepository: async (signal) => {
      const answer = await api.call({ method: 'GET', path: root, missing: 'repository-not-found', signal });
      return toRepositoryFacts(answer, (await source.get(signal)).permission);
    },
    listPullRequests: list,
    createPullRequest: (request) => createOrFind(request, { create: () => createPullRequest(context, request), list }),
    updatePullRequest: async (number, { signal, ...body }) =>
      toPullRequest(
        await api.call({ method: 'PATCH', path: `${root}/pulls/${requireNumber(number)}`, body, missing, signal }),
      ),
    comment: async (number, body, signal) => {
      const path = `${root}/issues/${requireNumber(number)}/comments`;
      return {
        url: textOf(asObject(await api.call({ method: 'POST', path, body: { body }, missing, signal })), 'html_url'),
      };
    },
    setPeople: (number, people) =>
      setPeople(api, `${root}/issues/${requireNumber(number)}/labels`, {
        people,
        reviewersPath: `${root}/pulls/${number}/requested_reviewers`,
      }),
  };
}

async function listPullRequests(
  { api, repository }: Context,
  { headBranch, marker = '', signal }: PullRequestQuery,
): Promise<readonly PullRequest[]> {
  const head = encodeURIComponent(`${repository.owner}:${headBranch}`);
  const found: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `state=all&sort=created&direction=desc&per_page=${PAGE_SIZE}&page=${page}&head=${head}`;
    const path = `/repos/${repository.owner}/${repository.name}/pulls?${query}`;
    const items = asList(await api.call({ method: 'GET', path, missing: 'repository-not-found', signal }));
    found.push(...items.filter((item) => isOfBranch(item, headBranch)));
    if (items.length < PAGE_SIZE) break;
  }
  return found.map(toPullRequest).filter(({ body }) => body.includes(marker));
}

async function createPullRequest({ api, repository }: Context, request: NewPullRequest): Promise<PullRequest> {
  let isDraftRefused = false;
  const post = (draft: boolean): Promise<unknown> =>
    api.call({
      method: 'POST',
      path: `/repos/${repository.owner}/${repository.name}/pulls`,
      body: { title: request.title, body: request.body, head: request.headBranch, base: request.baseBranch, draft },
      missing: 'repository-not-found',
      signal: request.signal,
      explain: (body) => {
        isDraftRefused = refusesDraft(body);
        return explainCreate(body);
      },
    });
  try {
    return toPullRequest(await post(request.draft));
  } catch (error) {
    // A plain refusal made nothing, so this is no blind retry.
    if (!isDraftRefused || !isCodeHostError(error, 'invalid-request')) throw error;
    return toPullRequest(await post(false));
  }
}

interface PeopleRequest {
  readonly people: PullRequestPeople;
  readonly reviewersPath: string;
}

async function setPeople(
  api: Api,
  labelsPath: string,
  { people, reviewersPath }: PeopleRequest,
): Promise<PeopleResult> {
  const { signal } = people;
  const add = (path: string, body: unknown): Promise<boolean> =>
    isGranted(api.call({ method: 'POST', path, body, missing: 'pull-request-not-found', signal }));
  const { labels } = people;
  const areLabelsSet = labels.length === 0 || (await add(labelsPath, { labels }));
  const refusedReviewers: string[] = [];
  // One by one: GitHub refuses all of them when one has no access.
  for (const reviewer of people.reviewers) {
    if (!(await add(reviewersPath, { reviewers: [reviewer] }))) refusedReviewers.push(reviewer);
  }
  return { refusedLabels: areLabelsSet ? [] : labels, refusedReviewers };
}

function requireNumber(number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new CodeHostError('pull-request-not-found', `${number} is not the number of a pull request.`);
}
