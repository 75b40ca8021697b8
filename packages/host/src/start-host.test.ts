import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, send, startTestHost } from './testing/start-test-host.ts';

test('a host serves the site from a link', async () => {
  const bundle = await makeBundle({ files: makeSite('v1') });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: `${link.origin}/b.tar.gz?sig=secret` },
  });
  assert.equal(host.isReady(), true);
  assert.match((await host.get('/guides/page-1')).text, /page-1 of v1/);
  assert.equal((await host.get('/nothing')).status, 404);
  assert.equal((await host.get('/readyz')).status, 200);
  assert.equal(JSON.stringify(host.logLines).includes('secret'), false);
});

test('a host without a link and versions is healthy but not ready', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path);
  assert.equal((await host.get('/healthz')).status, 200);
  assert.equal((await host.get('/readyz')).status, 503);
  assert.equal((await host.get('/')).status, 503);
});

test('a restart with an expired link serves the version on disk, as the log, health and metrics report', async () => {
  const bundle = await makeBundle({ files: makeSite('v1') });
  let isExpired = false;
  await using link = await serve((_request, response) => {
    if (isExpired) response.writeHead(403).end('<Error>AccessDenied</Error>');
    else response.end(bundle);
  });
  await using folder = await makeFolder();
  const settings = { adminPort: 0, staticExport: { enabled: true, bundleUrl: `${link.origin}/b` } };
  await (await startTestHost(folder.path, settings)).stop();
  isExpired = true;
  await using host = await startTestHost(folder.path, settings);
  assert.match((await host.get('/')).text, /home of v1/);
  const ready = await send(host.adminAddress, '/readyz');
  assert.equal(ready.status, 200);
  const [site] = JSON.parse(ready.text).sites;
  assert.equal(site.servingFromDisk, true);
  assert.equal(site.lastUpdate.outcome, 'link-expired');
  assert.match(
    (await send(host.adminAddress, '/metrics')).text,
    /docwright_host_serving_from_disk\{site="default"\} 1/,
  );
  assert.ok(host.logLines.some(({ level, message }) => level === 'warn' && message.includes('403')));
  await assert.rejects(send('http://127.0.0.1:1', '/'));
});
