import {
  answerComments,
  answerProtection,
  answerStatuses,
  basic,
  mergePull,
  openPull,
  type FakeComment,
  type FakeAnswer,
  type FakeDialect,
  type FakePull,
  type FakeRepository,
  type FakeRequest,
} from './fake-host.ts';

export const gitlabToken = 'glpat-canary';

/** GitLab according to its documentation: merge requests by `iid`, drafts by their title. */
export const fakeGitLab: FakeDialect = {
  apiPath: '/api/v4',
  authorization: { api: `Bearer ${gitlabToken}`, git: basic('oauth2', gitlabToken) },
  pathOf: (name) => `/projects/${encodeURIComponent(name)}`,
  pulls: '/merge_requests',
  refuse: (status) => ({
    message: { 401: '401 Unauthorized', 403: '403 Forbidden', 404: '404 Project Not Found' }[status],
  }),
  answer,
};

const developer = 30;
const reporter = 20;

function answer(request: FakeRequest, repository: FakeRepository): FakeAnswer {
  const { method, rest, query, body, url } = request;
  const show = (pull: FakePull): unknown => describePull(pull, repository, url);
  if (rest === '/hooks') {
    repository.hooks.push(body);
    return { status: 201, body: { id: 5 } };
  }
  if (rest === '') return { status: 200, body: describeProject(repository, url) };
  const [, branch] = /^\/repository\/branches\/([^/]+)$/.exec(rest) ?? [];
  if (branch !== undefined) return answerProtection(repository, { rest, branch, body: unprotected });
  if (rest === '/approval_rules' || rest.startsWith('/protected_branches/'))
    return answerProtection(repository, { rest, body: 404 });
  if (rest === '/merge_requests' && method === 'GET') {
    const wanted = query.get('source_branch');
    const found = repository.pulls.filter(({ head, state }) => (wanted === null ? state === 'open' : head === wanted));
    return { status: 200, body: found.map(show).toReversed() };
  }
  if (rest === '/merge_requests') return create(body, repository, show);
  const [, checked] = /^\/repository\/commits\/([0-9a-f]{40})\/statuses$/.exec(rest) ?? [];
  if (checked !== undefined) {
    const statuses = answerStatuses(repository, checked, ({ context, state }) => ({
      name: context,
      status: state,
      allow_failure: false,
    }));
    return { status: 200, body: statuses };
  }
  const [, sha] = /^\/statuses\/([0-9a-f]{40})$/.exec(rest) ?? [];
  if (sha !== undefined) return setStatus(body, repository, sha);
  const number = Number(/^\/merge_requests\/(\d+)(?:\/|$)/.exec(rest)?.[1]);
  const pull = repository.pulls.find((one) => one.number === number);
  if (pull === undefined) return { status: 404, body: { message: '404 Not found' } };
  const notes = /\/notes(?:\/(\d+))?$/.exec(rest);
  if (notes !== null) {
    const [, note] = notes;
    const text = typeof body['body'] === 'string' ? body['body'] : undefined;
    const id = note === undefined ? {} : { id: Number(note) };
    const found = answerComments(repository, { method, pull: number, body: text, ...id });
    if (found === undefined) return { status: 404, body: { message: '404 Not found' } };
    const showNote = (one: FakeComment) => ({ id: one.id, body: one.body });
    return { status: method === 'POST' ? 201 : 200, body: 'id' in found ? showNote(found) : found.map(showNote) };
  }
  if (rest.endsWith('/merge')) {
    switch (mergePull(pull, body['sha'])) {
      case 'moved':
        return { status: 409, body: { message: `SHA does not match HEAD of source branch: ${'a'.repeat(40)}` } };
      case 'refused':
        return { status: 405, body: { message: '405 Method Not Allowed' } };
      case 'merged':
        return { status: 200, body: show(pull) };
    }
  }
  if (method === 'PUT') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['description'] === 'string') pull.body = body['description'];
    if (body['state_event'] !== undefined) pull.state = body['state_event'] === 'close' ? 'closed' : 'open';
  }
  return { status: 200, body: show(pull) };
}

function setStatus(body: FakeRequest['body'], { statuses }: FakeRepository, sha: string): FakeAnswer {
  const [context, state] = [String(body['name']), String(body['state'])];
  const last = statuses.findLast((one) => one.sha === sha && one.context === context);
  if (last?.state === state) {
    const message = `Cannot transition status via :enqueue from :${state} (Reason(s): Status cannot transition via "enqueue")`;
    return { status: 400, body: { message } };
  }
  statuses.push({ sha, context, state, description: String(body['description']), url: String(body['target_url']) });
  return { status: 201, body: { id: 1, status: state } };
}

const unprotected = {
  name: 'main',
  protected: false,
  developers_can_push: false,
  developers_can_merge: false,
  can_push: true,
};

function describeProject({ name, trouble }: FakeRepository, url: string): unknown {
  const access = { access_level: trouble === 'read-only' ? reporter : developer };
  return {
    web_url: `${url}/${name}`,
    default_branch: 'main',
    permissions: { project_access: access, group_access: null },
    visibility: 'private',
    archived: trouble === 'archived',
    path_with_namespace: name,
    merge_requests_access_level: trouble === 'pull-requests-off' ? 'disabled' : 'enabled',
  };
}

const describePull = (pull: FakePull, { name }: FakeRepository, url: string): unknown => ({
  iid: pull.number,
  web_url: `${url}/${name}/-/merge_requests/${pull.number}`,
  state: pull.state === 'open' ? 'opened' : pull.state,
  draft: pull.title.startsWith('Draft: '),
  title: pull.title,
  author: { username: 'ada' },
  description: pull.body,
  source_branch: pull.head,
  target_branch: pull.base,
  sha: 'a'.repeat(40),
  source_project_id: pull.isFork === true ? 2 : 1,
  target_project_id: 1,
  reviewers: [],
});

function create(body: FakeRequest['body'], repository: FakeRepository, show: (pull: FakePull) => unknown): FakeAnswer {
  const made = openPull(repository, {
    title: String(body['title']),
    body: String(body['description']),
    head: String(body['source_branch']),
    base: String(body['target_branch']),
  });
  switch (made) {
    case 'exists':
      return {
        status: 409,
        body: { message: ['Another open merge request already exists for this source branch: !1'] },
      };
    case 'missing':
      return { status: 400, body: { message: ['Source branch "x" does not exist'] } };
    case 'same':
      return { status: 422, body: { message: ["You can't use same project/branch for source and target"] } };
    default:
      return { status: 201, body: show(made) };
  }
}
