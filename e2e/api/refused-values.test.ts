import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '../accounts/browser.ts';
import { startTestService, until, type Answer, type TestService } from './test-service.ts';

describe('values that can’t be stored or used', () => {
  let service: TestService;
  let jobPath: string;
  before(async () => {
    service = await startTestService({ worker: true });
    const { id } = (await post(jobs(), { prompt: ' ' })).json;
    jobPath = `${jobs()}/${id}`;
  });
  after(() => service.stop());

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const project = (): string => `/v1/projects/${service.projectId}`;
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request(method, path, { body, headers });
  const post = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    send('POST', path, body, headers);
  const expectError = (answer: Answer, status: number, code: string, path?: string): void => {
    assert.deepEqual([answer.status, answer.json?.code], [status, code], answer.text);
    if (path !== undefined) assert.equal(answer.json.details[0].path, path, answer.text);
  };

  for (const [what, text] of [
    ['NUL', 'a\0b'],
    ['the first half of a surrogate pair', '\ud800'],
    ['the second half of a surrogate pair', 'a\udc00'],
  ] as const) {
    test(`${what} in a string of a body is rejected with 400 and the field’s name, and changes nothing`, async () => {
      const before = (await send('GET', project())).text;
      expectError(await post(jobs(), { prompt: text }), 400, 'invalid_request', '/prompt');
      expectError(await post(jobs(), { prompt: text }, { 'idempotency-key': 'k' }), 400, 'invalid_request', '/prompt');
      expectError(await post(`${jobPath}/message`, { prompt: text }), 400, 'invalid_request', '/prompt');
      expectError(await send('PATCH', project(), { name: text }), 400, 'invalid_request', '/name');
      expectError(
        await post('/v1/api-keys', { name: 'k', projectIds: [text] }),
        400,
        'invalid_request',
        '/projectIds/0',
      );
      const settings = await send('PATCH', `${project()}/agent-settings`, { instructions: text });
      expectError(settings, 400, 'invalid_request', '/instructions');
      assert.equal((await send('GET', project())).text, before);
    });

    test(`${what} in an unknown field is ignored or rejected together with the field`, async () => {
      assert.equal((await post(jobs(), { prompt: 'x', colour: text, [text]: 1 })).status, 201);
      const features = { playground: true, [text]: 1 };
      expectError(await send('PATCH', project(), { features }), 400, 'invalid_request', `/features/${text}`);
      expectError(await send('PATCH', project(), { colour: text }), 400, 'invalid_request', '/colour');
    });

    test(`${what} at the sign-in routes is rejected with 400 and the field’s name`, async () => {
      const browser = openBrowser(service);
      const signIn = await browser.request('POST', '/auth/sign-in', { email: `a${text}@example.com`, password: 'x' });
      expectError(signIn, 400, 'invalid_request', '/email');
      const setup = { token: text, name: '', email: '', password: 'x' };
      expectError(await browser.request('POST', '/auth/setup', setup), 400, 'invalid_request', '/token');
    });
  }

  test('bytes that are not UTF-8 are rejected, not stored as other text', async () => {
    const answer = await fetch(`${service.baseUrl}${project()}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: Buffer.from('{"name":"caf\xe9"}', 'latin1'),
    });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /"code":"invalid_json"/);
  });

  test('an impossible ID is answered with 404, like an unused ID', async () => {
    for (const id of ['%00', 'a%00b', 'x'.repeat(201), 'x'.repeat(4_000)]) {
      for (const [method, path] of [
        ['GET', `/v1/static-export/jobs/${id}`],
        ['POST', `/v1/static-export/jobs/${id}/bundle`],
        ['GET', `/v1/projects/${id}`],
        ['DELETE', `/v1/projects/${id}`],
        ['GET', `${jobs()}/${id}`],
        ['GET', `${jobs()}/${id}/events`],
        ['POST', `/v1/api-keys/${id}/revoke`],
        ['GET', `/v1/repositories/${id}`],
        ['DELETE', `/v1/organization/invitations/${id}`],
        ['GET', `/v1/webhook-endpoints/${id}`],
        ['POST', `/v1/code-hosts/github/webhook/${id}`],
        ['POST', `/auth/sessions/${id}/revoke`],
      ] as const) {
        const answer = await send(method, path, undefined, { origin: new URL(service.baseUrl).origin });
        const isSession = path.startsWith('/auth/');
        // No user is signed in, which is reported first if the ID is valid.
        if (isSession && !id.includes('%00') && id.length <= 200) expectError(answer, 401, 'session_expired');
        else expectError(answer, 404, 'not_found');
      }
    }
    expectError(await service.request('GET', '/v1/projects/%00', { key: null }), 401, 'unauthorized');
    expectError(await service.request('GET', `/v1/projects/${'x'.repeat(4_000)}`, { key: null }), 401, 'unauthorized');
  });

  test('NUL in a query is rejected with 400 and the parameter’s name', async () => {
    for (const [path, name] of [
      ['/v2/agent/jobs?search=%00', '/search'],
      ['/v2/agent/jobs?project=%00', '/project'],
      ['/v2/agent/jobs?cursor=a%00', '/cursor'],
      ['/v1/audit-events?actor=%00', '/actor'],
      ['/v1/audit-events/export?format=csv&target=%00', '/target'],
      ['/v1/static-export/jobs?cursor=%00', '/cursor'],
      ['/v1/organization/members?cursor=%00', '/cursor'],
      ['/auth/callback/oidc?state=%00', '/state'],
    ] as const) {
      expectError(await send('GET', path), 400, 'invalid_request', name);
    }
  });

  test('pages and git of the embedded code host treat names with NUL as missing, and reject non-UTF-8 forms with 400', async () => {
    const { webUrl } = (await send('GET', '/v1/repositories/example-docs')).json;
    const page = new URL(webUrl).pathname;
    assert.equal((await fetch(`${service.baseUrl}/repositories/%00/x`)).status, 404);
    assert.equal((await fetch(`${service.baseUrl}${page}?file=%00`)).status, 400);
    const refs = await send('GET', '/git/%00.git/info/refs?service=git-upload-pack');
    assert.equal(refs.status, 404);
    const form = (body: string) =>
      post('/repositories/example-docs', body, { 'content-type': 'application/x-www-form-urlencoded' });
    expectError(await form('key=%ff'), 400, 'invalid_request');
    assert.equal((await form('key=%00')).status, 403);
  });

  test('an invalid git pack is rejected with 400', async () => {
    const path = '/git/example-docs.git/git-upload-pack';
    const type = { 'content-type': 'application/x-git-upload-pack-request' };
    assert.equal((await post(path, 'x', type)).status, 400);
    assert.equal((await post(path, 'not gzip', { ...type, 'content-encoding': 'gzip' })).status, 400);
  });

  test('numbers out of range are rejected with 400, the field’s name and the maximum', async () => {
    for (const number of ['2147483648', '9007199254740993', '1e999', '99999999999999999999']) {
      const answer = await send('GET', `${jobPath}/events?after=${number}`);
      expectError(answer, 400, 'invalid_request', '/after');
      assert.match(answer.text, /2147483647/);
    }
    assert.deepEqual((await send('GET', `${jobPath}/events?after=2147483647`)).json, { events: [] });
    for (const id of ['2147483648', '1e3', '-1', 'x', '1, 2']) {
      const headers = { accept: 'text/event-stream', 'last-event-id': id };
      const answer = await send('GET', `${jobPath}/events`, undefined, headers);
      expectError(answer, 400, 'invalid_request', 'Last-Event-ID');
      assert.match(answer.text, /2147483647/);
    }
    for (const overlapSeconds of [2 ** 31, 2 ** 53, 604_801]) {
      const answer = await post('/v1/api-keys/key_x/roll', { overlapSeconds });
      expectError(answer, 400, 'invalid_request', '/overlapSeconds');
    }
  });

  test('a nonexistent time is rejected with 400 and the field’s name', async () => {
    for (const expiresAt of ['2099-12-31T23:59:60Z', '2099-02-30T00:00:00Z', '2099-01-01']) {
      expectError(await post('/v1/api-keys', { name: 'k', expiresAt }), 400, 'invalid_request', '/expiresAt');
    }
  });

  test('operations that take a branch reject invalid branch names with 400', async () => {
    const repository = 'local:example-docs';
    for (const branch of ['-x', '--upload-pack=id', 'a..b', 'a b', 'a.lock', 'HEAD', 'é', 'a/', '/a', 'a@{1}']) {
      const named = [
        post('/v1/repositories', { name: 'branches', defaultBranch: branch }),
        post('/v1/repositories/check', { repository, branch }),
        post('/v1/projects', { name: 'P', repository, branch }),
        send('PATCH', project(), { branch }),
        post(jobs(), { prompt: 'x', branch }),
      ];
      for (const [index, answer] of (await Promise.all(named)).entries())
        expectError(answer, 400, 'invalid_request', index === 0 ? '/defaultBranch' : '/branch');
    }
    expectError(await send('GET', '/v1/repositories/branches'), 404, 'not_found');
    for (const name of ['a.git', 'a..b', 'a.', 'a.lock'])
      expectError(await post('/v1/repositories', { name }), 400, 'invalid_request', '/name');
  });

  test('a base path that browsers would rewrite is rejected with 400 in both forms of export', async () => {
    const { domain, projectId } = service;
    for (const basePath of [
      '/..',
      '/a/../b',
      '/.',
      '/a/./b',
      '//a',
      '/a//b',
      '/a/',
      '/%2e%2e',
      '/a?b',
      '/a#b',
      '/a\\b',
      'a',
    ]) {
      const forms = [
        post('/v1/static-export/jobs', { domain, basePath }),
        post(`/v1/static-export/${projectId}/jobs`, { basePath }),
      ];
      for (const answer of await Promise.all(forms)) expectError(answer, 400, 'invalid_request', '/basePath');
    }
    for (const basePath of ['/docs', '/a/b', '/.well-known', '/v1.2', '/...']) {
      assert.equal((await post('/v1/static-export/jobs', { domain, basePath })).status, 202, basePath);
    }
  });

  test('an invalid cursor, or the cursor of another list, is rejected with 400', async () => {
    const [key] = (await send('GET', '/v1/api-keys')).json.apiKeys;
    for (const cursor of [key.id, 'x', '-1', '9'.repeat(16), '1e3', ' ', '%27', 'x'.repeat(501)]) {
      for (const path of [
        '/v1/projects',
        '/v1/static-export/jobs',
        '/v2/agent/jobs',
        `/v2/agent/${service.projectId}/jobs`,
        '/v1/audit-events',
        '/v1/organization/members',
      ]) {
        expectError(await send('GET', `${path}?cursor=${cursor}`), 400, 'invalid_request');
      }
    }
  });

  test('a prompt of one space has the required length, and its job ends with a question', async () => {
    const job = await until(
      () => send('GET', jobPath),
      ({ json }) => json.status !== 'active',
    );
    assert.deepEqual([job.json.status, job.json.result, job.json.prLink], ['completed', 'needs_input', null], job.text);
  });

  test('names with a special meaning in JavaScript are unknown fields', async () => {
    const body = '{"constructor":{"prototype":{"prompt":"y"}},"__proto__":{"prompt":"z"},"name":"P"}';
    assert.equal((await send('PATCH', project(), body)).json.name, 'P');
    expectError(await post(jobs(), '{"__proto__":{"prompt":"x"}}'), 400, 'invalid_request', '/prompt');
  });

  test('a compressed body is rejected with 415 and the reason', async () => {
    const answer = await fetch(`${service.baseUrl}${jobs()}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync('{"prompt":"x"}'),
    });
    assert.deepEqual([answer.status, answer.headers.get('accept-encoding')], [415, 'identity']);
    assert.match(await answer.text(), /Send it uncompressed, without the header/);
  });

  test('a code host’s event is accepted with text that can’t be stored, and rejected with an invalid number', async () => {
    const made = await post('/v1/projects', { name: 'On GitHub', repository: 'https://github.com/owner/docs' });
    const hook = (await post(`/v1/projects/${made.json.id}/code-host-hooks`)).json;
    const deliver = (event: object, id: string): Promise<Answer> => {
      const body = JSON.stringify(event);
      const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`;
      const headers = { 'x-github-event': 'issue_comment', 'x-github-delivery': id, 'x-hub-signature-256': signature };
      return post(new URL(hook.url).pathname, body, headers);
    };
    const comment = (number: number, text: string) => ({
      action: 'created',
      repository: { full_name: 'elsewhere/docs' },
      issue: { number, pull_request: {} },
      comment: { id: number, body: text, user: { login: `ada${text}`, type: 'User' } },
    });
    for (const [index, text] of ['a\0b', '\ud800', '\udc00\0'].entries())
      assert.equal((await deliver(comment(index + 1, text), `d${index}`)).status, 202);
    for (const number of [0, -1, 1.5, 2 ** 31, 2 ** 53])
      expectError(await deliver(comment(number, 'x'), `n${number}`), 400, 'invalid_request');
  });
});
