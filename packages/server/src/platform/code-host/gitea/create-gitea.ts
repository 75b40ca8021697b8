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
import { CodeHostError, isCodeHostError } from '../errors.ts';
import { createOrFind } from '../find-after-unknown.ts';
import { isGranted } from '../is-granted.ts';
import { asList, asObject, numberOf, textOf } from '../read-json.ts';
import { DRAFT_PREFIX, explainCreate, isOfRepository, toPullRequest, toRepositoryFacts } from './read-answer.ts';

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
  /** Errors: invalid-repository-name. */
  connect(repository: GiteaRepository): CodeHost;
}

const TIMEOUT_MS = 15_000;
/** Gitea's own cap in its default settings. */
const PAGE_SIZE = 50;
/** The list knows no filter by branch; the newest thousand are looked at. */
const MAX_PAGES = 20;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const LABEL_COLOUR = '#0075ca';

/** Gitea and Forgejo (REST API v1). */
export function createGitea(options: GiteaOptions): Gitea {
  const webUrl = options.webUrl.replace(/\/+$/, '');
  const headers = { accept: 'application/json', authorization: `token ${options.token}` };
  const { http, token, timeoutMs = TIMEOUT_MS } = options;
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

function createAdapter(context: Context): CodeHost {
  const { api, webUrl, repository } = context;
  const list = (query: PullRequestQuery): Promise<readonly PullRequest[]> => listPullRequests(context, query);
  return {
    kind: 'gitea',
    gitAccess: {
      url: `${webUrl}/${repository.owner}/${repository.name}.git`,
      authorization: () => Promise.resolve(`Basic ${Buffer.from(`docwright:${context.token}`).toString('base64')}`),
    },
    getRepository: async (signal) =>
      toRepositoryFacts(
        await api.call({ method: 'GET', path: root(context), missing: 'repository-not-found', signal }),
      ),
    listPullRequests: list,
    createPullRequest: (request) => createOrFind(request, { create: () => createPullRequest(context, request), list }),
    updatePullRequest: (number, change) => update(context, number, change),
    comment: async (number, body, signal) => {
      const path = `${root(context)}/issues/${requireNumber(number)}/comments`;
      const answer = await api.call({
        method: 'POST',
        path,
        body: { body },
        missing: 'pull-request-not-found',
        signal,
      });
      return { url: textOf(asObject(answer), 'html_url') };
    },
    setPeople: (number, people) => setPeople(context, requireNumber(number), people),
  };
}

function root({ repository }: Context): string {
  return `/repos/${repository.owner}/${repository.name}`;
}

function requireNumber(number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new CodeHostError('pull-request-not-found', `${number} is not the number of a pull request.`);
}

async function listPullRequests(
  context: Context,
  { headBranch, marker = '', signal }: PullRequestQuery,
): Promise<readonly PullRequest[]> {
  const found: PullRequest[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `${root(context)}/pulls?state=all&sort=recentupdate&limit=${PAGE_SIZE}&page=${page}`;
    const items = asList(await context.api.call({ method: 'GET', path, missing: 'repository-not-found', signal }));
    found.push(
      ...items
        .filter(isOfRepository)
        .map(toPullRequest)
        .filter((pull) => pull.headBranch === headBranch && pull.body.includes(marker)),
    );
    if (items.length < PAGE_SIZE) break;
  }
  return found.toSorted((a, b) => b.number - a.number);
}

async function createPullRequest(context: Context, request: NewPullRequest): Promise<PullRequest> {
  const { headBranch, baseBranch, title, body, draft, signal } = request;
  const call = context.api.call({
    method: 'POST',
    path: `${root(context)}/pulls`,
    body: { head: headBranch, base: baseBranch, title: draft ? DRAFT_PREFIX + title : title, body },
    missing: 'repository-not-found',
    explain: explainCreate,
    signal,
  });
  // Here a 404 is a branch that is missing: the repository was seen by the pre-flight.
  const answer = await call.catch((error: unknown) => {
    if (!isCodeHostError(error, 'repository-not-found')) throw error;
    throw new CodeHostError('branch-not-found', 'A branch of the pull request does not exist on the code host.', {
      cause: error,
    });
  });
  return toPullRequest(answer);
}

/** A draft is a prefix of the title, so a new title must carry it on. */
async function update(
  context: Context,
  number: number,
  { title, body, state, signal }: PullRequestChange,
): Promise<PullRequest> {
  const path = `${root(context)}/pulls/${requireNumber(number)}`;
  const missing = 'pull-request-not-found';
  const isDraft =
    title !== undefined && toPullRequest(await context.api.call({ method: 'GET', path, missing, signal })).draft;
  const change = {
    ...(title !== undefined && { title: isDraft ? DRAFT_PREFIX + title : title }),
    ...(body !== undefined && { body }),
    ...(state !== undefined && { state }),
  };
  return toPullRequest(await context.api.call({ method: 'PATCH', path, body: change, missing, signal }));
}

async function setPeople(context: Context, number: number, people: PullRequestPeople): Promise<PeopleResult> {
  const { api } = context;
  const { labels, signal } = people;
  const missing = 'pull-request-not-found';
  const add = (path: string, body: unknown): Promise<boolean> =>
    // A user who does not exist is a 404 here; the pull request itself is looked for below.
    isGranted(api.call({ method: 'POST', path, body, missing, signal }), missing);
  await api.call({ method: 'GET', path: `${root(context)}/pulls/${number}`, missing, signal });
  const ids = await findOrMakeLabels(context, people);
  const areLabelsSet = ids.length === 0 || (await add(`${root(context)}/issues/${number}/labels`, { labels: ids }));
  const refusedReviewers: string[] = [];
  for (const reviewer of people.reviewers) {
    if (!(await add(`${root(context)}/pulls/${number}/requested_reviewers`, { reviewers: [reviewer] })))
      refusedReviewers.push(reviewer);
  }
  return { refusedLabels: areLabelsSet && ids.length === labels.length ? [] : labels, refusedReviewers };
}

/** Labels are named by id. One that may not be made is left out. */
async function findOrMakeLabels(context: Context, { labels, signal }: PullRequestPeople): Promise<readonly number[]> {
  if (labels.length === 0) return [];
  const list = async (): Promise<ReadonlyMap<unknown, number>> => {
    const path = `${root(context)}/labels?limit=${PAGE_SIZE}`;
    const answer = await context.api.call({ method: 'GET', path, missing: 'repository-not-found', signal });
    return new Map(asList(answer).map((value) => [asObject(value)['name'], numberOf(asObject(value), 'id')]));
  };
  const known = await list();
  const lacking = labels.filter((label) => !known.has(label));
  for (const name of lacking) {
    const body = { name, color: LABEL_COLOUR };
    const missing = 'repository-not-found';
    await isGranted(context.api.call({ method: 'POST', path: `${root(context)}/labels`, body, missing, signal }));
  }
  const all = lacking.length === 0 ? known : await list();
  return labels.flatMap((label) => all.get(label) ?? []);
}
