import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCodeHostError } from '../errors.ts';
import { assertAnswerDescribed, assertDescribed } from '../testing/assert-described.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import {
  type FakeAnswer,
  type FakePull,
  type FakeRequest,
  type FakeState,
  openPull,
  startFakeHost,
} from '../testing/fake-pulls.ts';
import { bitbucketFacts } from '../testing/facts/bitbucket.ts';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import { createBitbucket } from './create-bitbucket.ts';

testCodeHostContract('bitbucket (fake after its documentation)', {
  refusesDuplicates: true,
  lacks: ['reopening', 'labels'],
  start: async () => {
    const fake = await startFakeHost(answerTo);
    const http = createRecordingClient([fake.host]);
    const apiUrl = `${fake.url}/2.0`;
    const bitbucket = createBitbucket({ http, webUrl: fake.url, apiUrl, token: 'bitbucket-canary' });
    return {
      host: bitbucket.connect({ workspace: 'acme', name: 'docs' }),
      missing: bitbucket.connect({ workspace: 'acme', name: 'none' }),
      defaultBranch: 'main',
      pushBranch: async (name) => void fake.state.branches.add(name),
      close: async () => {
        await http.close();
        await fake.close();
        const used = http.sent.map(({ request }) => assertDescribed(bitbucketFacts, request, apiUrl));
        assert.ok(new Set(used).size >= 8, String([...new Set(used)]));
        for (const exchange of http.sent) assertAnswerDescribed(bitbucketFacts, exchange, apiUrl);
      },
    };
  },
});

const ROOT = '/2.0/repositories/acme/docs';
const AUTHOR = '{00000000-0000-4000-8000-000000000001}';
const REVIEWER = '{00000000-0000-4000-8000-000000000002}';

function answerTo(request: FakeRequest, state: FakeState, url: string): FakeAnswer {
  const { method, path, query, body } = request;
  if (request.authorization !== 'Bearer bitbucket-canary') return { status: 401, body: { type: 'error' } };
  if (path === '/2.0/user/workspaces/acme/permissions/repositories') return list([{ permission: 'write' }]);
  if (!path.startsWith(ROOT)) return { status: 404, body: { type: 'error' } };
  const rest = path.slice(ROOT.length);
  const show = (pull: FakePull) => ({
    id: pull.number,
    title: pull.title,
    summary: { raw: pull.body },
    state: { open: 'OPEN', closed: 'DECLINED', merged: 'MERGED' }[pull.state],
    draft: pull.draft === true,
    author: { uuid: AUTHOR },
    source: { branch: { name: pull.head }, commit: { hash: 'a'.repeat(12) }, repository: { full_name: 'acme/docs' } },
    destination: { branch: { name: pull.base }, repository: { full_name: 'acme/docs' } },
    links: { html: { href: `${url}/acme/docs/pull-requests/${pull.number}` } },
    reviewers: [],
  });
  if (rest === '') {
    const links = { html: { href: `${url}/acme/docs` } };
    return { status: 200, body: { full_name: 'acme/docs', is_private: true, mainbranch: { name: 'main' }, links } };
  }
  if (rest === '/effective-default-reviewers') return list([{ user: { uuid: AUTHOR } }, { user: { uuid: REVIEWER } }]);
  if (rest === '/pullrequests' && method === 'GET') {
    const q = query.get('q') ?? '';
    const branch = /^source\.branch\.name="([^"]*)"/.exec(q)?.[1];
    const wanted = new Set([...q.matchAll(/state="([A-Z]+)"/g)].map(([, state]) => state));
    return list(
      state.pulls
        .filter(({ head }) => head === branch)
        .map(show)
        .filter((pull) => wanted.has(pull.state)),
    );
  }
  if (rest === '/pullrequests') return create(body, state, show);
  const number = Number(/^\/pullrequests\/(\d+)/.exec(rest)?.[1]);
  const pull = state.pulls.find((one) => one.number === number);
  if (pull === undefined) return { status: 404, body: { type: 'error' } };
  if (rest.endsWith('/comments')) {
    const links = { html: { href: `${url}/acme/docs/pull-requests/${number}#comment-7` } };
    return { status: 201, body: { id: 7, content: body['content'], links } };
  }
  if (rest.endsWith('/decline')) pull.state = 'closed';
  if (method === 'PUT') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['description'] === 'string') pull.body = body['description'];
  }
  return { status: 200, body: show(pull) };
}

const list = (values: readonly unknown[]): FakeAnswer => ({ status: 200, body: { values } });

function create(
  body: Readonly<Record<string, unknown>>,
  state: FakeState,
  show: (pull: FakePull) => unknown,
): FakeAnswer {
  const branchOf = (side: unknown): string => (side as { branch: { name: string } }).branch.name;
  const made = openPull(state, {
    title: String(body['title']),
    body: String(body['description']),
    head: branchOf(body['source']),
    base: branchOf(body['destination']),
    draft: body['draft'] === true,
  });
  const refuse = (message: string): FakeAnswer => ({ status: 400, body: { type: 'error', error: { message } } });
  if (made === 'exists') return refuse('A pull request for this branch already exists');
  if (made === 'missing') return refuse('source branch not found');
  if (made === 'same') return refuse('There are no changes to be pulled');
  return { status: 201, body: show(made) };
}

describe('bitbucket', () => {
  const connect = (http: ReturnType<typeof createRecordingClient>, user?: string) =>
    createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 'secret', user }).connect({
      workspace: 'acme',
      name: 'docs',
    });
  const decode = (authorization: string | undefined): string =>
    Buffer.from((authorization ?? '').slice('Basic '.length), 'base64').toString();

  test('an access token and a person’s API token each have their form for the API and for git', async () => {
    const http = createRecordingClient();
    http.fault = async () => answer(200, { values: [] });
    const [token, person] = [connect(http), connect(http, 'ada@example.com')];
    for (const host of [token, person]) await host.listPullRequests({ headBranch: 'x' });
    const [first, second] = http.sent.map(({ request }) => request.headers?.['authorization']);
    assert.equal(first, 'Bearer secret');
    assert.equal(decode(second), 'ada@example.com:secret');
    assert.equal(decode(await token.gitAccess.authorization()), 'x-token-auth:secret');
    assert.equal(decode(await person.gitAccess.authorization()), 'x-bitbucket-api-token-auth:secret');
  });

  test('the default reviewers are asked, the author is not, and an unknown one is named', async () => {
    const http = createRecordingClient();
    http.fault = async ({ method, url, body }) => {
      if (url.includes('effective-default-reviewers')) {
        return answer(200, { values: [{ user: { uuid: AUTHOR } }, { user: { uuid: REVIEWER } }] });
      }
      if (method === 'PUT' && String(body).includes('9999')) return answer(400, {});
      return answer(200, { title: 't', author: { uuid: AUTHOR }, reviewers: [] });
    };
    const stranger = '{99999999-0000-4000-8000-000000000001}';
    const people = { labels: ['docs'], reviewers: [stranger, 'ada'] };
    assert.deepEqual(await connect(http).setPeople(7, people), {
      refusedLabels: ['docs'],
      refusedReviewers: [stranger, 'ada'],
    });
    const put = http.sent.find(({ request }) => request.method === 'PUT')?.request;
    assert.deepEqual(JSON.parse(String(put?.body)), { title: 't', reviewers: [{ uuid: REVIEWER }] });
  });

  test('a person’s permission is looked up by uuid; a token that may not ask says forbidden', async () => {
    const http = createRecordingClient();
    http.fault = async ({ url }) =>
      url.includes(encodeURIComponent(REVIEWER)) ? answer(200, { values: [{ permission: 'write' }] }) : answer(403, {});
    const host = connect(http);
    assert.equal(await host.permissionOf({ id: REVIEWER }), 'write');
    await assert.rejects(host.permissionOf({ id: AUTHOR }), (error) => isCodeHostError(error, 'forbidden'));
    for (const { request } of http.sent) assertDescribed(bitbucketFacts, request, 'https://api.bitbucket.org/2.0');
  });

  test('a branch name can’t leave its place in the query', async () => {
    const http = createRecordingClient();
    http.fault = async () => answer(200, { values: [] });
    await connect(http).listPullRequests({ headBranch: 'x" OR state="OPEN' });
    const query = new URL(http.sent[0]?.request.url ?? '').searchParams.get('q');
    assert.ok(query?.startsWith(String.raw`source.branch.name="x\" OR state=\"OPEN" AND (`), query ?? '');
  });

  test('workspace and name go by an allow-list', () => {
    const bitbucket = createBitbucket({ http: createRecordingClient(), webUrl: 'https://bitbucket.org', token: 't' });
    for (const [workspace, name] of [
      ['..', 'x'],
      ['a/b', 'x'],
      ['a', '..'],
      ['a', 'x.git'],
      ['a', ''],
      ['a', 'x?y'],
    ] as const) {
      assert.throws(
        () => bitbucket.connect({ workspace, name }),
        (error) => isCodeHostError(error, 'invalid-repository-name'),
      );
    }
  });
});
