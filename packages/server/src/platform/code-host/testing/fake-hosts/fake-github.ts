import {
  answerComments,
  answerProtection,
  basic,
  openPull,
  type FakeComment,
  type FakeAnswer,
  type FakeDialect,
  type FakePull,
  type FakeRepository,
  type FakeRequest,
} from './fake-host.ts';

export const githubToken = 'ghp_canary1234567890';

/** A fake GitHub that follows GitHub's documentation, for repository states that the emulator doesn't support. */
export const fakeGitHub: FakeDialect = {
  apiPath: '/api/v3',
  authorization: { api: `Bearer ${githubToken}`, git: basic('x-access-token', githubToken) },
  pathOf: (name) => `/repos/${name}`,
  pulls: '/pulls',
  refuse: (status) => ({
    message: { 401: 'Bad credentials', 403: 'Resource not accessible by personal access token', 404: 'Not Found' }[
      status
    ],
  }),
  answer,
};

function answer(request: FakeRequest, repository: FakeRepository): FakeAnswer {
  const { method, rest, query, body, url } = request;
  const show = (pull: FakePull): unknown => describePull(pull, repository, url);
  if (rest === '/hooks') {
    repository.hooks.push(body);
    return { status: 201, body: { id: 5 } };
  }
  if (rest === '') return { status: 200, body: describeRepository(repository, url) };
  const [, branch] = /^\/branches\/([^/]+)$/.exec(rest) ?? [];
  if (branch !== undefined) return answerProtection(repository, { rest, branch, body: { protected: false } });
  if (rest.startsWith('/rules/branches/')) return answerProtection(repository, { rest, body: [] });
  if (/^\/branches\/[^/]+\/protection$/.test(rest)) return answerProtection(repository, { rest, body: 404 });
  if (rest === '/pulls' && method === 'GET') {
    const head = query.get('head')?.split(':')[1];
    const found = repository.pulls.filter((pull) => (head === undefined ? pull.state === 'open' : pull.head === head));
    return { status: 200, body: found.toReversed().map(show) };
  }
  if (rest === '/pulls') {
    const made = openPull(repository, {
      title: String(body['title']),
      body: String(body['body']),
      head: String(body['head']),
      base: String(body['base']),
    });
    if (typeof made !== 'string') return { status: 201, body: show(made) };
    return { status: 422, body: { message: 'Validation Failed', errors: [refusals[made]] } };
  }
  const sha = /^\/statuses\/([0-9a-f]{40})$/.exec(rest)?.[1];
  if (sha !== undefined) return setStatus(request, repository, sha);
  const [, commented] = /^\/issues\/(\d+)\/comments$/.exec(rest) ?? [];
  const [, comment] = /^\/issues\/comments\/(\d+)$/.exec(rest) ?? [];
  if (commented !== undefined || comment !== undefined) {
    const page = `${url}/${repository.name}/pull/${commented}`;
    return comments(request, repository, { commented, comment, page });
  }
  const pull = repository.pulls.find(({ number }) => rest === `/pulls/${number}`);
  if (pull === undefined) return { status: 404, body: { message: 'Not Found' } };
  if (typeof body['title'] === 'string') pull.title = body['title'];
  if (typeof body['body'] === 'string') pull.body = body['body'];
  return { status: 200, body: show(pull) };
}

export function setStatus({ body }: FakeRequest, { statuses }: FakeRepository, sha: string): FakeAnswer {
  const [context, state] = [String(body['context']), String(body['state'])];
  statuses.push({ sha, context, state, description: String(body['description']), url: String(body['target_url']) });
  return { status: 201, body: { context } };
}

/** Answers comment requests as GitHub and Gitea do. */
export function comments(
  { method, body }: FakeRequest,
  repository: FakeRepository,
  named: { readonly commented: string | undefined; readonly comment: string | undefined; readonly page: string },
): FakeAnswer {
  const { commented, comment, page } = named;
  const pull = Number(commented);
  if (commented !== undefined && !repository.pulls.some(({ number }) => number === pull)) return missing;
  const text = typeof body['body'] === 'string' ? body['body'] : undefined;
  const id = comment === undefined ? undefined : Number(comment);
  const found = answerComments(repository, { method, pull, body: text, ...(id !== undefined && { id }) });
  if (found === undefined) return missing;
  const show = (one: FakeComment) => ({ id: one.id, body: one.body, html_url: `${page}#issuecomment-${one.id}` });
  const isMade = method === 'POST';
  return { status: isMade ? 201 : 200, body: 'id' in found ? show(found) : found.map(show) };
}

const missing: FakeAnswer = { status: 404, body: { message: 'Not Found' } };

const refusals = {
  exists: { message: 'A pull request already exists for acme:x.' },
  missing: { resource: 'PullRequest', field: 'head', code: 'invalid' },
  same: { message: 'No commits between main and main' },
};

const describeRepository = ({ name, trouble }: FakeRepository, url: string): unknown => ({
  id: 1,
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
  html_url: `${url}/${name}/pull/${pull.number}`,
  state: pull.state === 'open' ? 'open' : 'closed',
  merged_at: pull.state === 'merged' ? '2026-11-23T00:00:00Z' : null,
  draft: false,
  title: pull.title,
  user: { login: 'ada' },
  body: pull.body,
  head: { ref: pull.head, sha: 'a'.repeat(40), repo: { id: pull.isFork === true ? 2 : 1 } },
  base: { ref: pull.base, sha: 'b'.repeat(40), repo: { id: 1 } },
});
