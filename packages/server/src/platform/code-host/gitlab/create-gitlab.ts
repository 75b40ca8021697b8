import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import type {
  CodeHost,
  NewPullRequest,
  PeopleResult,
  PullRequest,
  PullRequestChange,
  PullRequestPeople,
  PullRequestQuery,
} from '../code-host.ts';
import { CodeHostError } from '../errors.ts';
import { createOrFind } from '../find-after-unknown.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, numberOf } from '../read-json.ts';
import { DRAFT_PREFIX, explainCreate, isOfProject, toPullRequest, toRepositoryFacts } from './read-answer.ts';

export interface GitLabOptions {
  readonly http: HttpClient;
  /** `https://gitlab.com`, or the address of another installation. */
  readonly webUrl: string;
  /** Personal, group or project access token with the scopes `api` and `write_repository`. */
  readonly token: string;
  readonly timeoutMs?: number;
}

export interface GitLab {
  /** `group/subgroup/project`. Errors: invalid-repository-name. */
  connect(path: string): CodeHost;
}

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;

/** GitLab, hosted or self-managed (REST API v4). A merge request is a pull request here. */
export function createGitLab(options: GitLabOptions): GitLab {
  const webUrl = options.webUrl.replace(/\/+$/, '');
  const headers = { accept: 'application/json', authorization: `Bearer ${options.token}` };
  const { http, timeoutMs = TIMEOUT_MS } = options;
  const api = createApi({ http, timeoutMs, apiUrl: `${webUrl}/api/v4`, headers: () => Promise.resolve(headers) });
  return {
    connect: (path) => createAdapter({ api, webUrl, path: requirePath(path), token: options.token }),
  };
}

function requirePath(path: string): string {
  const segments = path.split('/');
  const isPath =
    segments.length >= 2 &&
    segments.length <= 20 &&
    segments.every((segment) => SEGMENT.test(segment) && !/\.git$|\.$/.test(segment));
  if (isPath) return path;
  throw new CodeHostError(
    'invalid-repository-name',
    `${JSON.stringify(path.slice(0, 120))} is not the path of a project: group/project is needed.`,
  );
}

interface Context {
  readonly api: Api;
  readonly webUrl: string;
  readonly path: string;
  readonly token: string;
}

function createAdapter(context: Context): CodeHost {
  const { api, webUrl, path } = context;
  const list = (query: PullRequestQuery): Promise<readonly PullRequest[]> => listMergeRequests(context, query);
  return {
    kind: 'gitlab',
    gitAccess: {
      url: `${webUrl}/${path}.git`,
      authorization: () => Promise.resolve(`Basic ${Buffer.from(`oauth2:${context.token}`).toString('base64')}`),
    },
    getRepository: async (signal) =>
      toRepositoryFacts(
        await api.call({ method: 'GET', path: root(context), missing: 'repository-not-found', signal }),
      ),
    listPullRequests: list,
    createPullRequest: (request) => createOrFind(request, { create: () => createMergeRequest(context, request), list }),
    updatePullRequest: (number, change) => update(context, number, change),
    comment: async (number, body, signal) => {
      const answer = await api.call({
        method: 'POST',
        path: `${mergeRequest(context, number)}/notes`,
        body: { body },
        missing: 'pull-request-not-found',
        signal,
      });
      return { url: `${webUrl}/${path}/-/merge_requests/${number}#note_${numberOf(asObject(answer), 'id')}` };
    },
    setPeople: (number, people) => setPeople(context, number, people),
  };
}

function root({ path }: Context): string {
  return `/projects/${encodeURIComponent(path)}`;
}

function mergeRequest(context: Context, number: number): string {
  if (Number.isSafeInteger(number) && number > 0) return `${root(context)}/merge_requests/${number}`;
  throw new CodeHostError('pull-request-not-found', `${number} is not the number of a merge request.`);
}

async function listMergeRequests(
  context: Context,
  { headBranch, marker = '', signal }: PullRequestQuery,
): Promise<readonly PullRequest[]> {
  const found: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `state=all&order_by=created_at&sort=desc&per_page=${PAGE_SIZE}&page=${page}&source_branch=${encodeURIComponent(headBranch)}`;
    const items = asList(
      await context.api.call({
        method: 'GET',
        path: `${root(context)}/merge_requests?${query}`,
        missing: 'repository-not-found',
        signal,
      }),
    );
    found.push(...items.filter(isOfProject));
    if (items.length < PAGE_SIZE) break;
  }
  return found.map(toPullRequest).filter((pull) => pull.headBranch === headBranch && pull.body.includes(marker));
}

async function createMergeRequest(context: Context, request: NewPullRequest): Promise<PullRequest> {
  const { headBranch, baseBranch, title, body, draft, signal } = request;
  const answer = await context.api.call({
    method: 'POST',
    path: `${root(context)}/merge_requests`,
    body: {
      source_branch: headBranch,
      target_branch: baseBranch,
      title: draft ? DRAFT_PREFIX + title : title,
      description: body,
    },
    missing: 'repository-not-found',
    explain: explainCreate,
    signal,
  });
  return toPullRequest(answer);
}

/** A draft is a prefix of the title, so a new title must carry it on. */
async function update(
  context: Context,
  number: number,
  { title, body, state, signal }: PullRequestChange,
): Promise<PullRequest> {
  const path = mergeRequest(context, number);
  const missing = 'pull-request-not-found';
  const isDraft =
    title !== undefined && toPullRequest(await context.api.call({ method: 'GET', path, missing, signal })).draft;
  const change = {
    ...(title !== undefined && { title: isDraft ? DRAFT_PREFIX + title : title }),
    ...(body !== undefined && { description: body }),
    ...(state !== undefined && { state_event: state === 'closed' ? 'close' : 'reopen' }),
  };
  return toPullRequest(await context.api.call({ method: 'PUT', path, body: change, missing, signal }));
}

async function setPeople(
  context: Context,
  number: number,
  { labels, reviewers, signal }: PullRequestPeople,
): Promise<PeopleResult> {
  const { api } = context;
  const path = mergeRequest(context, number);
  const missing = 'pull-request-not-found';
  const before = asObject(await api.call({ method: 'GET', path, missing, signal }));
  const ids = asList(before['reviewers'] ?? []).map((reviewer) => numberOf(asObject(reviewer), 'id'));
  const refusedReviewers: string[] = [];
  for (const reviewer of reviewers) {
    const [user] = asList(
      await api.call({ method: 'GET', path: `/users?username=${encodeURIComponent(reviewer)}`, missing, signal }),
    );
    if (user === undefined) refusedReviewers.push(reviewer);
    else ids.push(numberOf(asObject(user), 'id'));
  }
  // A comma separates labels, so one that holds a comma can't be named.
  const usable = labels.filter((label) => !label.includes(','));
  const body = { add_labels: usable.join(','), ...(reviewers.length > 0 && { reviewer_ids: ids }) };
  if (!(await isGranted(api.call({ method: 'PUT', path, body, missing, signal }))))
    return { refusedLabels: labels, refusedReviewers: reviewers };
  return { refusedLabels: labels.filter((label) => !usable.includes(label)), refusedReviewers };
}
