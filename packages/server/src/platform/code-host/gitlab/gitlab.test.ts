import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswerDescribed, assertDescribed } from '../testing/assert-described.ts';
import { gitlabFacts } from '../testing/facts/gitlab.ts';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import { fakeGitLab, gitlabToken } from '../testing/fake-hosts/fake-gitlab.ts';
import { startFakeHost } from '../testing/fake-hosts/fake-host.ts';
import { createGitLab } from './create-gitlab.ts';

testCodeHostContract('gitlab (a fake based on its documentation)', {
  refusesDuplicates: true,
  start: async () => {
    const branches = new Set(['main']);
    const fake = await startFakeHost(fakeGitLab);
    fake.add({ name: 'acme/team/docs', hasBranch: (branch) => branches.has(branch) });
    const http = createRecordingClient([fake.host]);
    const gitlab = createGitLab({ http, webUrl: fake.url, token: gitlabToken });
    return {
      host: gitlab.connect('acme/team/docs'),
      missing: gitlab.connect('acme/none'),
      defaultBranch: 'main',
      author: 'ada',
      sha: 'a'.repeat(40),
      pushBranch: async (name) => void branches.add(name),
      close: async () => {
        await http.close();
        await fake.close();
        const { apiUrl } = fake;
        const used = new Set(http.sent.map(({ request }) => assertDescribed(gitlabFacts, request, apiUrl)));
        assert.equal(used.size, 14, String([...used]));
        for (const exchange of http.sent) assertAnswerDescribed(gitlabFacts, exchange, apiUrl);
      },
    };
  },
});

describe('gitlab', () => {
  const webUrl = 'https://git.example.com/forge';
  const apiUrl = `${webUrl}/api/v4`;
  const connect = (http: ReturnType<typeof createRecordingClient>) =>
    createGitLab({ http, webUrl, token: gitlabToken }).connect('acme/docs');
  const assertOurs = (http: ReturnType<typeof createRecordingClient>): void => {
    for (const exchange of http.sent) {
      assertDescribed(gitlabFacts, exchange.request, apiUrl);
      assertAnswerDescribed(gitlabFacts, exchange, apiUrl);
    }
  };

  test('reviewers are looked up by name and added to existing reviewers, and unknown reviewers are reported', async () => {
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

  test('a person’s access level determines their permission, and a stranger has none', async () => {
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

  const pull = (title: string) => ({
    iid: 7,
    web_url: `${webUrl}/acme/docs/-/merge_requests/7`,
    state: 'opened',
    draft: title.startsWith('Draft: '),
    title,
    description: '',
    source_branch: 'docwright/aj_1',
    sha: 'c0ffee',
    target_branch: 'main',
  });
  for (const [what, title, refusal, isDraft, methods] of [
    ['becomes a draft when its title is changed', 'Sign in', undefined, true, ['GET', 'PUT']],
    ['that is already a draft stays unchanged', 'Draft: Sign in', undefined, true, ['GET']],
    ['stays ready if the code host refuses', 'Sign in', 403, false, ['GET', 'PUT']],
  ] as const) {
    test(`an open pull request ${what}`, async () => {
      const http = createRecordingClient();
      http.fault = async ({ method, body }) => {
        if (method === 'GET') return answer(200, pull(title));
        return refusal === undefined ? answer(200, pull(JSON.parse(String(body)).title)) : answer(refusal, {});
      };
      assert.equal(await connect(http).makeDraft(7), isDraft);
      assert.deepEqual(
        http.sent.map(({ request }) => request.method),
        methods,
      );
      for (const { request } of http.sent) assert.equal(request.url, `${apiUrl}/projects/acme%2Fdocs/merge_requests/7`);
      const [, sent] = http.sent;
      if (sent !== undefined) assert.deepEqual(JSON.parse(String(sent.request.body)), { title: 'Draft: Sign in' });
      assertOurs(http);
    });
  }
});
