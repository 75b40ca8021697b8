import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createEmulator } from 'emulate';
import { createFixedClock, systemClock } from '../../clock/index.ts';
import { createMirrorStore } from '../../git/index.ts';
import { startTestGitServer } from '../../git/testing/git-server.ts';
import { makeTestRepository } from '../../git/testing/test-repository.ts';
import type { HttpRequest, HttpResponse } from '../../http-client/index.ts';
import { testCodeHostContract } from '../testing/code-host-contract.ts';
import type { CodeHost, NewPullRequest } from '../code-host.ts';
import { type CodeHostErrorCode, isCodeHostError } from '../errors.ts';
import { answer, createRecordingClient, type RecordingClient } from '../testing/recording-client.ts';
import { assertAnswerDescribed, assertDescribed, type Description } from '../testing/assert-described.ts';
import { createGitHub } from './create-github.ts';

const description = JSON.parse(
  readFileSync(new URL('../testing/fixtures/github-openapi.json', import.meta.url), 'utf8'),
) as Description;
const TOKEN = 'ghp_canary1234567890';
const API = 'https://api.github.com';

/** The response about a repository. It contains the owner's current name, which the request for a list requires. */
const repositoryNow = (fullName: string): HttpResponse =>
  answer(200, { full_name: fullName, html_url: `https://github.com/${fullName}`, default_branch: 'main' });
const asksForRepository = ({ method, url }: HttpRequest): boolean =>
  method === 'GET' && /\/repos\/[^/]+\/[^/]+$/.test(new URL(url).pathname);

testCodeHostContract('github (emulated)', { refusesDuplicates: false, start: startEmulated, lacks: ['statuses'] });

async function startEmulated() {
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { [TOKEN]: { login: 'octocat', scopes: ['repo', 'user'] } },
      github: {
        users: [{ login: 'octocat', name: 'The Octocat', email: 'octocat@example.com' }],
        repos: [{ owner: 'octocat', name: 'docs', auto_init: true }],
      },
    },
  });
  const http = createRecordingClient([new URL(emulator.url).host]);
  const github = createGitHub({
    http,
    clock: systemClock,
    credential: { kind: 'token', token: TOKEN },
    webUrl: emulator.url,
    apiUrl: emulator.url,
  });
  return {
    host: github.connect({ owner: 'octocat', name: 'docs' }),
    missing: github.connect({ owner: 'octocat', name: 'none' }),
    defaultBranch: 'main',
    author: 'octocat',
    sha: 'a'.repeat(40),
    // The emulated host creates branches when they are first used.
    pushBranch: () => Promise.resolve(),
    close: async () => {
      const used = new Set(http.sent.map(({ request }) => assertDescribed(description, request, emulator.url)));
      assert.deepEqual(
        [...used].toSorted((a, b) => a.localeCompare(b)),
        [
          'issues/add-labels',
          'issues/create-comment',
          'issues/list-comments',
          'issues/update-comment',
          'pulls/create',
          'pulls/get',
          'pulls/list',
          'pulls/merge',
          'pulls/update',
          'repos/create-webhook',
          'repos/get',
          'repos/get-branch',
          'repos/get-branch-rules',
        ],
      );
      await emulator.close();
      // GitHub returns these only for a single pull request; a list contains `merged_at` instead.
      const undescribed = [
        'merged',
        'merged_by',
        'mergeable',
        'mergeable_state',
        'rebaseable',
        'maintainer_can_modify',
      ];
      undescribed.push('comments', 'review_comments', 'commits', 'additions', 'deletions', 'changed_files');
      for (const exchange of http.sent) assertAnswerDescribed(description, exchange, emulator.url, undescribed);
    },
  };
}

describe('github with an App', () => {
  test('requests a token once, for this repository and the required permissions, and fetches and pushes with it', async () => {
    const repository = makeTestRepository();
    const base = repository.commit({ 'index.mdx': '# Hi' });
    const emulator = await createEmulator({
      service: 'github',
      port: 0,
      seed: {
        github: {
          users: [{ login: 'octocat' }],
          repos: [
            { owner: 'octocat', name: 'docs', auto_init: true },
            { owner: 'octocat', name: 'secret', auto_init: true },
          ],
          apps: [
            {
              app_id: 77,
              slug: 'docwright',
              name: 'Docwright',
              permissions: { contents: 'write', pull_requests: 'write', issues: 'write', statuses: 'write' },
              installations: [
                {
                  installation_id: 100,
                  account: 'octocat',
                  permissions: { contents: 'write', pull_requests: 'write', issues: 'write', statuses: 'write' },
                },
              ],
            },
          ],
        },
      },
    });
    let server: Awaited<ReturnType<typeof startTestGitServer>> | undefined;
    try {
      const privateKey = emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '';
      const http = createRecordingClient([new URL(emulator.url).host]);
      const credential = { kind: 'app', appId: '77', privateKey } as const;
      const host = createGitHub({
        http,
        clock: systemClock,
        credential,
        webUrl: emulator.url,
        apiUrl: emulator.url,
      }).connect({ owner: 'octocat', name: 'docs' });
      assert.equal((await host.getRepository()).permission, 'write');
      await host.listPullRequests({ headBranch: 'docwright/x' });
      const tokenRequests = http.sent.filter(({ request }) => request.url.endsWith('/access_tokens'));
      assert.equal(tokenRequests.length, 1);
      assert.deepEqual(JSON.parse(String(tokenRequests[0]!.request.body)), {
        repositories: ['docs'],
        permissions: { contents: 'write', pull_requests: 'write', statuses: 'write', issues: 'write' },
      });
      for (const { request } of http.sent) assertDescribed(description, request, emulator.url);

      const authorization = (await host.gitAccess.authorization()) ?? '';
      assert.match(Buffer.from(authorization.slice('Basic '.length), 'base64').toString(), /^x-access-token:ghs_/);
      server = await startTestGitServer(join(repository.folder, 'repositories'), authorization);
      const settings = { ...repository.settings, plainHttpHosts: [server.host], allowedPrivateHosts: [server.host] };
      const mirror = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings }).open({
        id: 'app',
        url: `${server.url}/docs.git`,
        authorization: host.gitAccess.authorization,
      });
      assert.equal((await mirror.fetch()).branches.get('main'), base);
      const made = await mirror.commitOverlay({
        base,
        changes: [{ path: 'index.mdx', content: Buffer.from('# Hello') }],
        message: 'docs: greet',
        author: { name: 'Ada', email: 'ada@example.com' },
        date: new Date('2026-11-22T00:00:00Z'),
      });
      assert.ok(made.kind !== 'unchanged');
      const pushed = await mirror.push({ branch: 'docwright/x', sha: made.sha, expected: null });
      assert.equal(pushed.kind, 'pushed');
      assert.equal(repository.git('rev-parse', 'refs/heads/docwright/x'), made.sha);
      assert.ok(server.seen.every((seen) => seen.authorization === authorization));
    } finally {
      await server?.close();
      await emulator.close();
      repository.remove();
    }
  });

  test('accepts a token without statuses if the App was not granted them', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const http = createRecordingClient();
    http.fault = async ({ url, body }) => {
      if (url.endsWith('/installation')) return answer(200, { id: 5 });
      if (!url.endsWith('/access_tokens')) return repositoryNow('o/n');
      const { permissions } = JSON.parse(String(body)) as { readonly permissions: Record<string, string> };
      if (permissions['statuses'] !== undefined)
        return answer(422, { message: 'The permissions requested are not granted' });
      return answer(201, { token: 'ghs_1', expires_at: '2099-01-01T00:00:00Z', permissions });
    };
    const credential = { kind: 'app', appId: '1', privateKey } as const;
    const github = createGitHub({ http, clock: systemClock, credential, webUrl: 'https://github.com' });
    assert.equal((await github.connect({ owner: 'o', name: 'n' }).getRepository()).permission, 'write');
  });

  test('renews a token before it expires, and drops a refused token', async () => {
    const clock = createFixedClock(new Date('2026-11-21T12:00:00Z'));
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const http = createRecordingClient();
    let handedOut = 0;
    let isRevoked = false;
    http.fault = (request) => {
      if (request.url.endsWith('/installation')) return Promise.resolve(answer(200, { id: 5 }));
      if (request.url.endsWith('/access_tokens')) {
        const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
        return Promise.resolve(
          answer(201, { token: `ghs_${(handedOut += 1)}`, expires_at: expiresAt, permissions: { contents: 'write' } }),
        );
      }
      if (isRevoked) return Promise.resolve(answer(401, {}));
      return Promise.resolve(asksForRepository(request) ? repositoryNow('o/n') : answer(200, []));
    };
    const host = createGitHub({
      http,
      clock,
      credential: { kind: 'app', appId: '1', privateKey },
      webUrl: 'https://github.com',
    }).connect({ owner: 'o', name: 'n' });
    const list = () => host.listPullRequests({ headBranch: 'x' });
    await list();
    clock.advance(45 * 60_000);
    await list();
    assert.equal(handedOut, 1);
    clock.advance(6 * 60_000);
    await list();
    assert.equal(handedOut, 2);
    isRevoked = true;
    await assert.rejects(list(), (error) => isCodeHostError(error, 'unauthorized'));
    isRevoked = false;
    await list();
    assert.equal(handedOut, 3);
    const jwt =
      http.sent
        .find(({ request }) => request.url.endsWith('/installation'))
        ?.request.headers?.['authorization']?.slice('Bearer '.length) ?? '';
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
      exp: number;
      iss: string;
    };
    assert.ok(claims.exp - claims.iat <= 600 && claims.iss === '1');
  });

  test('caches tokens of the most recently used repositories, even if a thousand names are tried', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const clock = createFixedClock(new Date('2026-11-21T12:00:00Z'));
    const http = createRecordingClient();
    let handedOut = 0;
    http.fault = (request) => {
      if (request.url.endsWith('/installation')) return Promise.resolve(answer(200, { id: 5 }));
      if (!request.url.endsWith('/access_tokens')) {
        return Promise.resolve(asksForRepository(request) ? repositoryNow('o/n') : answer(200, []));
      }
      const token = `ghs_${(handedOut += 1)}`;
      const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
      return Promise.resolve(answer(201, { token, expires_at: expiresAt, permissions: { contents: 'write' } }));
    };
    const credential = { kind: 'app', appId: '1', privateKey } as const;
    const github = createGitHub({ http, clock, credential, webUrl: 'https://github.com' });
    const use = (name: string) => github.connect({ owner: 'o', name }).listPullRequests({ headBranch: 'x' });
    await use('used');
    await use('once');
    for (let index = 0; index < 999; index += 1) {
      github.connect({ owner: 'o', name: `tried-${index}` });
      if (index === 500) await use('used');
    }
    await use('used');
    assert.equal(handedOut, 2);
    await use('once');
    assert.equal(handedOut, 3);
  });
});

describe('github with a token', () => {
  const request: NewPullRequest = { headBranch: 'docwright/x', baseBranch: 'main', title: 't', body: 'b', draft: true };

  function scripted(reply: (request: HttpRequest) => HttpResponse): { host: CodeHost; http: RecordingClient } {
    const http = createRecordingClient();
    http.fault = async (sent) => reply(sent);
    const host = createGitHub({
      http,
      clock: systemClock,
      credential: { kind: 'token', token: TOKEN },
      webUrl: 'https://github.com',
    }).connect({ owner: 'acme', name: 'docs' });
    return { host, http };
  }

  const pull = (fields: Readonly<Record<string, unknown>> = {}) => ({
    number: 7,
    html_url: 'https://github.com/acme/docs/pull/7',
    state: 'open',
    title: 't',
    body: 'b',
    draft: false,
    merged_at: null,
    head: { ref: 'docwright/x', sha: 'a'.repeat(40), repo: { id: 1, full_name: 'acme/docs' } },
    base: { ref: 'main', sha: 'b'.repeat(40), repo: { id: 1, full_name: 'acme/docs' } },
    ...fields,
  });

  const cases: readonly {
    what: string;
    status: number;
    body: unknown;
    headers?: Readonly<Record<string, string>>;
    read: CodeHostErrorCode;
    write: CodeHostErrorCode;
    retryAfterMs?: number;
  }[] = [
    {
      what: 'a bad token',
      status: 401,
      body: { message: `Bad credentials ${TOKEN}` },
      read: 'unauthorized',
      write: 'unauthorized',
    },
    {
      what: 'a missing permission',
      status: 403,
      body: { message: 'Resource not accessible by integration' },
      read: 'forbidden',
      write: 'forbidden',
    },
    {
      what: 'the rate limit',
      status: 403,
      body: {},
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1763726430',
        date: 'Fri, 21 Nov 2025 12:00:00 GMT',
      },
      read: 'rate-limited',
      write: 'rate-limited',
      retryAfterMs: 30_000,
    },
    {
      what: 'the secondary rate limit',
      status: 403,
      body: { message: 'You have exceeded a secondary rate limit' },
      headers: { 'retry-after': '60' },
      read: 'rate-limited',
      write: 'rate-limited',
      retryAfterMs: 60_000,
    },
    {
      what: 'too many requests',
      status: 429,
      body: {},
      headers: { 'retry-after': '2' },
      read: 'rate-limited',
      write: 'rate-limited',
      retryAfterMs: 2_000,
    },
    { what: 'a failure', status: 502, body: '<html>', read: 'unavailable', write: 'outcome-unknown' },
    { what: 'no JSON', status: 200, body: '<html>', read: 'unexpected-answer', write: 'outcome-unknown' },
    { what: 'a teapot', status: 418, body: {}, read: 'unexpected-answer', write: 'unexpected-answer' },
  ];
  for (const { what, status, body, headers, read, write, retryAfterMs } of cases) {
    test(`${what} (${status}) is reported as ${read} when reading and ${write} when writing, without the token or HTML in the message`, async () => {
      const { host } = scripted(() => answer(status, body, headers));
      const expecting = (code: CodeHostErrorCode) => (error: unknown) => {
        assert.ok(isCodeHostError(error, code), String(error));
        assert.ok(!error.message.includes(TOKEN) && !error.message.includes('<html>'));
        assert.equal(error.retryAfterMs, retryAfterMs);
        return true;
      };
      await assert.rejects(host.getRepository(), expecting(read));
      await assert.rejects(host.createPullRequest(request), expecting(write));
      await assert.rejects(host.updatePullRequest(1, { title: 'x' }), expecting(write));
    });
  }

  const refusals: readonly [string, CodeHostErrorCode, unknown][] = [
    [
      'a second pull request',
      'pull-request-exists',
      {
        message: 'Validation Failed',
        errors: [
          { resource: 'PullRequest', code: 'custom', message: 'A pull request already exists for acme:docwright/x.' },
        ],
      },
    ],
    [
      'an empty pull request',
      'nothing-to-compare',
      {
        message: 'Validation Failed',
        errors: [{ resource: 'PullRequest', code: 'custom', message: 'No commits between main and docwright/x' }],
      },
    ],
    [
      'a missing head',
      'branch-not-found',
      { message: 'Validation Failed', errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] },
    ],
    [
      'another fault',
      'invalid-request',
      { message: 'Validation Failed', errors: [{ resource: 'PullRequest', field: 'title', code: 'missing' }] },
    ],
  ];
  for (const [what, code, body] of refusals) {
    test(`a refusal of ${what} is reported as ${code}`, async () => {
      const { host, http } = scripted(() => answer(422, body));
      await assert.rejects(host.createPullRequest(request), (error) => isCodeHostError(error, code));
      assert.equal(http.sent.length, 1);
    });
  }

  test('an ordinary pull request is created in a repository without drafts', async () => {
    const { host, http } = scripted((sent) =>
      String(sent.body).includes('"draft":true')
        ? answer(422, { message: 'Draft pull requests are not supported in this repository.' })
        : answer(201, pull()),
    );
    assert.equal((await host.createPullRequest(request)).number, 7);
    assert.equal(http.sent.length, 2);
  });

  test('a created pull request whose response was lost is found by listing, and isn’t created again', async () => {
    const http = createRecordingClient();
    const posts: string[] = [];
    http.fault = async (sent) => {
      if (asksForRepository(sent)) return repositoryNow('acme/docs');
      if (sent.method === 'GET') return answer(200, posts.length === 0 ? [] : [pull()]);
      posts.push(sent.url);
      throw new Error('socket hang up');
    };
    const host = createGitHub({
      http,
      clock: systemClock,
      credential: { kind: 'token', token: TOKEN },
      webUrl: 'https://github.com',
    }).connect({ owner: 'acme', name: 'docs' });
    assert.equal((await host.createPullRequest(request)).number, 7);
    assert.equal(posts.length, 1);
  });

  test('pull requests from forks are excluded, and merged pull requests have the state merged', async () => {
    const fork = { ref: 'docwright/x', sha: 'c'.repeat(40), repo: { id: 2, full_name: 'eve/docs' } };
    const { host, http } = scripted((sent) =>
      asksForRepository(sent)
        ? repositoryNow('acme/docs')
        : answer(200, [
            pull({ number: 3, head: fork }),
            pull({ number: 4, head: { ...fork, repo: null } }),
            pull({ number: 5, state: 'closed', merged_at: '2026-01-01T00:00:00Z', body: null }),
          ]),
    );
    const listed = await host.listPullRequests({ headBranch: 'docwright/x' });
    assert.deepEqual(
      listed.map(({ number, state, body }) => [number, state, body]),
      [[5, 'merged', '']],
    );
    const list = http.sent.at(-1)!.request;
    assertDescribed(description, list, API);
    assert.equal(new URL(list.url).searchParams.get('head'), 'acme:docwright/x');
  });

  test('after the owner was renamed, the list is filtered by the new name, which is requested once', async () => {
    const { host, http } = scripted((sent) =>
      asksForRepository(sent) ? repositoryNow('acme-inc/handbook') : answer(200, [pull()]),
    );
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await host.listPullRequests({ headBranch: 'docwright/x' })).length, 1);
    }
    const heads = http.sent.map(({ request: { url } }) => new URL(url).searchParams.get('head'));
    assert.deepEqual(heads, [null, 'acme-inc:docwright/x', 'acme-inc:docwright/x']);
  });

  for (const [reply, expected] of [
    [answer(200, { permission: 'admin' }), 'admin'],
    [answer(200, { permission: 'write' }), 'write'],
    [answer(200, { permission: 'read' }), 'read'],
    [answer(404, {}), 'none'],
  ] as const) {
    test(`a person's permission is ${expected} if GitHub’s response is ${reply.status}`, async () => {
      const { host, http } = scripted(() => reply);
      assert.equal(await host.permissionOf({ id: 'ada' }), expected);
      assert.equal(assertDescribed(description, http.sent[0]!.request, API), 'repos/get-collaborator-permission-level');
    });
  }

  test('reviewers are requested one by one, and refused reviewers are reported', async () => {
    const { host, http } = scripted((sent) =>
      String(sent.body).includes('eve')
        ? answer(422, { message: 'Reviews may only be requested from collaborators.' })
        : answer(201, {}),
    );
    const result = await host.setPeople(7, { labels: ['docs'], reviewers: ['ada', 'eve'] });
    assert.deepEqual(result, { refusedLabels: [], refusedReviewers: ['eve'] });
    for (const { request } of http.sent) assertDescribed(description, request, API);
  });

  for (const [what, reply, isDraft] of [
    ['is converted back to a draft', { data: { convertPullRequestToDraft: { pullRequest: { isDraft: true } } } }, true],
    ['stays ready if GitHub refuses a draft', { data: { convertPullRequestToDraft: null }, errors: [{}] }, false],
  ] as const) {
    test(`an open pull request ${what}`, async () => {
      const { host, http } = scripted(({ url }) =>
        answer(200, url.endsWith('/graphql') ? reply : { ...pull(), node_id: 'PR_1' }),
      );
      assert.equal(await host.makeDraft(7), isDraft);
      const { url, body } = http.sent.at(-1)!.request;
      assert.equal(url, 'https://api.github.com/graphql');
      assert.deepEqual(JSON.parse(String(body)).variables, { id: 'PR_1' });
    });
  }

  test('a status is set on a commit', async () => {
    const { host, http } = scripted(() => answer(201, { context: 'docwright/preview', state: 'pending' }));
    const status = {
      context: 'docwright/preview',
      state: 'pending',
      description: 'Being built.',
      url: 'https://a.example',
    } as const;
    await host.setStatus({ sha: 'c'.repeat(40), ...status });
    const [{ request } = assert.fail()] = http.sent;
    assert.equal(assertDescribed(description, request, API), 'repos/create-commit-status');
    const { url, ...rest } = status;
    assert.deepEqual(JSON.parse(String(request.body)), { ...rest, target_url: url });
  });

  test('an Enterprise Server is called at its own address', async () => {
    const http = createRecordingClient();
    http.fault = async (sent) => (asksForRepository(sent) ? repositoryNow('acme/docs') : answer(200, []));
    const host = createGitHub({
      http,
      clock: systemClock,
      credential: { kind: 'token', token: TOKEN },
      webUrl: 'https://git.example.com/',
    }).connect({ owner: 'acme', name: 'docs' });
    await host.listPullRequests({ headBranch: 'x' });
    assert.match(http.sent.at(-1)!.request.url, /^https:\/\/git\.example\.com\/api\/v3\/repos\/acme\/docs\/pulls\?/);
    assert.equal(host.gitAccess.url, 'https://git.example.com/acme/docs.git');
  });

  test('owner and name must match an allow-list', () => {
    const github = createGitHub({
      http: createRecordingClient(),
      clock: systemClock,
      credential: { kind: 'token', token: TOKEN },
      webUrl: 'https://github.com',
    });
    const names = [
      ['..', 'x'],
      ['a/b', 'x'],
      ['a', '..'],
      ['a', 'x.git'],
      ['a', ''],
      ['', 'x'],
      ['a', 'x?y'],
      ['a%2f', 'x'],
      ['-a', 'x'],
      ['a', 'x\ny'],
    ] as const;
    for (const [owner, name] of names) {
      assert.throws(
        () => github.connect({ owner, name }),
        (error) => isCodeHostError(error, 'invalid-repository-name'),
        `${owner}/${name}`,
      );
    }
  });

  test('an aborted signal cancels a request', async () => {
    const { host } = scripted(() => answer(200, []));
    await assert.rejects(host.getRepository(AbortSignal.abort()), (error) => isCodeHostError(error, 'cancelled'));
  });

  test('the published description contains the fields that are read', () => {
    const schemas = description.components['schemas'] as Record<string, { properties: Record<string, unknown> }>;
    const fields = {
      'pull-request-simple': ['number', 'html_url', 'state', 'draft', 'title', 'body', 'head', 'base', 'merged_at'],
      'full-repository': ['html_url', 'default_branch', 'permissions', 'private', 'archived', 'full_name'],
      'installation-token': ['token', 'expires_at', 'permissions'],
      'issue-comment': ['html_url'],
    };
    for (const [name, wanted] of Object.entries(fields))
      for (const field of wanted) assert.ok(schemas[name]?.properties[field], `${name}.${field}`);
  });
});
