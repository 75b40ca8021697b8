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

export const bitbucketToken = 'bitbucket-canary';
export const bitbucketAuthor = '{00000000-0000-4000-8000-000000000001}';
export const bitbucketReviewer = '{00000000-0000-4000-8000-000000000002}';

/** Bitbucket Cloud according to its documentation: lists by query, declined pull requests that can't be reopened. */
export const fakeBitbucket: FakeDialect = {
  apiPath: '/2.0',
  authorization: { api: `Bearer ${bitbucketToken}`, git: basic('x-token-auth', bitbucketToken) },
  pathOf: (name) => `/repositories/${name}`,
  pulls: '/pullrequests',
  refuse: (status) => ({ type: 'error', error: { message: String(status) } }),
  answer,
  answerElsewhere: ({ path, query }, repositories) => {
    if (path !== '/user/workspaces/acme/permissions/repositories') return undefined;
    const asked = repositories.find(({ name }) => query.get('q') === `repository.full_name="${name}"`);
    return list(asked === undefined ? [] : [{ permission: asked.trouble === 'read-only' ? 'read' : 'write' }]);
  },
};

function answer(request: FakeRequest, repository: FakeRepository): FakeAnswer {
  const { method, rest, query, body, url } = request;
  const { name, pulls } = repository;
  const show = (pull: FakePull) => describePull(pull, repository, url);
  if (rest === '/hooks') {
    repository.hooks.push(body);
    return { status: 201, body: { uuid: '{5}' } };
  }
  if (rest === '') {
    const links = { html: { href: `${url}/${name}` } };
    return { status: 200, body: { full_name: name, is_private: true, mainbranch: { name: 'main' }, links } };
  }
  if (rest === '/effective-default-reviewers') {
    return list([bitbucketAuthor, bitbucketReviewer].map((uuid) => ({ user: { uuid } })));
  }
  if (rest === '/branch-restrictions') return answerProtection(repository, { rest, body: { values: [] } });
  if (rest === '/pullrequests' && method === 'GET') {
    const q = query.get('q') ?? '';
    const branch = /^source\.branch\.name="([^"]*)"/.exec(q)?.[1];
    const wanted = new Set([...q.matchAll(/state="([A-Z]+)"/g)].map(([, state]) => state));
    const ofBranch = pulls.filter(({ head }) => branch === undefined || head === branch).map(show);
    return list(ofBranch.filter(({ state }) => wanted.has(state)));
  }
  if (rest === '/pullrequests') return create(body, repository, show);
  const [, checked] = /^\/commit\/([0-9a-f]{40})\/statuses$/.exec(rest) ?? [];
  if (checked !== undefined)
    return list(answerStatuses(repository, checked, ({ context, state }) => ({ key: context, name: context, state })));
  const [, sha] = /^\/commit\/([0-9a-f]{40})\/statuses\/build$/.exec(rest) ?? [];
  if (sha !== undefined) {
    const { key, state, description, url: target } = body;
    const reported = {
      context: String(key),
      state: String(state),
      description: String(description),
      url: String(target),
    };
    repository.statuses.push({ sha, ...reported });
    return { status: 201, body: { key, state } };
  }
  const number = Number(/^\/pullrequests\/(\d+)/.exec(rest)?.[1]);
  const pull = pulls.find((one) => one.number === number);
  if (pull === undefined) return { status: 404, body: { type: 'error' } };
  const comments = /\/comments(?:\/(\d+))?$/.exec(rest);
  if (comments !== null) {
    const [, comment] = comments;
    const text = (body['content'] as { readonly raw?: string } | undefined)?.raw;
    const id = comment === undefined ? {} : { id: Number(comment) };
    const found = answerComments(repository, { method, pull: number, body: text, ...id });
    if (found === undefined) return { status: 404, body: { type: 'error' } };
    const showComment = (one: FakeComment) => ({
      id: one.id,
      content: { raw: one.body },
      links: { html: { href: `${url}/${name}/pull-requests/${number}#comment-${one.id}` } },
    });
    if ('id' in found) return { status: method === 'POST' ? 201 : 200, body: showComment(found) };
    return list(found.map(showComment));
  }
  if (rest.endsWith('/merge')) {
    // The request contains no expected head.
    if (mergePull(pull, 'a'.repeat(40)) === 'merged') return { status: 200, body: show(pull) };
    return { status: 400, body: { type: 'error', error: { message: 'This pull request is already closed.' } } };
  }
  if (rest.endsWith('/decline')) pull.state = 'closed';
  if (method === 'PUT') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['description'] === 'string') pull.body = body['description'];
  }
  return { status: 200, body: show(pull) };
}

const describePull = (pull: FakePull, { name }: FakeRepository, url: string) => ({
  id: pull.number,
  title: pull.title,
  summary: { raw: pull.body },
  state: { open: 'OPEN', closed: 'DECLINED', merged: 'MERGED' }[pull.state],
  draft: pull.draft === true,
  author: { uuid: bitbucketAuthor, nickname: 'ada' },
  source: {
    branch: { name: pull.head },
    commit: { hash: 'a'.repeat(12) },
    repository: { full_name: pull.isFork === true ? 'eve/docs' : name },
  },
  destination: { branch: { name: pull.base }, repository: { full_name: name } },
  links: { html: { href: `${url}/${name}/pull-requests/${pull.number}` } },
  reviewers: [],
});

const list = (values: readonly unknown[]): FakeAnswer => ({ status: 200, body: { values } });

function create(body: FakeRequest['body'], repository: FakeRepository, show: (pull: FakePull) => unknown): FakeAnswer {
  const branchOf = (side: unknown): string => (side as { branch: { name: string } }).branch.name;
  const made = openPull(repository, {
    title: String(body['title']),
    body: String(body['description']),
    head: branchOf(body['source']),
    base: branchOf(body['destination']),
    draft: body['draft'] === true,
  });
  const refuse = (message: string): FakeAnswer => ({ status: 400, body: { type: 'error', error: { message } } });
  switch (made) {
    case 'exists':
      return refuse('A pull request for this branch already exists');
    case 'missing':
      return refuse('source branch not found');
    case 'same':
      return refuse('There are no changes to be pulled');
    default:
      return { status: 201, body: show(made) };
  }
}
