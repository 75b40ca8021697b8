import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, startTestHost } from '../testing/start-test-host.ts';

const bundle = await makeBundle({ version: 'v2', files: makeSite('v2') });
const first = await makeBundle({ version: 'v1', files: makeSite('v1') });

const faults: Record<
  string,
  { readonly code: string; readonly answer: (response: ServerResponse) => void; readonly settings?: object }
> = {
  'an expired link': { code: 'link-expired', answer: (response) => response.writeHead(403).end('expired') },
  'a missing bundle': { code: 'link-refused', answer: (response) => response.writeHead(404).end() },
  'a storage error': { code: 'link-refused', answer: (response) => response.writeHead(503).end() },
  'an error page with status 200': {
    code: 'archive-not-gzip',
    answer: (response) => response.end('<html>sign in</html>'),
  },
  'a body shorter than declared': {
    code: 'link-unreachable',
    answer: (response) => {
      response.writeHead(200, { 'content-length': bundle.length + 100 });
      response.write(bundle);
      setImmediate(() => response.destroy());
    },
  },
  'a connection that is interrupted in the middle': {
    code: 'link-unreachable',
    answer: (response) => {
      response.write(bundle.subarray(0, 500));
      setImmediate(() => response.destroy());
    },
  },
  'a complete response with half of a bundle': {
    code: 'archive-truncated',
    answer: (response) => response.end(bundle.subarray(0, bundle.length / 2)),
  },
  'a download that stalls': {
    code: 'link-timeout',
    answer: (response) => void response.write(bundle.subarray(0, 500)),
    settings: { idleTimeoutSeconds: 1 },
  },
  'a server that never responds': {
    code: 'link-timeout',
    answer: () => undefined,
    settings: { idleTimeoutSeconds: 1 },
  },
  'a download that is slow for too long': {
    code: 'link-timeout',
    answer: (response) => {
      const drip = (at: number): void => {
        response.write(bundle.subarray(at, at + 1));
        setTimeout(() => drip(at + 1), 50).unref();
      };
      drip(0);
    },
    settings: { downloadTimeoutSeconds: 1 },
  },
  'a declared size over the limit': {
    code: 'archive-too-large',
    answer: (response) => response.writeHead(200, { 'content-length': 5_000_000 }).flushHeaders(),
    settings: { maxBundleBytes: 100_000 },
  },
  'a body over the limit whose size was not declared': {
    code: 'archive-too-large',
    answer: (response) => response.end(Buffer.concat([bundle, Buffer.alloc(200_000, 1)])),
    settings: { maxBundleBytes: bundle.length - 1 },
  },
  'a redirect to a private address': {
    code: 'link-address',
    answer: (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  },
  'a redirect to loopback by another name': {
    code: 'link-address',
    answer: (response) => response.writeHead(302, { location: 'http://localhost:9/' }).end(),
  },
  'a redirect to loopback as IPv6': {
    code: 'link-address',
    answer: (response) => response.writeHead(302, { location: 'http://[::127.0.0.1]/' }).end(),
  },
  'a redirect to loopback as a number': {
    code: 'link-address',
    answer: (response) => response.writeHead(302, { location: 'http://2130706433:9/' }).end(),
  },
  'a redirect to another scheme': {
    code: 'link-invalid',
    answer: (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  },
  'a redirect that never ends': {
    code: 'link-invalid',
    answer: (response) => response.writeHead(302, { location: '/again' }).end(),
  },
};

for (const [name, { code, answer, settings }] of Object.entries(faults)) {
  test(`${name} causes ${code}, and the version on disk is served`, async () => {
    await using good = await serve((_request, response) => response.end(first));
    await using bad = await serve((_request, response) => answer(response));
    await using folder = await makeFolder();
    await using host = await startTestHost(folder.path, {
      staticExport: { enabled: true, bundleUrl: good.origin, ...settings },
    });
    await assert.rejects(host.reload(bad.origin), { code });
    assert.match((await host.get('/')).text, /home of v1/);
    assert.deepEqual(await readdir(join(folder.path, 'sites/default/staging')), []);
  });
}

test('a link may redirect on its own host', async () => {
  await using link = await serve((request, response) => {
    if (request.url === '/start') response.writeHead(307, { location: '/bundle' }).end();
    else response.end(bundle);
  });
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: `${link.origin}/start` },
  });
  assert.match((await host.get('/')).text, /home of v2/);
});

test('a link to a private address other than loopback is refused without an allow-list, as is an invalid link', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { staticExport: { idleTimeoutSeconds: 1 } });
  for (const url of [
    'http://10.0.0.1/b',
    'http://192.168.1.1/b',
    'http://169.254.169.254/b',
    'http://[fd00::1]/b',
    'http://0.0.0.0/b',
    'http://[::ffff:10.0.0.1]/b',
  ]) {
    await assert.rejects(host.reload(url), { code: 'link-address' }, url);
  }
  for (const url of ['ftp://example.com/b', 'http://user:pass@127.0.0.1/b', 'not a url']) {
    await assert.rejects(host.reload(url), { code: 'link-invalid' }, url);
  }
});
