import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileArchives } from '@docwright/bundle/hostile-archives';
import { controlVersions, parseHostSettings } from '../index.ts';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, startTestHost } from '../testing/start-test-host.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

/** A server whose path names the version: `/v2` returns the bundle of `v2`. */
async function serveVersions(labels: readonly string[]) {
  const bundles = new Map<string, Buffer>();
  for (const version of labels) bundles.set(`/${version}`, await makeBundle({ version, files: makeSite(version) }));
  const server = await serve((request, response) => {
    const bundle = bundles.get(request.url ?? '');
    if (bundle === undefined) response.writeHead(403).end('expired');
    else response.end(bundle);
  });
  return Object.assign(server, { bundles });
}

const from = (url: string, extra: object = {}) => ({ staticExport: { enabled: true, bundleUrl: url, ...extra } });

test('a reload activates the new version; rollback and activate switch versions without the link', async () => {
  await using links = await serveVersions(['v1', 'v2']);
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`));
  const { changed, version } = await host.reload(`${links.origin}/v2`);
  assert.deepEqual([changed, version.version], [true, 'v2']);
  assert.match((await host.get('/')).text, /home of v2/);
  assert.equal((await host.rollback()).version, 'v1');
  assert.match((await host.get('/')).text, /home of v1/);
  await host.activate('v2');
  assert.match((await host.get('/')).text, /home of v2/);
  assert.deepEqual(
    (await host.versions()).map(({ version, active }) => [version, active]),
    [
      ['v2', true],
      ['v1', false],
    ],
  );
});

test('delivering the same bundle again changes nothing', async () => {
  await using links = await serveVersions(['v1']);
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`));
  assert.equal((await host.reload()).changed, false);
  assert.equal((await host.versions()).length, 1);
});

test('a restart does not undo a rollback, even though the link still delivers the newer bundle', async () => {
  await using links = await serveVersions(['v1', 'v2']);
  await using folder = await makeFolder();
  await (await startTestHost(folder.path, from(`${links.origin}/v1`))).stop();
  const before = await startTestHost(folder.path, from(`${links.origin}/v2`));
  await before.rollback();
  await before.stop();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v2`));
  assert.match((await host.get('/')).text, /home of v1/);
});

test('a downgrade is refused unless its version is pinned', async () => {
  await using links = await serveVersions(['1.9.0', '1.10.0']);
  await using folder = await makeFolder();
  const host = await startTestHost(folder.path, from(`${links.origin}/1.10.0`));
  await assert.rejects(host.reload(`${links.origin}/1.9.0`), { code: 'downgrade-refused' });
  assert.match((await host.get('/')).text, /home of 1\.10\.0/);
  await host.stop();
  await using pinned = await startTestHost(folder.path, from(`${links.origin}/1.9.0`, { version: '1.9.0' }));
  assert.match((await pinned.get('/')).text, /home of 1\.9\.0/);
});

test('a pinned host refuses another version from a link, a command and the disk', async () => {
  await using links = await serveVersions(['v1', 'v2']);
  await using folder = await makeFolder();
  await (await startTestHost(folder.path, from(`${links.origin}/v2`))).stop();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { version: 'v1' }));
  assert.match((await host.get('/')).text, /home of v1/);
  await assert.rejects(host.reload(`${links.origin}/v2`), { code: 'version-mismatch' });
  await assert.rejects(host.activate('v2'), { code: 'version-mismatch' });
  assert.match((await host.get('/')).text, /home of v1/);
});

test('an air-gapped host refuses a bundle of another kind from a link, a command and the disk', async () => {
  const bundles = {
    '/cloud': await makeBundle({ version: 'v1', deploymentKind: 'cloud', files: makeSite('v1') }),
    '/air-gapped': await makeBundle({ version: 'v2', deploymentKind: 'air-gapped', files: makeSite('v2') }),
  } as Record<string, Buffer>;
  await using links = await serve((request, response) => response.end(bundles[request.url ?? '']));
  await using folder = await makeFolder();
  const connected = await startTestHost(folder.path, from(`${links.origin}/cloud`));
  assert.match((await connected.get('/')).text, /home of v1/);
  await connected.stop();
  const airGapped = { ...from(`${links.origin}/cloud`), deploymentKind: 'air-gapped' };
  await using host = await startTestHost(folder.path, airGapped);
  assert.equal((await host.get('/')).status, 503);
  const refusal = { code: 'kind-mismatch', message: /built for a cloud deployment.*export it again/ };
  await assert.rejects(host.reload(`${links.origin}/cloud`), refusal);
  await assert.rejects(host.activate('v1'), refusal);
  await host.reload(`${links.origin}/air-gapped`);
  assert.match((await host.get('/')).text, /home of v2/);
});

test('a host whose pinned version doesn’t exist is not ready, and serves no other version', async () => {
  await using links = await serveVersions(['v1']);
  await using folder = await makeFolder();
  await (await startTestHost(folder.path, from(`${links.origin}/v1`))).stop();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { version: 'v9' }));
  assert.equal((await host.get('/readyz')).status, 503);
  assert.equal((await host.get('/')).status, 503);
});

test('a version on disk with the pinned sha256 is not fetched again', async () => {
  await using links = await serveVersions(['v1']);
  await using folder = await makeFolder();
  const sha256 = createHash('sha256')
    .update(links.bundles.get('/v1') ?? '')
    .digest('hex');
  await (await startTestHost(folder.path, from(`${links.origin}/v1`, { sha256 }))).stop();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { sha256 }));
  assert.equal(host.isReady(), true);
  assert.equal(links.requests.length, 1);
});

test('after a key is set, only signed versions are served, including those on disk', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' });
  const unsigned = await makeBundle({ version: 'v1', files: makeSite('v1') });
  const signed = await makeBundle({ version: 'v2', files: makeSite('v2'), privateKey });
  await using links = await serve((request, response) => response.end(request.url === '/v2' ? signed : unsigned));
  await using folder = await makeFolder();
  await (await startTestHost(folder.path, from(`${links.origin}/v1`))).stop();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { publicKey: key }));
  assert.equal((await host.get('/')).status, 503);
  await assert.rejects(host.reload(`${links.origin}/v1`), { code: 'signature-missing' });
  await host.reload(`${links.origin}/v2`);
  assert.match((await host.get('/')).text, /home of v2/);
});

test('at most keepVersions versions stay on disk', async () => {
  const labels = ['v1', 'v2', 'v3', 'v4', 'v5'];
  await using links = await serveVersions(labels);
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { keepVersions: 2 }));
  for (const label of labels.slice(1)) await host.reload(`${links.origin}/${label}`);
  assert.deepEqual(
    (await host.versions()).map(({ version }) => version),
    ['v5', 'v4'],
  );
  assert.equal((await readdir(join(folder.path, 'sites/default/versions'))).length, 2);
  assert.deepEqual(await readdir(join(folder.path, 'sites/default/staging')), []);
});

test('a hashed asset of the previous version is still served to open pages, but its pages are not', async () => {
  const asset = (version: string, hash: string) => ({
    ...makeSite(version),
    [`_docwright/app.${hash}.js`]: `// ${version}`,
  });
  const one = await makeBundle({ version: 'v1', files: { ...asset('v1', '0a0a0a0a'), 'gone.html': 'gone' } });
  const two = await makeBundle({ version: 'v2', files: asset('v2', '0b0b0b0b') });
  await using links = await serve((request, response) => response.end(request.url === '/v1' ? one : two));
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`));
  await host.reload(`${links.origin}/v2`);
  assert.equal((await host.get('/_docwright/app.0a0a0a0a.js')).text, '// v1');
  assert.equal((await host.get('/_docwright/app.0b0b0b0b.js')).text, '// v2');
  assert.equal((await host.get('/gone')).status, 404);
  await host.stop();
  await using restarted = await startTestHost(folder.path);
  await restarted.versions();
  assert.equal((await restarted.get('/_docwright/app.0a0a0a0a.js')).text, '// v1');
});

test('two processes that share a folder apply each other’s activations', async () => {
  await using links = await serveVersions(['v1', 'v2']);
  await using folder = await makeFolder();
  await using first = await startTestHost(folder.path, from(`${links.origin}/v1`));
  await using second = await startTestHost(folder.path);
  assert.match((await second.get('/')).text, /home of v1/);
  await first.reload(`${links.origin}/v2`);
  await second.follow();
  assert.match((await second.get('/')).text, /home of v2/);
  const control = controlVersions(parseHostSettings({ dataDir: folder.path }), Date.now);
  assert.equal((await control.rollback()).version, 'v1');
  await Promise.all([first.follow(), second.follow()]);
  for (const host of [first, second]) assert.match((await host.get('/')).text, /home of v1/);
});

test('ten processes that start at the same time with one empty folder all serve the version', async () => {
  await using links = await serveVersions(['v1']);
  await using folder = await makeFolder();
  const hosts = await Promise.all(
    Array.from({ length: 10 }, () => startTestHost(folder.path, from(`${links.origin}/v1`))),
  );
  for (const host of hosts) assert.match((await host.get('/guides/page-1')).text, /page-1 of v1/);
  assert.equal((await readdir(join(folder.path, 'sites/default/versions'))).length, 1);
  for (const host of hosts) await host.stop();
});

test('every hostile archive is refused with its error, and the old version is still served', async () => {
  await using links = await serveVersions(['v1']);
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, from(`${links.origin}/v1`, { maxFiles: 1000 }));
  for (const { name, expected, bytes } of hostileArchives()) {
    links.bundles.set('/evil', bytes);
    const named = expected === 'archive-too-many-entries' ? { message: /STATIC_EXPORT_MAX_FILES\) = 1000/ } : {};
    await assert.rejects(host.reload(`${links.origin}/evil`), { code: expected, ...named }, name);
    assert.match((await host.get('/')).text, /home of v1/, name);
    assert.deepEqual(await readdir(join(folder.path, 'sites/default/staging')), [], name);
  }
  assert.equal((await readdir(join(folder.path, 'sites/default/versions'))).length, 1);
});

test('polling fetches the latest export of the domain, once', async () => {
  await using links = await serveVersions(['v1', 'v2']);
  let latest = 'v1';
  const keys = new Set<string | undefined>();
  await using api = await serve((request, response) => {
    keys.add(request.headers.authorization);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET')
      response.end(JSON.stringify({ jobs: [{ jobId: `se_${latest}`, status: 'completed' }], nextCursor: null }));
    else response.end(JSON.stringify({ jobId: `se_${latest}`, bundleUrl: `${links.origin}/${latest}` }));
  });
  await using folder = await makeFolder();
  const poll = {
    pollSeconds: 1,
    apiUrl: api.origin,
    apiKey: 'dw_key',
    domain: 'docs.example',
    allowedPrivateHosts: ['127.0.0.1'],
  };
  await using host = await startTestHost(folder.path, { staticExport: poll });
  await waitFor(async () => (await host.get('/')).text.includes('home of v1'));
  latest = 'v2';
  await waitFor(async () => (await host.get('/')).text.includes('home of v2'));
  await host.rollback();
  const asked = api.requests.length;
  await waitFor(() => Promise.resolve(api.requests.length > asked + 1));
  assert.match((await host.get('/')).text, /home of v1/, 'a rollback holds until another export arrives');
  assert.deepEqual([...keys], ['Bearer dw_key']);
  assert.equal(api.requests.filter((line) => line.startsWith('POST')).length, 2);
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + hangLimitMs;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'nothing happened within 15 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
