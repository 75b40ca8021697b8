import {
  answerProtection,
  answerStatuses,
  basic,
  mergePull,
  openPull,
  type FakeAnswer,
  type FakeDialect,
  type FakePull,
  type FakeRepository,
  type FakeRequest,
} from './fake-host.ts';

// Gitea has the same paths and fields as GitHub.
import { comments, setStatus } from './fake-github.ts';

export const giteaToken = 'gitea-canary';

/** Gitea and Forgejo according to their documentation: a list without a filter by branch, labels by ID. */
export const fakeGitea: FakeDialect = {
  apiPath: '/api/v1',
  authorization: { api: `token ${giteaToken}`, git: basic('docwright', giteaToken) },
  pathOf: (name) => `/repos/${name}`,
  pulls: '/pulls',
  refuse: (status) => ({
    message: { 401: 'user does not exist', 403: 'token does not have a scope', 404: 'not found' }[status],
  }),
  answer,
};

/** The maximum page size of this server, which is lower than Gitea's default. */
const largestPage = 20;

function pageOf<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const [limit, page] = [Math.min(Number(query.get('limit')), largestPage), Number(query.get('page') ?? 1)];
  return items.slice(limit * (page - 1), limit * page);
}

function answer(request: FakeRequest, repository: FakeRepository): FakeAnswer {
  const { method, rest, query, body, url } = request;
  const { pulls, labels } = repository;
  const show = (pull: FakePull): unknown => describePull(pull, repository, url);
  if (rest === '/hooks') {
    repository.hooks.push(body);
    return { status: 201, body: { id: 5 } };
  }
  if (rest === '') return { status: 200, body: describeRepository(repository, url) };
  const [, branch] = /^\/branches\/([^/]+)$/.exec(rest) ?? [];
  if (branch !== undefined) return answerProtection(repository, { rest, branch, body: unprotected });
  if (rest === '/labels' && method === 'GET')
    return {
      status: 200,
      body: pageOf(
        labels.map((name, id) => ({ id, name })),
        query,
      ),
    };
  if (rest === '/labels') return { status: 201, body: { id: labels.push(String(body['name'])) - 1 } };
  if (rest === '/pulls' && method === 'GET') {
    const listed = query.get('state') === 'open' ? pulls.filter(({ state }) => state === 'open') : pulls;
    const headers = { 'x-total-count': String(listed.length) };
    return { status: 200, headers, body: pageOf(listed.toReversed(), query).map(show) };
  }
  if (rest === '/pulls') return create(body, repository, show);
  const [, checked] = /^\/commits\/([0-9a-f]{40})\/status$/.exec(rest) ?? [];
  if (checked !== undefined) {
    const statuses = answerStatuses(repository, checked, ({ context, state }) => ({ context, status: state }));
    return { status: 200, body: { statuses: pageOf(statuses, query) } };
  }
  const sha = /^\/statuses\/([0-9a-f]{40})$/.exec(rest)?.[1];
  if (sha !== undefined) return setStatus(request, repository, sha);
  const [, commented] = /^\/issues\/(\d+)\/comments$/.exec(rest) ?? [];
  const [, comment] = /^\/issues\/comments\/(\d+)$/.exec(rest) ?? [];
  if (commented !== undefined || comment !== undefined) {
    const page = `${url}/${repository.name}/pulls/${commented}`;
    return comments(request, repository, { commented, comment, page });
  }
  const number = Number(/^\/(?:pulls|issues)\/(\d+)/.exec(rest)?.[1]);
  const pull = pulls.find((one) => one.number === number);
  if (pull === undefined) return { status: 404, body: { message: 'not found' } };
  if (rest.endsWith('/labels')) {
    const areIds = (body['labels'] as unknown[]).every((id) => typeof id === 'number');
    return areIds ? { status: 200, body: [] } : { status: 422, body: {} };
  }
  if (rest.endsWith('/merge')) {
    switch (mergePull(pull, body['head_commit_id'])) {
      case 'moved':
        return { status: 409, body: { message: 'head out of date' } };
      case 'refused':
        return { status: 405, body: { message: 'Please try again later' } };
      case 'merged':
        return { status: 200, body: undefined };
    }
  }
  if (method === 'PATCH') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['body'] === 'string') pull.body = body['body'];
    if (body['state'] !== undefined) pull.state = body['state'] === 'closed' ? 'closed' : 'open';
  }
  return { status: method === 'GET' ? 200 : 201, body: show(pull) };
}

const unprotected = {
  protected: false,
  required_approvals: 0,
  enable_status_check: false,
  user_can_push: true,
  user_can_merge: true,
};

const describeRepository = ({ name, trouble }: FakeRepository, url: string): unknown => ({
  html_url: `${url}/${name}`,
  default_branch: 'main',
  permissions: { admin: false, push: trouble !== 'read-only', pull: true },
  private: true,
  archived: trouble === 'archived',
  full_name: name,
  has_pull_requests: trouble !== 'pull-requests-off',
});

const describePull = (pull: FakePull, { name }: FakeRepository, url: string): unknown => ({
  number: pull.number,
  html_url: `${url}/${name}/pulls/${pull.number}`,
  state: pull.state === 'open' ? 'open' : 'closed',
  merged: pull.state === 'merged',
  title: pull.title,
  user: { login: 'ada' },
  body: pull.body,
  head: { ref: pull.head, sha: 'a'.repeat(40), repo_id: pull.isFork === true ? 2 : 1 },
  base: { ref: pull.base, sha: 'b'.repeat(40), repo_id: 1 },
});

function create(body: FakeRequest['body'], repository: FakeRepository, show: (pull: FakePull) => unknown): FakeAnswer {
  const made = openPull(repository, {
    title: String(body['title']),
    body: String(body['body']),
    head: String(body['head']),
    base: String(body['base']),
  });
  switch (made) {
    case 'exists':
      return { status: 409, body: { message: 'pull request already exists for these targets' } };
    case 'missing':
      return { status: 404, body: { message: "The target couldn't be found." } };
    case 'same':
      return {
        status: 422,
        body: { message: 'Invalid PullRequest: There are no changes between the head and the base' },
      };
    default:
      return { status: 201, body: show(made) };
  }
}
