import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createClient, createClientOver } from './create-client.ts';
import { DocwrightError } from './docwright-error.ts';
import { connectionTo } from './testing/connection-to.ts';
import { hangUp, json, startScriptedServer, stream } from './testing/scripted-server.ts';

const job = { id: 'aj_1', status: 'active', updatedAt: '1' };
const ids = { projectId: 'proj_1', id: 'aj_1' };

test('path, query and body fields are sent where the operation expects them', async () => {
  await using server = await startScriptedServer(json(201, job), json(200, { jobs: [], nextCursor: null }));
  const client = createClient({ baseUrl: `${server.baseUrl}/`, apiKey: 'dw_k' });
  await client.createAgentJob({ projectId: 'a/b', prompt: 'x', branch: undefined });
  await client.listAgentJobs({ projectId: 'p', status: 'active', limit: 5 });
  assert.deepEqual(
    server.requests.map(({ method, url, body }) => ({ method, url, body })),
    [
      { method: 'POST', url: '/v2/agent/a%2Fb/job', body: '{"prompt":"x"}' },
      { method: 'GET', url: '/v2/agent/p/jobs?status=active&limit=5', body: '' },
    ],
  );
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer dw_k');
});

test('an image is returned with its bytes and its type', async () => {
  await using server = await startScriptedServer((response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0, 0xff]));
  });
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'dw_k' });
  const image = await client.getAgentJobImage({ ...ids, digest: 'd'.repeat(64) });
  assert.equal(image.type, 'image/png');
  assert.deepEqual([...new Uint8Array(await image.arrayBuffer())], [0x89, 0, 0xff]);
});

test('a boolean query field is sent as true or false', async () => {
  const searches = { totalSearches: 0, searches: [], nextCursor: null };
  await using server = await startScriptedServer(json(200, searches), json(200, searches), json(200, searches));
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'dw_k' });
  for (const withoutResult of [true, false, undefined])
    await client.getAnalyticsSearches({ projectId: 'p', withoutResult });
  assert.deepEqual(
    server.requests.map(({ url }) => url),
    ['?withoutResult=true', '?withoutResult=false', ''].map((query) => `/v1/analytics/p/searches${query}`),
  );
});

test('a missing or dotted path field is rejected before anything is sent', async () => {
  await using server = await startScriptedServer(json(200, {}));
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'dw_k' });
  for (const id of ['', '..', undefined as unknown as string]) {
    await assert.rejects(client.getAgentJob({ projectId: 'p', id }), /id must be a non-empty string/);
  }
  assert.equal(server.requests.length, 0);
});

test('a method that returns JSON can’t request a stream', async () => {
  await using server = await startScriptedServer(json(200, { text: 'Fine.' }));
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'dw_k' });
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'How?' }] }];
  // @ts-expect-error: the method has no such field.
  const streamed = (): unknown => client.sendAssistantMessage({ domain: 'docs', messages, responseType: 'stream' });
  assert.equal(typeof streamed, 'function');
  assert.equal((await client.sendAssistantMessage({ domain: 'docs', messages })).text, 'Fine.');
  assert.match(server.requests[0]?.headers.accept ?? '', /application\/json/);
});

test('the key is not sent to public operations', async () => {
  await using server = await startScriptedServer(json(200, { status: 'ok', version: '1' }));
  await createClient({ baseUrl: server.baseUrl, apiKey: 'dw_k' }).getHealth();
  assert.equal(server.requests[0]?.headers.authorization, undefined);
});

test('an error response rejects with status, code, message, request ID and details', async () => {
  const body = { error: 'prompt is empty', code: 'invalid_request', details: [{ path: '/prompt', message: 'empty' }] };
  await using server = await startScriptedServer(json(400, body, { 'x-request-id': 'req_1' }));
  const call = createClient({ baseUrl: server.baseUrl, apiKey: 'dw_secret' }).createAgentJob({
    projectId: 'p',
    prompt: '',
  });
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof DocwrightError);
    const { message, status, code, requestId, details, retryAfterMs } = error;
    assert.deepEqual(
      { message, status, code, requestId, details, retryAfterMs },
      {
        message: 'prompt is empty',
        status: 400,
        code: 'invalid_request',
        requestId: 'req_1',
        details: [{ path: '/prompt', message: 'empty' }],
        retryAfterMs: undefined,
      },
    );
    return true;
  });
});

test('a proxy’s error response in another format is reported with its status', async () => {
  await using server = await startScriptedServer((response) => response.writeHead(413).end('<h1>too large</h1>'));
  const call = createClient({ baseUrl: server.baseUrl, apiKey: 'k' }).getOrganization();
  await assert.rejects(call, { status: 413, code: 'http_413', message: 'the server returned status 413' });
});

test('a request that fails with 429 is retried after the pause that the service requests, with the same idempotency key', async () => {
  await using server = await startScriptedServer(json(429, {}, { 'retry-after': '7' }), json(201, job));
  const connection = connectionTo(server.baseUrl);
  await createClientOver(connection).createAgentJob({ projectId: 'p', prompt: 'x' });
  assert.deepEqual(connection.pauses, [7000]);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['idempotency-key']),
    ['key-1', 'key-1'],
  );
});

test('a 429 response is thrown if its Retry-After exceeds the maximum pause', async () => {
  await using server = await startScriptedServer(json(429, { code: 'rate_limited' }, { 'retry-after': '3000' }));
  const call = createClientOver(connectionTo(server.baseUrl)).createAgentJob({ projectId: 'p', prompt: 'x' });
  await assert.rejects(call, { code: 'rate_limited', retryAfterMs: 3_000_000 });
  assert.equal(server.requests.length, 1);
});

test('a POST that creates a resource is retried with the same idempotency key if its response is lost', async () => {
  await using server = await startScriptedServer(hangUp, json(201, job));
  const client = createClientOver(connectionTo(server.baseUrl));
  assert.equal((await client.createAgentJob({ projectId: 'p', prompt: 'x' })).id, 'aj_1');
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['idempotency-key']),
    ['key-1', 'key-1'],
  );
});

test('a POST without an idempotency key isn’t retried if its response is lost', async () => {
  await using server = await startScriptedServer(hangUp);
  const call = createClientOver(connectionTo(server.baseUrl)).createApiKey({ name: 'k' });
  await assert.rejects(call, { code: 'network_error', status: 0 });
  assert.equal(server.requests.length, 1);
});

test('a request is retried if its response body is truncated', async () => {
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":', () => response.destroy());
  };
  await using server = await startScriptedServer(cut, json(200, job));
  assert.equal((await createClientOver(connectionTo(server.baseUrl)).getAgentJob(ids)).id, 'aj_1');
});

test('a call rejects with code timeout if the server does not respond in time', async () => {
  await using server = await startScriptedServer(() => undefined);
  const call = createClientOver(connectionTo(server.baseUrl)).getAgentJob(ids, { timeoutMs: 20, retries: 0 });
  await assert.rejects(call, { code: 'timeout', message: /did not respond within 20 ms/ });
});

test('an aborted call rejects with the signal’s own reason', async () => {
  const controller = new AbortController();
  await using server = await startScriptedServer(() => controller.abort(new Error('enough')));
  const call = createClientOver(connectionTo(server.baseUrl)).getAgentJob(ids, { signal: controller.signal });
  await assert.rejects(call, /^Error: enough$/);
});

test('redirects are rejected, so that no request reaches another host', async () => {
  await using target = await startScriptedServer(json(200, job));
  await using server = await startScriptedServer((response) =>
    response.writeHead(302, { location: `${target.baseUrl}/x` }).end(),
  );
  const call = createClientOver(connectionTo(server.baseUrl)).getAgentJob(ids, { retries: 0 });
  await assert.rejects(call, { code: 'network_error' });
  assert.equal(target.requests.length, 0);
});

test('waitForAgentJob polls with ?wait until the job is no longer active, and reports each status once', async () => {
  const done = { ...job, status: 'completed', updatedAt: '2' };
  await using server = await startScriptedServer(json(200, job), json(200, job), json(200, done));
  const seen: string[] = [];
  const result = await createClientOver(connectionTo(server.baseUrl)).waitForAgentJob(ids, {
    onProgress: ({ status }) => seen.push(status),
  });
  assert.equal(result.status, 'completed');
  assert.deepEqual(seen, ['active', 'completed']);
  assert.ok(server.requests.every(({ url }) => url.endsWith('?wait=30')));
});

test('waitForExport returns a failed export instead of throwing', async () => {
  const states = ['queued', 'running', 'failed'].map((status, i) => json(200, { status, progress: i, pageCount: i }));
  await using server = await startScriptedServer(...states);
  const connection = connectionTo(server.baseUrl);
  assert.equal((await createClientOver(connection).waitForExport({ jobId: 'se_1' })).status, 'failed');
  assert.equal(connection.pauses.length, 2);
});

test('waiting ends with code timeout while the job continues', async () => {
  await using server = await startScriptedServer(json(200, job));
  const call = createClientOver(connectionTo(server.baseUrl)).waitForAgentJob(ids, { timeoutMs: 4000 });
  await assert.rejects(call, { code: 'timeout' });
});

test('an interrupted event stream resumes after the last event received', async () => {
  const event = (id: number) => `id: ${id}\ndata: {"id":${id},"type":"step.model"}\n\n`;
  await using server = await startScriptedServer(
    stream(`${event(1)}${event(2)}id: 3\nda`, 'cut'),
    stream(event(3), 'end'),
    json(200, { ...job, status: 'completed' }),
  );
  const seen: number[] = [];
  for await (const { id } of createClientOver(connectionTo(server.baseUrl)).streamAgentJobEvents(ids)) seen.push(id);
  assert.deepEqual(seen, [1, 2, 3]);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['last-event-id']),
    [undefined, '2', undefined],
  );
});

test('an event stream that ends normally while the job is active is opened again', async () => {
  await using server = await startScriptedServer(
    stream('id: 1\ndata: {"id":1}\n\n', 'end'),
    json(200, job),
    stream('id: 2\ndata: {"id":2}\n\n', 'end'),
    json(200, { ...job, status: 'failed' }),
  );
  const seen: number[] = [];
  for await (const { id } of createClientOver(connectionTo(server.baseUrl)).streamAgentJobEvents(ids)) seen.push(id);
  assert.deepEqual(seen, [1, 2]);
});

test('a deployment is followed across closed streams, until it has ended', async () => {
  const state = (id: number, status: string): string => `id: ${id}\ndata: {"status":"${status}"}\n\n`;
  await using server = await startScriptedServer(
    stream(state(1, 'queued'), 'end'),
    json(200, { status: 'in_progress' }),
    stream(state(2, 'in_progress') + state(3, 'success'), 'end'),
    json(200, { status: 'success' }),
  );
  const client = createClientOver(connectionTo(server.baseUrl));
  const seen: string[] = [];
  for await (const { status } of client.followDeployment({ projectId: 'p', deploymentId: 'd' })) seen.push(status);
  assert.deepEqual(seen, ['queued', 'in_progress', 'success']);
  assert.equal(server.requests[2]?.headers['last-event-id'], '1');
});

test('an event stream rejects when access to it ends', async () => {
  const data = JSON.stringify({ error: 'The session has ended.', code: 'session_expired', status: 401 });
  await using server = await startScriptedServer(
    stream(`id: 1\ndata: {"id":1}\n\nevent: access.ended\ndata: ${data}\n\n`, 'end'),
  );
  const seen: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const { id } of createClientOver(connectionTo(server.baseUrl)).streamAgentJobEvents(ids)) seen.push(id);
  };
  await assert.rejects(reading, { code: 'session_expired', status: 401, message: 'The session has ended.' });
  assert.deepEqual([seen, server.requests.length], [[1], 1]);
});

test('the iterator of a list requests a page only after the previous one has been consumed', async () => {
  await using server = await startScriptedServer(
    json(200, { jobs: [{ id: 'a' }, { id: 'b' }], nextCursor: 'c1' }),
    json(200, { jobs: [{ id: 'c' }], nextCursor: null }),
  );
  const seen: string[] = [];
  for await (const { id } of createClientOver(connectionTo(server.baseUrl)).iterateAgentJobs({ projectId: 'p' })) {
    seen.push(`${id}${server.requests.length}`);
  }
  assert.deepEqual(seen, ['a1', 'b1', 'c2']);
  assert.equal(server.requests[1]?.url, '/v2/agent/p/jobs?cursor=c1');
});

test('a base URL that doesn’t use HTTP is rejected with an error that names it', () => {
  assert.throws(() => createClient({ baseUrl: 'ftp://x' }), /baseUrl must start with http:.*ftp:\/\/x/);
});
