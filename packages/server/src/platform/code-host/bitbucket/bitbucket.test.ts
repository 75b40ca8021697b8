import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCodeHostError } from '../errors.ts';
import { assertAnswerDescribed, assertDescribed } from '../testing/assert-described.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import {
  fakeBitbucket,
  bitbucketAuthor,
  bitbucketReviewer,
  bitbucketToken,
} from '../testing/fake-hosts/fake-bitbucket.ts';
import { startFakeHost } from '../testing/fake-hosts/fake-host.ts';
import { bitbucketFacts } from '../testing/facts/bitbucket.ts';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import { createBitbucket } from './create-bitbucket.ts';

testCodeHostContract('bitbucket (a fake based on its documentation)', {
  refusesDuplicates: true,
  lacks: ['reopening', 'labels'],
  start: async () => {
    const branches = new Set(['main']);
    const fake = await startFakeHost(fakeBitbucket);
    fake.add({ name: 'acme/docs', hasBranch: (branch) => branches.has(branch) });
    const http = createRecordingClient([fake.host]);
    const { apiUrl } = fake;
    const bitbucket = createBitbucket({ http, webUrl: fake.url, apiUrl, token: bitbucketToken });
    return {
      host: bitbucket.connect({ workspace: 'acme', name: 'docs' }),
      missing: bitbucket.connect({ workspace: 'acme', name: 'none' }),
      defaultBranch: 'main',
      author: 'ada',
      sha: 'a'.repeat(40),
      pushBranch: async (name) => void branches.add(name),
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

describe('bitbucket', () => {
  const connect = (http: ReturnType<typeof createRecordingClient>, user?: string) =>
    createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 'secret', user }).connect({
      workspace: 'acme',
      name: 'docs',
    });
  const decode = (authorization: string | undefined): string =>
    Buffer.from((authorization ?? '').slice('Basic '.length), 'base64').toString();

  test('an access token and a person’s API token are sent in different formats, to the API and to git', async () => {
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

  test('the default reviewers except the author are requested, and unknown reviewers are reported', async () => {
    const http = createRecordingClient();
    http.fault = async ({ method, url, body }) => {
      if (url.includes('effective-default-reviewers')) {
        return answer(200, { values: [{ user: { uuid: bitbucketAuthor } }, { user: { uuid: bitbucketReviewer } }] });
      }
      if (method === 'PUT' && String(body).includes('9999')) return answer(400, {});
      return answer(200, { title: 't', author: { uuid: bitbucketAuthor }, reviewers: [] });
    };
    const stranger = '{99999999-0000-4000-8000-000000000001}';
    const people = { labels: ['docs'], reviewers: [stranger, 'ada'] };
    assert.deepEqual(await connect(http).setPeople(7, people), {
      refusedLabels: ['docs'],
      refusedReviewers: [stranger, 'ada'],
    });
    const put = http.sent.find(({ request }) => request.method === 'PUT')?.request;
    assert.deepEqual(JSON.parse(String(put?.body)), { title: 't', reviewers: [{ uuid: bitbucketReviewer }] });
  });

  test('a person’s permission is found by UUID, and a token that can’t read it causes `forbidden`', async () => {
    const http = createRecordingClient();
    http.fault = async ({ url }) =>
      url.includes(encodeURIComponent(bitbucketReviewer))
        ? answer(200, { values: [{ permission: 'write' }] })
        : answer(403, {});
    const host = connect(http);
    assert.equal(await host.permissionOf({ id: bitbucketReviewer }), 'write');
    await assert.rejects(host.permissionOf({ id: bitbucketAuthor }), (error) => isCodeHostError(error, 'forbidden'));
    for (const { request } of http.sent) assertDescribed(bitbucketFacts, request, 'https://api.bitbucket.org/2.0');
  });

  test('a branch name can’t escape from its part of the query', async () => {
    const http = createRecordingClient();
    http.fault = async () => answer(200, { values: [] });
    await connect(http).listPullRequests({ headBranch: 'x" OR state="OPEN' });
    const query = new URL(http.sent[0]?.request.url ?? '').searchParams.get('q');
    assert.ok(query?.startsWith(String.raw`source.branch.name="x\" OR state=\"OPEN" AND (`), query ?? '');
  });

  test('workspace and name must match an allow-list', () => {
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

  for (const [what, status, isDraft] of [
    ['becomes a draft when its `draft` field is set', 200, true],
    ['stays ready if Bitbucket refuses', 403, false],
  ] as const) {
    test(`an open pull request ${what}`, async () => {
      const http = createRecordingClient();
      const branch = { branch: { name: 'main' } };
      const html = { href: 'https://bitbucket.org/acme/docs/pull-requests/7' };
      const pull = {
        id: 7,
        title: 'Sign in',
        state: 'OPEN',
        draft: true,
        links: { html },
        source: branch,
        destination: branch,
      };
      http.fault = async () => answer(status, status === 200 ? pull : {});
      assert.equal(await connect(http).makeDraft(7), isDraft);
      assert.deepEqual(
        http.sent.map(({ request }) => [request.method, request.url, JSON.parse(String(request.body))]),
        [['PUT', 'https://api.bitbucket.org/2.0/repositories/acme/docs/pullrequests/7', { draft: true }]],
      );
      for (const { request } of http.sent) assertDescribed(bitbucketFacts, request, 'https://api.bitbucket.org/2.0');
    });
  }
});
