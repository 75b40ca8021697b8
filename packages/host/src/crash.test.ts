import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sampleRows } from '../../../scripts/sample-rows.ts';
import { addressOf } from './testing/address-of.ts';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const chunks = Array.from({ length: 15 }, (_, index) => `chunk ${index + 1}`);
const points = sampleRows(['staging-made', ...chunks, 'read', 'synced', 'renamed', 'activated'], {
  name: 'crashes',
  most: 2,
  always: (point) => point === 'renamed' || point === 'activated',
});

async function crashAt(point: string, folder: string, url: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/crash-child.ts'), folder, url, point], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Loading the program takes most of the startup time; later child processes use the compile cache.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, '..', 'compile-cache') },
  });
  const [, signal]: [number | null, NodeJS.Signals | null] = (await once(child, 'exit')) as never;
  return signal;
}

test(`after kill -9 at ${points.length} points of download, unpacking and activation, the next start serves the whole old or new version`, async () => {
  // At least 20 chunks, because a socket delivers at most 64 KiB at a time.
  const noise = randomBytes(2_000_000);
  const sites = { v1: makeSite('v1'), v2: { ...makeSite('v2'), 'noise.bin': noise } };
  const [one, two] = await Promise.all([
    makeBundle({ version: 'v1', files: sites.v1 }),
    makeBundle({ version: 'v2', files: sites.v2 }),
  ]);
  await using links = await serve((request, response) => {
    if (request.url === '/expired') response.writeHead(403).end();
    else response.end(request.url === '/v1' ? one : two);
  });
  await using folder = await makeFolder();
  const start = join(folder.path, 'start');
  await (await startTestHost(start, { staticExport: { enabled: true, bundleUrl: `${links.origin}/v1` } })).stop();
  const served = { v1: 0, v2: 0 };
  const check = async (point: string): Promise<void> => {
    const data = join(folder.path, `crash-${point.replace(' ', '-')}`);
    await cp(start, data, { recursive: true });
    assert.equal(await crashAt(point, data, `${links.origin}/v2`), 'SIGKILL', point);
    await using host = await startTestHost(data, {
      staticExport: { enabled: true, bundleUrl: `${links.origin}/expired` },
    });
    const label = JSON.parse((await host.get('/readyz')).text).sites[0].version as 'v1' | 'v2';
    served[label] += 1;
    for (const [path, content] of Object.entries(sites[label])) {
      assert.deepEqual((await host.get(addressOf(path))).body, Buffer.from(content), `${point}: ${path} of ${label}`);
    }
    assert.deepEqual(
      await readdir(join(data, 'sites/default/staging')).catch(() => []),
      [],
      `${point} left something behind`,
    );
  };
  // Four run concurrently, because starting processes takes most of the time.
  for (let at = 0; at < points.length; at += 4) await Promise.all(points.slice(at, at + 4).map(check));
  // Only a renamed folder can be the new version, and only the version in the journal is active.
  assert.deepEqual(served, { v1: points.length - 1, v2: 1 });
});
