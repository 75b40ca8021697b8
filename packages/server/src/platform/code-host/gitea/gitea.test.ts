import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import { fakeGitea, giteaToken } from '../testing/fake-hosts/fake-gitea.ts';
import { startFakeHost } from '../testing/fake-hosts/fake-host.ts';
import { assertAnswerDescribed, assertDescribed, type Description } from '../testing/assert-described.ts';
import { createGitea } from './create-gitea.ts';

const description = JSON.parse(
  readFileSync(new URL('../testing/fixtures/gitea-openapi.json', import.meta.url), 'utf8'),
) as Description;

testCodeHostContract('gitea (a fake based on its documentation)', {
  refusesDuplicates: true,
  start: async () => {
    const branches = new Set(['main']);
    const fake = await startFakeHost(fakeGitea);
    fake.add({ name: 'acme/docs', hasBranch: (branch) => branches.has(branch) });
    const http = createRecordingClient([fake.host]);
    const gitea = createGitea({ http, webUrl: fake.url, token: giteaToken });
    return {
      host: gitea.connect({ owner: 'acme', name: 'docs' }),
      missing: gitea.connect({ owner: 'acme', name: 'none' }),
      defaultBranch: 'main',
      author: 'ada',
      sha: 'a'.repeat(40),
      pushBranch: async (name) => void branches.add(name),
      close: async () => {
        await http.close();
        await fake.close();
        const used = http.sent.map(({ request }) => assertDescribed(description, request, fake.apiUrl));
        assert.ok(new Set(used).size >= 9, String(used));
        for (const exchange of http.sent) assertAnswerDescribed(description, exchange, fake.apiUrl);
      },
    };
  },
});

describe('gitea', () => {
  test('returns a person’s permission, and `none` for an unknown person', async () => {
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

  const pull = (title: string) => ({
    number: 7,
    html_url: 'https://git.example.com/acme/docs/pulls/7',
    state: 'open',
    title,
    body: '',
    head: { ref: 'docwright/aj_1', sha: 'c0ffee' },
    base: { ref: 'main' },
  });
  for (const [what, title, refusal, isDraft, methods] of [
    ['becomes a draft when its title is changed', 'Sign in', undefined, true, ['GET', 'PATCH']],
    ['that is already a draft stays unchanged', 'WIP: Sign in', undefined, true, ['GET']],
    ['stays ready if the code host refuses', 'Sign in', 403, false, ['GET', 'PATCH']],
  ] as const) {
    test(`an open pull request ${what}`, async () => {
      const http = createRecordingClient();
      http.fault = async ({ method, body }) => {
        if (method === 'GET') return answer(200, pull(title));
        return refusal === undefined ? answer(201, pull(JSON.parse(String(body)).title)) : answer(refusal, {});
      };
      assert.equal(
        await createGitea({ http, webUrl: 'https://git.example.com', token: 't' })
          .connect({ owner: 'acme', name: 'docs' })
          .makeDraft(7),
        isDraft,
      );
      assert.deepEqual(
        http.sent.map(({ request }) => request.method),
        methods,
      );
      for (const { request } of http.sent)
        assert.equal(request.url, `https://git.example.com/api/v1/repos/acme/docs/pulls/7`);
      const [, sent] = http.sent;
      if (sent !== undefined) assert.deepEqual(JSON.parse(String(sent.request.body)), { title: 'WIP: Sign in' });
      for (const exchange of http.sent) {
        assertDescribed(description, exchange.request, 'https://git.example.com/api/v1');
        assertAnswerDescribed(description, exchange, 'https://git.example.com/api/v1');
      }
    });
  }
});
