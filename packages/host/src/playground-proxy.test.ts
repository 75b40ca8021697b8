import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import type { DeploymentKind, FeatureSettings } from '@docwright/bundle';
import type { TestServer } from './testing/bundle-server.ts';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';
import type { TestHost } from './testing/start-test-host.ts';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Starts an API, its documentation, and a host that serves the documentation with the proxy enabled. */
async function startAll(
  settings: { readonly deploymentKind?: DeploymentKind } & Record<string, unknown> = {},
  basePath = '',
  features: FeatureSettings = { playground: true },
) {
  const api = await serve((request, response) => {
    const { url = '' } = request;
    if (url.startsWith('/v1/slow')) return;
    if (url.startsWith('/v1/moved'))
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end('moved');
    if (url.startsWith('/v1/big'))
      return void response.writeHead(200).write(Buffer.alloc(3000), () => response.end('x'));
    void text(request).then((body) => {
      const head = {
        'content-type': 'application/json',
        'set-cookie': 'a=b',
        'x-remaining': '9',
        'www-authenticate': 'Basic',
        'content-security-policy': 'none',
      };
      response.writeHead(url.includes('401') ? 401 : 200, head);
      response.end(JSON.stringify({ method: request.method, url, headers: request.headers, body }));
    });
  });
  const operation = (method: string, path: string) => ({
    method,
    path,
    servers: [`${api.origin}/v1`, `${byName(api)}/v1`],
    headers: ['authorization', 'x-key', 'cookie', 'host'],
  });
  const operations = [
    operation('GET', '/pets/{id}'),
    operation('POST', '/pets'),
    operation('GET', '/slow'),
    operation('GET', '/big'),
    operation('GET', '/moved'),
  ];
  const files = { ...makeSite('v1'), '_docwright/playground.json': JSON.stringify({ formatVersion: 1, operations }) };
  const bundle = await makeBundle({
    files,
    basePath,
    features,
    deploymentKind: settings.deploymentKind ?? 'client-hosted',
  });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: link.origin },
    ...settings,
    playgroundProxy: {
      enabled: true,
      allowedPrivateHosts: [new URL(api.origin).host],
      ...('playgroundProxy' in settings ? Object(settings.playgroundProxy) : {}),
    },
  });
  const stop = async (): Promise<void> => {
    for (const part of [host, folder, link, api]) await part[Symbol.asyncDispose]();
  };
  return { api, host, [Symbol.asyncDispose]: stop };
}

/** The same server under a host name that resolves to a private address. */
const byName = ({ origin }: Pick<TestServer, 'origin'>): string => origin.replace('127.0.0.1', 'localhost');

/** Sends a request like a browser on one of the site's pages. */
function ask({ host, api }: { host: TestHost; api: TestServer }, asked: Asked): Promise<Response> {
  const { method = 'GET', path = '/v1/pets/7', headers = {}, body, signal = null } = asked;
  return fetch(`${host.address}/_docwright/playground`, {
    method: 'POST',
    headers: { 'docwright-target': `${method} ${api.origin}${path}`, 'sec-fetch-site': 'same-origin', ...headers },
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

async function refusal(answer: Response): Promise<[number, string]> {
  assert.equal(answer.headers.get('docwright-playground'), 'refused');
  return [answer.status, Object(await answer.json()).code];
}

test('a listed operation is forwarded with its body and its own headers, but without the reader’s credentials', async () => {
  await using all = await startAll();
  const answer = await ask(all, {
    method: 'POST',
    path: '/v1/pets?dry=1',
    body: '{"name":"Rex"}',
    headers: {
      'content-type': 'application/json',
      'docwright-forward-authorization': 'Bearer api',
      'docwright-forward-cookie': 'sid=1',
      'docwright-forward-x-key': 'k',
      'docwright-forward-x-other': 'no',
      'docwright-forward-host': 'evil.example',
      authorization: 'Basic readers-own',
      cookie: 'session=readers-own',
    },
  });
  assert.equal(answer.status, 200);
  const got = Object(await answer.json());
  assert.deepEqual([got.method, got.url, got.body], ['POST', '/v1/pets?dry=1', '{"name":"Rex"}']);
  assert.equal(got.headers.authorization, 'Bearer api');
  assert.equal(got.headers.cookie, 'sid=1');
  assert.equal(got.headers['x-key'], 'k');
  assert.equal(got.headers['x-other'], undefined);
  assert.equal(got.headers.host, new URL(all.api.origin).host);
  assert.equal(JSON.stringify(got).includes('readers-own'), false);
});

test('the API’s status and headers are reported without effect on the page’s own response', async () => {
  await using all = await startAll();
  const answer = await ask(all, { path: '/v1/pets/401' });
  assert.equal(answer.status, 401);
  assert.equal(answer.headers.get('docwright-playground'), 'answer');
  assert.equal(answer.headers.get('docwright-forward-x-remaining'), '9');
  for (const name of ['set-cookie', 'www-authenticate', 'docwright-forward-set-cookie'])
    assert.equal(answer.headers.get(name), null, name);
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('a redirect is shown as a response and not followed', async () => {
  await using all = await startAll();
  const answer = await ask(all, { path: '/v1/moved' });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('docwright-forward-location'), 'http://169.254.169.254/latest');
  assert.equal(answer.headers.get('location'), null);
});

test('requests that aren’t the site’s operations or don’t come from its pages are not forwarded', async () => {
  await using all = await startAll();
  const target = (value: string) => ({ headers: { 'docwright-target': value } });
  const cases: [Asked, [number, string]][] = [
    [{ method: 'DELETE' }, [403, 'forward-not-listed']],
    [{ path: '/v1/admin' }, [403, 'forward-not-listed']],
    [{ path: '/v1/pets/../admin' }, [403, 'forward-not-listed']],
    [{ path: '/v1/pets/..%2fadmin' }, [403, 'forward-not-listed']],
    [target('GET http://169.254.169.254/v1/pets/7'), [403, 'forward-not-listed']],
    [target('GET nonsense'), [400, 'forward-invalid']],
    [target(`GET ${all.api.origin.replace('//', '//user:pass@')}/v1/pets/7`), [400, 'forward-invalid']],
    [target(''), [400, 'forward-invalid']],
    [{ headers: { 'sec-fetch-site': 'cross-site' } }, [403, 'forward-origin']],
    [{ headers: { 'sec-fetch-site': 'same-site' } }, [403, 'forward-origin']],
  ];
  for (const [asked, expected] of cases)
    assert.deepEqual(await refusal(await ask(all, asked)), expected, JSON.stringify(asked));
  const bare = (headers: Record<string, string>) =>
    all.host.get(
      '/_docwright/playground',
      { 'docwright-target': `GET ${all.api.origin}/v1/pets/7`, ...headers },
      'POST',
    );
  assert.equal((await bare({})).status, 403, 'no browser');
  assert.equal((await bare({ origin: 'https://evil.example' })).status, 403);
  assert.equal((await bare({ origin: all.host.address })).status, 200, 'a browser without Sec-Fetch-Site');
  assert.deepEqual(all.api.requests, ['GET /v1/pets/7']);
});

test('a private address is refused unless the settings allow it', async () => {
  await using all = await startAll({ playgroundProxy: { allowedPrivateHosts: [] } });
  assert.deepEqual(await refusal(await ask(all, {})), [403, 'link-address']);
  const answer = await ask(all, { headers: { 'docwright-target': `GET ${byName(all.api)}/v1/pets/7` } });
  const shown = await answer.clone().text();
  assert.deepEqual(await refusal(answer), [403, 'link-address']);
  assert.deepEqual(all.api.requests, []);
  // Readers see the name, not the address that it resolves to.
  assert.match(shown, /localhost/);
  assert.doesNotMatch(shown, /127\.0\.0\.1|::1/);
});

test('size, time and concurrency are limited', async () => {
  await using all = await startAll({
    playgroundProxy: { timeoutSeconds: 1, maxRequestBytes: 10, maxResponseBytes: 2000, maxConcurrent: 1 },
  });
  const tooLong = { method: 'POST', path: '/v1/pets', body: 'x'.repeat(11) };
  assert.deepEqual(await refusal(await ask(all, tooLong)), [413, 'forward-too-large']);
  // The size isn't announced, so the response head was already sent when the limit is reached, and the connection ends.
  await assert.rejects(ask(all, { path: '/v1/big' }).then((answer) => answer.arrayBuffer()));
  const slow = ask(all, { path: '/v1/slow' });
  while (!all.api.requests.includes('GET /v1/slow')) await delay(5);
  assert.deepEqual(await refusal(await ask(all, {})), [503, 'forward-busy']);
  assert.deepEqual(await refusal(await slow), [504, 'link-timeout']);
  assert.equal((await ask(all, {})).status, 200, 'a slot is free again');
});

test('one address can use at most half of the concurrent requests; another address is still served', async () => {
  await using all = await startAll({
    assistant: { clientAddressHeader: 'X-Forwarded-For' },
    playgroundProxy: { maxConcurrent: 4 },
  });
  const disconnected = new AbortController();
  const from = (address: string, path?: string) =>
    ask(all, {
      headers: { 'x-forwarded-for': address },
      ...(path !== undefined && { path, signal: disconnected.signal }),
    });
  const slow = [from('203.0.113.1', '/v1/slow'), from('203.0.113.1', '/v1/slow')];
  while (all.api.requests.filter((request) => request === 'GET /v1/slow').length < 2) await delay(5);
  assert.deepEqual(await refusal(await from('203.0.113.1')), [503, 'forward-busy']);
  assert.equal((await from('203.0.113.2')).status, 200);
  disconnected.abort();
  await Promise.allSettled(slow);
});

test('the proxy is announced below the base path, unless it is off or the deployment has no playground', async () => {
  const ready = async (
    settings: Parameters<typeof startAll>[0],
    path: string,
    basePath = '',
    features?: FeatureSettings,
  ): Promise<string | undefined> => {
    await using all = await startAll(settings, basePath, features);
    const { headers } = await all.host.get(path);
    return headers['docwright-playground']?.toString();
  };
  assert.equal(await ready({}, '/_docwright/playground'), 'ready');
  assert.equal(await ready({}, '/docs/_docwright/playground', '/docs'), 'ready');
  assert.equal(await ready({ playgroundProxy: { enabled: false } }, '/_docwright/playground'), undefined);
  // The bundle's manifest lists the features of an air-gapped deployment.
  assert.equal(await ready({ deploymentKind: 'air-gapped' }, '/_docwright/playground'), 'ready');
  assert.equal(await ready({ deploymentKind: 'air-gapped' }, '/_docwright/playground', '', {}), undefined);
});

test('with the proxy off, a POST is refused as on any other path', async () => {
  await using all = await startAll({ playgroundProxy: { enabled: false } });
  assert.equal((await ask(all, {})).status, 405);
  assert.deepEqual(all.api.requests, []);
});
