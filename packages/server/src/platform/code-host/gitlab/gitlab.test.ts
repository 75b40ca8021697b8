import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswerDescribed, assertDescribed } from '../testing/assert-described.ts';
import { gitlabFacts } from '../testing/facts/gitlab.ts';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import {
  type FakeAnswer,
  type FakePull,
  type FakeRequest,
  type FakeState,
  openPull,
  startFakeHost,
} from '../testing/fake-pulls.ts';
import { createGitLab } from './create-gitlab.ts';

testCodeHostContract('gitlab (fake after its documentation)', {
  refusesDuplicates: true,
  start: async () => {
    const fake = await startFakeHost(answerTo);
    const http = createRecordingClient([fake.host]);
    const gitlab = createGitLab({ http, webUrl: fake.url, token: 'glpat-canary' });
    return {
      host: gitlab.connect('acme/team/docs'),
      missing: gitlab.connect('acme/none'),
      defaultBranch: 'main',
      pushBranch: async (name) => void fake.state.branches.add(name),
      close: async () => {
        await http.close();
        await fake.close();
        const apiUrl = `${fake.url}/api/v4`;
        const used = new Set(http.sent.map(({ request }) => assertDescribed(gitlabFacts, request, apiUrl)));
        assert.equal(used.size, 6, String([...used]));
        for (const exchange of http.sent) assertAnswerDescribed(gitlabFacts, exchange, apiUrl);
      },
    };
  },
});

const ROOT = '/api/v4/projects/acme%2Fteam%2Fdocs';

function answerTo(request: FakeRequest, state: FakeState, url: string): FakeAnswer {
  const { method, path, query, body } = request;
  if (request.authorization !== 'Bearer glpat-canary') return { status: 401, body: { message: '401 Unauthorized' } };
  if (!path.startsWith(ROOT)) return { status: 404, body: { message: '404 Project Not Found' } };
  const rest = path.slice(ROOT.length);
  const show = (pull: FakePull) => ({
    iid: pull.number,
    web_url: `${url}/acme/team/docs/-/merge_requests/${pull.number}`,
    state: pull.state === 'open' ? 'opened' : pull.state,
    draft: pull.title.startsWith('Draft: '),
    title: pull.title,
    description: pull.body,
    source_branch: pull.head,
    target_branch: pull.base,
    sha: 'a'.repeat(40),
    source_project_id: 1,
    target_project_id: 1,
    reviewers: [],
  });
  if (rest === '')
    return {
      status: 200,
      body: {
        web_url: `${url}/acme/team/docs`,
        default_branch: 'main',
        permissions: { project_access: { access_level: 40 }, group_access: null },
        visibility: 'private',
        archived: false,
        path_with_namespace: 'acme/team/docs',
      },
    };
  if (rest === '/merge_requests' && method === 'GET')
    return {
      status: 200,
      body: state.pulls
        .filter(({ head }) => head === query.get('source_branch'))
        .map(show)
        .toReversed(),
    };
  if (rest === '/merge_requests') {
    const made = openPull(state, {
      title: String(body['title']),
      body: String(body['description']),
      head: String(body['source_branch']),
      base: String(body['target_branch']),
    });
    if (made === 'exists')
      return {
        status: 409,
        body: { message: ['Another open merge request already exists for this source branch: !1'] },
      };
    if (made === 'missing') return { status: 400, body: { message: ['Source branch "x" does not exist'] } };
    if (made === 'same')
      return { status: 422, body: { message: ["You can't use same project/branch for source and target"] } };
    return { status: 201, body: show(made) };
  }
  const pull = state.pulls.find(
    ({ number }) =>
      rest.startsWith(`/merge_requests/${number}`) && /^\D|^$/.test(rest.slice(`/merge_requests/${number}`.length)),
  );
  if (pull === undefined) return { status: 404, body: { message: '404 Not found' } };
  if (rest.endsWith('/notes')) return { status: 201, body: { id: 7 } };
  if (method === 'PUT') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['description'] === 'string') pull.body = body['description'];
    if (body['state_event'] !== undefined) pull.state = body['state_event'] === 'close' ? 'closed' : 'open';
  }
  return { status: 200, body: show(pull) };
}

describe('gitlab', () => {
  const webUrl = 'https://git.example.com/forge';
  const apiUrl = `${webUrl}/api/v4`;
  const connect = (http: ReturnType<typeof createRecordingClient>) =>
    createGitLab({ http, webUrl, token: 'glpat-canary' }).connect('acme/docs');
  const assertOurs = (http: ReturnType<typeof createRecordingClient>): void => {
    for (const exchange of http.sent) {
      assertDescribed(gitlabFacts, exchange.request, apiUrl);
      assertAnswerDescribed(gitlabFacts, exchange, apiUrl);
    }
  };

  test('reviewers are looked up by name and added to those that are asked already; unknown ones are named', async () => {
    const http = createRecordingClient();
    http.fault = async ({ method, url }) => {
      const username = new URL(url).searchParams.get('username');
      if (username !== null) return answer(200, username === 'ada' ? [{ id: 7, username }] : []);
      return answer(200, { iid: 3, reviewers: method === 'GET' ? [{ id: 5, username: 'eve' }] : [] });
    };
    const people = { labels: ['docs', 'one,two'], reviewers: ['ada', 'nobody'] };
    assert.deepEqual(await connect(http).setPeople(3, people), {
      refusedLabels: ['one,two'],
      refusedReviewers: ['nobody'],
    });
    const put = http.sent.find(({ request }) => request.method === 'PUT')?.request;
    assert.deepEqual(JSON.parse(String(put?.body)), { add_labels: 'docs', reviewer_ids: [5, 7] });
    assertOurs(http);
  });

  test('a person’s access level tells what they may do; of a stranger nothing is known', async () => {
    const levels = [50, 40, 30, 20];
    const http = createRecordingClient();
    http.fault = async () => {
      const level = levels.shift();
      return level === undefined ? answer(404, {}) : answer(200, { id: 1, username: 'ada', access_level: level });
    };
    const host = connect(http);
    const asked: string[] = [];
    for (const id of ['1', '2', '3', '4', '5']) asked.push(await host.permissionOf({ id }));
    assert.deepEqual(asked, ['admin', 'admin', 'write', 'read', 'none']);
    assertOurs(http);
  });
});
