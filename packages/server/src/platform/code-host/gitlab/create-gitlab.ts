import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import type { CheckedHead, CodeHost, CommitCheck, PeopleResult, PullRequestPeople } from '../code-host.ts';
import { CodeHostError, isCodeHostError } from '../errors.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, numberOf, optionalText } from '../read-json.ts';
import {
  basicAuthorization,
  createRestCodeHost,
  numberOfComment,
  type RestDialect,
  withoutSlash,
} from '../rest-code-host.ts';
import { requireNumber } from '../rest-reports.ts';
import { readProtection } from './read-protection.ts';
import {
  DRAFT_PREFIX,
  explainCreate,
  explainMerge,
  hasParent,
  isOfProject,
  readMergedResult,
  toCheck,
  toComment,
  toPermission,
  toPullRequest,
  toRepositoryFacts,
} from './read-answer.ts';

export interface GitLabOptions {
  readonly http: HttpClient;
  /** `https://gitlab.com`, or another installation's address. */
  readonly webUrl: string;
  /** Personal, group or project access token with the scopes `api` and `write_repository`. */
  readonly token: string;
  readonly timeoutMs?: number;
}

export interface GitLab {
  /** Connects `group/subgroup/project`. Errors: invalid-repository-name. */
  connect(path: string): CodeHost;
}

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;

/** Connects to GitLab, hosted or self-managed (REST API v4). A merge request is a pull request here. */
export function createGitLab(options: GitLabOptions): GitLab {
  const webUrl = withoutSlash(options.webUrl);
  const { http, token, timeoutMs = TIMEOUT_MS } = options;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const api = createApi({ http, timeoutMs, apiUrl: `${webUrl}/api/v4`, headers: () => Promise.resolve(headers) });
  return { connect: (path) => createAdapter({ api, webUrl, token, path: requirePath(path) }) };
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
    `${JSON.stringify(path.slice(0, 120))} is not the path of a project: group/project is required.`,
  );
}

interface Context {
  readonly api: Api;
  readonly webUrl: string;
  readonly path: string;
  readonly token: string;
}

function createAdapter({ api, webUrl, path, token }: Context): CodeHost {
  const root = `/projects/${encodeURIComponent(path)}`;
  const mergeRequests = `${root}/merge_requests`;
  return createRestCodeHost({
    kind: 'gitlab',
    gitAccess: {
      url: `${webUrl}/${path}.git`,
      authorization: () => Promise.resolve(basicAuthorization('oauth2', token)),
    },
    api,
    repository: root,
    pullRequests: mergeRequests,
    probe: undefined,
    toRepositoryFacts,
    toPullRequest,
    listQuery: (headBranch, page) =>
      `state=all&order_by=created_at&sort=desc&per_page=${PAGE_SIZE}&page=${page}&source_branch=${encodeURIComponent(headBranch)}`,
    pullRequestRef: (number) => `refs/merge-requests/${number}/head`,
    openQuery: `state=opened&order_by=updated_at&sort=desc&per_page=${PAGE_SIZE}`,
    toPage: (answer) => ({ items: asList(answer), isLast: asList(answer).length < PAGE_SIZE }),
    isOfRepository: isOfProject,
    maxPages: MAX_PAGES,
    draftPrefix: DRAFT_PREFIX,
    create: {
      toBody: ({ headBranch, baseBranch, title, body }) => ({
        source_branch: headBranch,
        target_branch: baseBranch,
        title,
        description: body,
      }),
      explain: explainCreate,
      missing: 'repository-not-found',
    },
    update: {
      method: 'PUT',
      toBody: ({ title, body, state }) => ({
        ...(title !== undefined && { title }),
        ...(body !== undefined && { description: body }),
        ...(state !== undefined && { state_event: state === 'closed' ? 'close' : 'reopen' }),
      }),
    },
    merge,
    readProtection: (branch, signal) => readProtection({ api, root, signal }, branch),
    comment: {
      path: (number) => `${mergeRequests}/${number}/notes`,
      issuePath: (number) => `${root}/issues/${number}/notes`,
      toBody: (body) => ({ body }),
      toUrl: (answer, on) => {
        const page = typeof on === 'number' ? `merge_requests/${on}` : `issues/${on.issue}`;
        return `${webUrl}/${path}/-/${page}#note_${numberOf(asObject(answer), 'id')}`;
      },
      listQuery: (page) => `?sort=asc&order_by=created_at&per_page=${PAGE_SIZE}&page=${page}`,
      toText: (item) => optionalText(asObject(item), 'body'),
      edit: { method: 'PUT', path: (number, id) => `${mergeRequests}/${number}/notes/${id}` },
    },
    hook: hookOf(root),
    status: {
      path: (sha) => `${root}/statuses/${sha}`,
      toBody: ({ context: name, state, description, url }) => ({
        name,
        state: state === 'failure' ? 'failed' : state,
        description,
        target_url: url,
      }),
      // GitLab refuses a transition to the current state.
      isThere: (refusal) => /cannot transition status/i.test(JSON.stringify(refusal ?? '')),
    },
    checks: checksOf(root),
    findOtherChecks: (head, signal) => findMergedResult({ api, root }, head, signal),
    find: ({ pullRequest, isOnIssue, commentId }) => {
      const note = numberOfComment(commentId, 'note');
      const of = isOnIssue === true ? `${root}/issues` : mergeRequests;
      return note === undefined ? undefined : { path: `${of}/${pullRequest}/notes/${note}`, read: toComment };
    },
    setPeople: (number, people) => setPeople(api, `${mergeRequests}/${number}`, people),
    // Looked up by number, because events identify people by number.
    permissionOf: async ({ id }, signal) => {
      const member = `${root}/members/all/${encodeURIComponent(id)}`;
      return toPermission(await api.call({ method: 'GET', path: member, missing: 'repository-not-found', signal }));
    },
  });
}

const checksOf = (root: string): RestDialect['checks'] => [
  {
    path: ({ commit }, page) => `${root}/repository/commits/${commit}/statuses?per_page=${PAGE_SIZE}&page=${page}`,
    toPage: (answer) => ({ checks: asList(answer).map(toCheck), isLast: asList(answer).length < PAGE_SIZE }),
  },
];

/**
 * A merge request's pipeline as a check, if it ran for the merged result. In that case, GitLab lists its jobs at a
 * commit that isn't the head. Until a new head's pipeline exists, the merge request has the previous head's pipeline.
 */
async function findMergedResult(
  { api, root }: { readonly api: Api; readonly root: string },
  { commit, pullRequest, required }: CheckedHead,
  signal: AbortSignal | undefined,
): Promise<readonly CommitCheck[]> {
  if (required.others === 0) return [];
  const get = (path: string, missing: 'pull-request-not-found' | 'branch-not-found') =>
    api.call({ method: 'GET', path: root + path, missing, signal });
  const request = await get(`/merge_requests/${requireNumber(pullRequest)}`, 'pull-request-not-found');
  const pipeline = readMergedResult(request, commit);
  if (pipeline === undefined) return [];
  try {
    const merged = await get(`/repository/commits/${encodeURIComponent(pipeline.sha)}`, 'branch-not-found');
    return hasParent(merged, commit) ? [pipeline.check] : [];
  } catch (error) {
    if (isCodeHostError(error, 'branch-not-found')) return [];
    throw error;
  }
}

const merge: RestDialect['merge'] = {
  method: 'PUT',
  path: '/merge',
  // GitLab applies the project's own merge method.
  ways: ['merge'],
  toBody: ({ head }) => ({ sha: head }),
  explain: explainMerge,
};

const hookOf = (root: string): RestDialect['hook'] => ({
  path: `${root}/hooks`,
  toBody: ({ url, secret }) => ({
    url,
    token: secret,
    push_events: true,
    merge_requests_events: true,
    note_events: true,
  }),
});

async function setPeople(
  api: Api,
  path: string,
  { labels, reviewers, signal }: PullRequestPeople,
): Promise<PeopleResult> {
  const missing = 'pull-request-not-found';
  const before = asObject(await api.call({ method: 'GET', path, missing, signal }));
  const ids = asList(before['reviewers'] ?? []).map((reviewer) => numberOf(asObject(reviewer), 'id'));
  const refusedReviewers: string[] = [];
  for (const reviewer of reviewers) {
    const query = `/users?username=${encodeURIComponent(reviewer)}`;
    const [user] = asList(await api.call({ method: 'GET', path: query, missing, signal }));
    if (user === undefined) refusedReviewers.push(reviewer);
    else ids.push(numberOf(asObject(user), 'id'));
  }
  // Labels are separated by commas, so a label that contains one can't be used.
  const usable = labels.filter((label) => !label.includes(','));
  const body = { add_labels: usable.join(','), ...(reviewers.length > 0 && { reviewer_ids: ids }) };
  if (!(await isGranted(api.call({ method: 'PUT', path, body, missing, signal }))))
    return { refusedLabels: labels, refusedReviewers: reviewers };
  return { refusedLabels: labels.filter((label) => !usable.includes(label)), refusedReviewers };
}
