import { createRecordingClient } from '../testing/recording-client.ts';
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
