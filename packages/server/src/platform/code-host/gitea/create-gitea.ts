import type { HttpClient } from '../../http-client/index.ts';
import { type Api, createApi } from '../api.ts';
import type { CodeHost, PeopleResult, PullRequestPeople } from '../code-host.ts';
import { CodeHostError } from '../errors.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, numberOf, optionalText, textOf } from '../read-json.ts';
import {
  basicAuthorization,
  createRestCodeHost,
  numberOfComment,
  type RestDialect,
  withoutSlash,
} from '../rest-code-host.ts';
import {
  DRAFT_PREFIX,
  explainCreate,
  explainMerge,
  findReview,
  isOfRepository,
  toChecks,
  toComment,
  toPermission,
  toProtection,
  toPullRequest,
  toRepositoryFacts,
} from './read-answer.ts';

export interface GiteaOptions {
  readonly http: HttpClient;
  readonly webUrl: string;
  /** Access token with write permission for repositories and issues. */
  readonly token: string;
  readonly timeoutMs?: number;
}

export interface GiteaRepository {
  readonly owner: string;
  readonly name: string;
}

export interface Gitea {
  /** Connects a repository. Errors: invalid-repository-name. */
  connect(repository: GiteaRepository): CodeHost;
}

const TIMEOUT_MS = 15_000;
/** Maximum page size in Gitea's default settings. Servers with a lower limit return shorter pages without saying so. */
const PAGE_SIZE = 50;
/** The list can't be filtered by branch, so the newest thousand are read. */
const MAX_PAGES = 20;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const LABEL_COLOUR = '#0075ca';

/** Connects to Gitea or Forgejo (REST API v1). */
export function createGitea(options: GiteaOptions): Gitea {
  const webUrl = withoutSlash(options.webUrl);
  const { http, token, timeoutMs = TIMEOUT_MS } = options;
  const headers = { accept: 'application/json', authorization: `token ${token}` };
  const api = createApi({ http, timeoutMs, apiUrl: `${webUrl}/api/v1`, headers: () => Promise.resolve(headers) });
  return { connect: (repository) => createAdapter({ api, webUrl, token, repository: requireRepository(repository) }) };
}

function requireRepository({ owner, name }: GiteaRepository): GiteaRepository {
  if (NAME.test(owner) && NAME.test(name) && !/\.(?:git|wiki)$|\.$/i.test(name)) return { owner, name };
  throw new CodeHostError(
    'invalid-repository-name',
    `${JSON.stringify(`${owner}/${name}`.slice(0, 120))} is not owner/name.`,
  );
}

interface Context {
  readonly api: Api;
  readonly webUrl: string;
  readonly token: string;
  readonly repository: GiteaRepository;
}

function createAdapter({ api, webUrl, token, repository }: Context): CodeHost {
  const root = `/repos/${repository.owner}/${repository.name}`;
  return createRestCodeHost({
    kind: 'gitea',
    gitAccess: {
      url: `${webUrl}/${repository.owner}/${repository.name}.git`,
      authorization: () => Promise.resolve(basicAuthorization('docwright', token)),
    },
    api,
    repository: root,
    pullRequests: `${root}/pulls`,
    probe: undefined,
    toRepositoryFacts,
    toPullRequest,
    listQuery: (_headBranch, page) => `state=all&sort=recentupdate&limit=${PAGE_SIZE}&page=${page}`,
    pullRequestRef: (number) => `refs/pull/${number}/head`,
    openQuery: `state=open&sort=recentupdate&limit=${PAGE_SIZE}`,
    toPage: (answer) => ({ items: asList(answer), isLast: asList(answer).length === 0 }),
    isOfRepository,
    maxPages: MAX_PAGES,
    draftPrefix: DRAFT_PREFIX,
    create: {
      toBody: ({ headBranch, baseBranch, title, body }) => ({ head: headBranch, base: baseBranch, title, body }),
      explain: explainCreate,
      missing: 'branch-not-found',
    },
    update: { method: 'PATCH', toBody: (change) => change },
    merge,
    readProtection: async (branch, signal) => {
      const path = `${root}/branches/${encodeURIComponent(branch)}`;
      return toProtection(await api.call({ method: 'GET', path, missing: 'branch-not-found', signal }));
    },
    comment: {
      path: (number) => `${root}/issues/${number}/comments`,
      toBody: (body) => ({ body }),
      toUrl: (answer) => textOf(asObject(answer), 'html_url'),
      // Not paged, because one response contains all comments.
      listQuery: (page) => (page === 1 ? '' : undefined),
      toText: (item) => optionalText(asObject(item), 'body'),
      edit: { method: 'PATCH', path: (_number, id) => `${root}/issues/comments/${id}` },
    },
    status: {
      path: (sha) => `${root}/statuses/${sha}`,
      toBody: ({ context, state, description, url }) => ({ context, state, description, target_url: url }),
    },
    checks: checksOf(root),
    hook: hookOf(root),
    find: (name) => {
      const comment = numberOfComment(name.commentId, 'comment');
      if (comment !== undefined) {
        return {
          path: `${root}/issues/comments/${comment}`,
          read: (answer) => toComment(answer, name.pullRequest),
        };
      }
      if (!name.commentId.startsWith('review-')) return undefined;
      return {
        path: `${root}/pulls/${name.pullRequest}/reviews?limit=${PAGE_SIZE}`,
        read: (answer) => findReview(answer, name),
      };
    },
    setPeople: (number, people) => setPeople(api, root, number, people),
    permissionOf: async ({ id }, signal) => {
      const path = `${root}/collaborators/${encodeURIComponent(id)}/permission`;
      return toPermission(await api.call({ method: 'GET', path, missing: 'repository-not-found', signal }));
    },
  });
}

const checksOf = (root: string): RestDialect['checks'] => [
  {
    path: ({ commit }, page) => `${root}/commits/${commit}/status?limit=${PAGE_SIZE}&page=${page}`,
    toPage: (answer) => {
      const checks = toChecks(answer);
      return { checks, isLast: checks.length === 0 };
    },
  },
];

const merge: RestDialect['merge'] = {
  method: 'POST',
  path: '/merge',
  ways: ['merge', 'squash', 'rebase'],
  toBody: ({ head, way }) => ({ Do: way, head_commit_id: head }),
  explain: explainMerge,
};

const hookOf = (root: string): RestDialect['hook'] => ({
  path: `${root}/hooks`,
  toBody: ({ url, secret }) => ({
    type: 'gitea',
    active: true,
    events: [
      'push',
      'delete',
      'pull_request',
      'pull_request_sync',
      'issue_comment',
      'pull_request_comment',
      'pull_request_review',
    ],
    config: { url, secret, content_type: 'json' },
  }),
});

async function setPeople(api: Api, root: string, number: number, people: PullRequestPeople): Promise<PeopleResult> {
  const { labels, signal } = people;
  const missing = 'pull-request-not-found';
  const add = (path: string, body: unknown): Promise<boolean> =>
    // An unknown user causes a 404 here. The pull request itself is checked below.
    isGranted(api.call({ method: 'POST', path: root + path, body, missing, signal }), missing);
  await api.call({ method: 'GET', path: `${root}/pulls/${number}`, missing, signal });
  const ids = await findOrMakeLabels(api, root, people);
  const areLabelsSet = ids.length === 0 || (await add(`/issues/${number}/labels`, { labels: ids }));
  const refusedReviewers: string[] = [];
  for (const reviewer of people.reviewers) {
    const isAsked = await add(`/pulls/${number}/requested_reviewers`, { reviewers: [reviewer] });
    if (!isAsked) refusedReviewers.push(reviewer);
  }
  return { refusedLabels: areLabelsSet && ids.length === labels.length ? [] : labels, refusedReviewers };
}

/** Returns the IDs of labels, and creates missing labels. Labels that can't be created are omitted. */
async function findOrMakeLabels(
  api: Api,
  root: string,
  { labels, signal }: PullRequestPeople,
): Promise<readonly number[]> {
  if (labels.length === 0) return [];
  const missing = 'repository-not-found';
  const list = async (): Promise<ReadonlyMap<unknown, number>> => {
    const found = new Map<unknown, number>();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const path = `${root}/labels?limit=${PAGE_SIZE}&page=${page}`;
      const items = asList(await api.call({ method: 'GET', path, missing, signal })).map(asObject);
      if (items.length === 0) break;
      for (const item of items) found.set(item['name'], numberOf(item, 'id'));
    }
    return found;
  };
  const known = await list();
  const lacking = labels.filter((label) => !known.has(label));
  for (const name of lacking) {
    const body = { name, color: LABEL_COLOUR };
    await isGranted(api.call({ method: 'POST', path: `${root}/labels`, body, missing, signal }));
  }
  const all = lacking.length === 0 ? known : await list();
  return labels.flatMap((label) => all.get(label) ?? []);
}
