import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
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
import { assertAnswerDescribed, assertDescribed, type Description } from '../testing/assert-described.ts';
import { createGitea } from './create-gitea.ts';

const description = JSON.parse(
  readFileSync(new URL('../testing/fixtures/gitea-openapi.json', import.meta.url), 'utf8'),
) as Description;

testCodeHostContract('gitea (fake after its documentation)', {
  refusesDuplicates: true,
  start: async () => {
    const fake = await startFakeHost(answerTo);
    const http = createRecordingClient([fake.host]);
    const gitea = createGitea({ http, webUrl: fake.url, token: 'gitea-canary' });
    return {
      host: gitea.connect({ owner: 'acme', name: 'docs' }),
      missing: gitea.connect({ owner: 'acme', name: 'none' }),
      defaultBranch: 'main',
      pushBranch: async (name) => void fake.state.branches.add(name),
      close: async () => {
        await http.close();
        await fake.close();
        const used = http.sent.map(({ request }) => assertDescribed(description, request, `${fake.url}/api/v1`));
        assert.ok(new Set(used).size >= 9, String(used));
        for (const exchange of http.sent) assertAnswerDescribed(description, exchange, `${fake.url}/api/v1`);
      },
    };
  },
});

const ROOT = '/api/v1/repos/acme/docs';

function answerTo(request: FakeRequest, state: FakeState, url: string): FakeAnswer {
  const { method, path, query, body } = request;
  if (request.authorization !== 'token gitea-canary') return { status: 401, body: { message: 'user does not exist' } };
  if (!path.startsWith(ROOT)) return { status: 404, body: { message: 'not found' } };
  const rest = path.slice(ROOT.length);
  const show = (pull: FakePull) => ({
    number: pull.number,
    html_url: `${url}/acme/docs/pulls/${pull.number}`,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    title: pull.title,
    body: pull.body,
    head: { ref: pull.head, sha: 'a'.repeat(40), repo_id: 1 },
    base: { ref: pull.base, sha: 'b'.repeat(40), repo_id: 1 },
  });
  if (rest === '')
    return {
      status: 200,
      body: {
        html_url: `${url}/acme/docs`,
        default_branch: 'main',
        permissions: { admin: false, push: true, pull: true },
        private: true,
        archived: false,
        full_name: 'acme/docs',
      },
    };
  if (rest === '/labels' && method === 'GET')
    return { status: 200, body: state.labels.map((name, id) => ({ id, name })) };
  if (rest === '/labels') return { status: 201, body: { id: state.labels.push(String(body['name'])) - 1 } };
  if (rest === '/pulls' && method === 'GET') {
    const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
    return {
      status: 200,
      body: state.pulls
        .toReversed()
        .slice(limit * (page - 1), limit * page)
        .map(show),
    };
  }
  if (rest === '/pulls') {
    const made = openPull(state, {
      title: String(body['title']),
      body: String(body['body']),
      head: String(body['head']),
      base: String(body['base']),
    });
    if (made === 'exists') return { status: 409, body: { message: 'pull request already exists for these targets' } };
    if (made === 'missing') return { status: 404, body: { message: "The target couldn't be found." } };
    if (made === 'same')
      return {
        status: 422,
        body: { message: 'Invalid PullRequest: There are no changes between the head and the base' },
      };
    return { status: 201, body: show(made) };
  }
  const number = Number(/^\/(?:pulls|issues)\/(\d+)/.exec(rest)?.[1]);
  const pull = state.pulls.find((one) => one.number === number);
  if (pull === undefined) return { status: 404, body: { message: 'not found' } };
  if (rest.endsWith('/comments'))
    return { status: 201, body: { html_url: `${url}/acme/docs/pulls/${number}#issuecomment-7` } };
  if (rest.endsWith('/labels'))
    return (body['labels'] as unknown[]).every((id) => typeof id === 'number')
      ? { status: 200, body: [] }
      : { status: 422, body: {} };
  if (method === 'PATCH') {
    if (typeof body['title'] === 'string') pull.title = body['title'];
    if (typeof body['body'] === 'string') pull.body = body['body'];
    if (body['state'] !== undefined) pull.state = body['state'] === 'closed' ? 'closed' : 'open';
  }
  return { status: method === 'GET' ? 200 : 201, body: show(pull) };
}

describe('gitea', () => {
  test('tells what a person may do, and nothing of one that it does not know', async () => {
    const answers = [answer(200, { permission: 'owner' }), answer(200, { permission: 'read' }), answer(404, {})];
    const http = createRecordingClient();
    http.fault = async () => answers.shift() ?? answer(500, {});
    const host = createGitea({ http, webUrl: 'https://git.example.com', token: 't' }).connect({
      owner: 'acme',
      name: 'docs',
    });
    const asked = [
      await host.permissionOf({ id: 'ada' }),
      await host.permissionOf({ id: 'eve' }),
      await host.permissionOf({ id: 'x' }),
    ];
    assert.deepEqual(asked, ['admin', 'read', 'none']);
    const [{ request } = assert.fail()] = http.sent;
    assertDescribed(description, request, 'https://git.example.com/api/v1');
  });
});
