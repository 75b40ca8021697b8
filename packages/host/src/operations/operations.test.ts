import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, send, startTestHost } from '../testing/start-test-host.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

const adminToken = 'a-token-of-thirty-two-characters';

async function post(origin: string, path: string, body: object, token = adminToken) {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
}

test('if administration has its own port, the site’s port doesn’t serve it', async () => {
  await using folder = await makeFolder();
  const bundle = await makeBundle({ files: makeSite('v1') });
  await using link = await serve((_request, response) => response.end(bundle));
  await using host = await startTestHost(folder.path, {
    adminPort: 0,
    adminToken,
    staticExport: { enabled: true, bundleUrl: link.origin },
  });
  for (const path of ['/healthz', '/readyz', '/metrics', '/admin/versions']) {
    assert.match((await host.get(path)).text, /missing of v1/, path);
  }
  assert.equal((await send(host.adminAddress, '/readyz')).status, 200);
  assert.equal((await send(host.adminAddress, '/guides/page-1')).status, 404);
});

test('administration is unavailable if no token is set, and responds with 401 to a wrong token', async () => {
  await using folder = await makeFolder();
  await using open = await startTestHost(folder.path);
  assert.equal((await open.get('/admin/versions')).status, 503);
  await using other = await makeFolder();
  await using host = await startTestHost(other.path, { adminToken });
  for (const authorization of ['', 'Bearer wrong', adminToken, `Basic ${adminToken}`]) {
    assert.equal((await host.get('/admin/versions', { authorization })).status, 401, authorization);
  }
});

test('a body that is too large or too deep is refused with 400, and too large a body ends its connection', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { adminToken });
  const deep = `${'['.repeat(4_500)}${']'.repeat(4_500)}`;
  for (const body of [deep, 'x'.repeat(1_000_000)]) {
    const socket = connect(Number(new URL(host.address).port), '127.0.0.1').setEncoding('latin1');
    let answer = '';
    socket.on('data', (part: string) => (answer += part));
    const head = `POST /admin/rollback HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminToken}\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    if (body === deep) await once(socket, 'data');
    else await once(socket, 'close');
    assert.match(answer, /^HTTP\/1\.1 400 /, answer);
    assert.equal(answer.includes('Connection: close'), body !== deep);
    socket.destroy();
  }
});

test('metrics on the site’s port require the token, and are unavailable if no token is set', async () => {
  await using folder = await makeFolder();
  await using open = await startTestHost(folder.path);
  assert.equal((await open.get('/metrics')).status, 503);
  await using other = await makeFolder();
  await using host = await startTestHost(other.path, { adminToken });
  assert.equal((await host.get('/metrics')).status, 401);
  assert.equal((await host.get('/metrics', { authorization: 'Bearer wrong' })).status, 401);
  const { text } = await host.get('/metrics', { authorization: `Bearer ${adminToken}` });
  assert.match(text, /docwright_host_ready 0/);
});

test('an invalid request receives a readable error, and its connection ends', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path);
  const site = 'Host: a\r\n';
  for (const [bytes, answer] of [
    [`GET / HTTP/1.1\r\n${site}nonsense\r\n\r\n`, /^HTTP\/1\.1 400 .*not valid HTTP\/1\.1\.\n$/s],
    [
      `GET / HTTP/1.1\r\n${site}X: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 .*exceed the limit of 16384 bytes\.\n$/s,
    ],
    ['GET / HTTP/1.1\r\nX: y\r\n\r\n', /^HTTP\/1\.1 400 .*The Host header is missing or occurs more than once\.\n$/s],
    [`GET / HTTP/1.1\r\n${site}Expect: tea\r\n\r\n`, /^HTTP\/1\.1 417 .*"100-continue"\.\n$/s],
  ] as const) {
    const socket = connect(Number(new URL(host.address).port), '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(bytes);
    await once(socket, 'end');
    const text = Buffer.concat(parts).toString();
    assert.match(text, answer);
    assert.match(text, /\r\nConnection: close\r\n/i);
  }
});

test('versions can be listed, reloaded, activated and rolled back over HTTP', async () => {
  const bundles = {
    '/v1': await makeBundle({ version: 'v1', files: makeSite('v1') }),
    '/v2': await makeBundle({ version: 'v2', files: makeSite('v2') }),
  };
  await using links = await serve((request, response) => response.end(bundles[request.url as '/v1']));
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { adminPath: '/-', adminToken });
  const admin = host.address;
  assert.equal((await post(admin, '/-/admin/reload', {})).body.code, 'nothing-to-serve');
  assert.equal((await post(admin, '/-/admin/reload', { bundleUrl: `${links.origin}/v1` })).status, 200);
  assert.equal((await post(admin, '/-/admin/reload', { bundleUrl: `${links.origin}/v2` })).status, 200);
  assert.equal((await post(admin, '/-/admin/rollback', {})).body.version, 'v1');
  assert.match((await host.get('/')).text, /home of v1/);
  assert.equal((await post(admin, '/-/admin/activate', { version: 'v2' })).status, 200);
  assert.match((await host.get('/')).text, /home of v2/);
  assert.deepEqual(
    await post(admin, '/-/admin/activate', { version: 'v9' }).then(({ status, body }) => [status, body.code]),
    [404, 'version-unknown'],
  );
  assert.equal((await post(admin, '/-/admin/activate', { version: 5 })).status, 400);
  assert.equal((await post(admin, '/-/admin/nothing', {})).status, 404);
  const listed = await host.get('/-/admin/versions', { authorization: `Bearer ${adminToken}` });
  assert.equal(JSON.parse(listed.text).versions.length, 2);
});

test('metrics name the active version and count responses', async () => {
  const bundle = await makeBundle({ version: 'v7', files: makeSite('v7') });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  const settings = { adminPort: 0, staticExport: { enabled: true, bundleUrl: link.origin } };
  await using host = await startTestHost(folder.path, settings);
  await host.get('/');
  await host.get('/nothing');
  const { text } = await send(host.adminAddress, '/metrics');
  assert.match(
    text,
    /docwright_host_active_version\{site="default",version="v7",commit="c0ffee",sha256="[0-9a-f]{64}"\} 1/,
  );
  assert.match(text, /docwright_host_answers_total\{status="404"\} 1/);
  assert.match(text, /docwright_host_updates_total\{site="default",outcome="ok"\} 1/);
  assert.match(text, /docwright_host_ready 1/);
});

test('the access log has a JSON line for each response, without queries', async () => {
  const bundle = await makeBundle({ files: makeSite('v1') });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  let lines = '';
  const settings = { accessLog: true, staticExport: { enabled: true, bundleUrl: link.origin } };
  const host = await startTestHost(folder.path, settings, { writeAccessLog: (text) => (lines += text) });
  await host.get('/guides/page-1?secret=1');
  await host.get('/a"b');
  await host.stop();
  const entries = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    entries.map(({ method, path, status, site }) => [method, path, status, site]),
    [
      ['GET', '/guides/page-1', 200, 'default'],
      ['GET', '/a"b', 404, 'default'],
    ],
  );
});

test('while a host stops, running responses can finish, and new connections are refused', async () => {
  const big = randomBytes(20_000_000);
  const bundle = await makeBundle({ files: { ...makeSite('v1'), 'big.bin': big } });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  const host = await startTestHost(folder.path, { staticExport: { enabled: true, bundleUrl: link.origin } });
  const port = Number(new URL(host.address).port);
  const slow = connect(port, '127.0.0.1');
  slow.write('GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(slow, 'readable');
  const stopping = host.stop();
  let received = 0;
  slow.on('data', (part: Buffer) => (received += part.length));
  await once(slow, 'close');
  await stopping;
  assert.ok(received > big.length, `${received} bytes`);
  await assert.rejects(send(host.address, '/'));
});

test('SIGHUP fetches the link again if the settings allow it', async () => {
  let version = 'v1';
  await using link = await serve((_request, response) => {
    void makeBundle({ version, files: makeSite(version) }).then((bundle) => response.end(bundle));
  });
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, {
    reloadOnSighup: true,
    staticExport: { enabled: true, bundleUrl: link.origin },
  });
  version = 'v2';
  process.emit('SIGHUP');
  const deadline = Date.now() + hangLimitMs;
  while (!(await host.get('/')).text.includes('home of v2'))
    assert.ok(Date.now() < deadline, `no reload within 10 s: ${JSON.stringify(host.logLines)}`);
});

test('connections that send invalid data are closed and don’t affect others', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path);
  const port = Number(new URL(host.address).port);
  for (const rubbish of [
    '\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end(rubbish);
    socket.resume();
    await once(socket, 'close');
  }
  assert.equal((await host.get('/healthz')).status, 200);
});
