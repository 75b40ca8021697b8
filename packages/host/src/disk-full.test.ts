import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { mount, noSmallDisk, unmount } from './testing/small-disk.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

test(
  'on a full disk, an update fails with storage-full, keeps the old version, and leaves no staged files behind',
  { skip: noSmallDisk },
  async () => {
    const one = await makeBundle({ version: 'v1', files: makeSite('v1') });
    const two = await makeBundle({ version: 'v2', files: { ...makeSite('v2'), 'noise.bin': randomBytes(400_000) } });
    await using links = await serve((request, response) => response.end(request.url === '/v1' ? one : two));
    await using folder = await makeFolder();
    const outcomes = new Map<string, number>();
    // The first version takes about 60 kB, and the second 850 kB more: the sizes range from one that fails at the first
    // byte to one that fits.
    for (const kilobytes of [128, 160, 224, 288, 352, 416, 480, 544, 608, 672, 736, 800, 864, 896, 928, 2048]) {
      const data = join(folder.path, String(kilobytes));
      await mkdir(data);
      assert.ok(mount(data, kilobytes));
      try {
        await using host = await startTestHost(data, {
          staticExport: { enabled: true, bundleUrl: `${links.origin}/v1` },
        });
        const outcome = await host.reload(`${links.origin}/v2`).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        assert.match((await host.get('/')).text, outcome === 'ok' ? /home of v2/ : /home of v1/, `${kilobytes} kB`);
        assert.deepEqual(await readdir(join(data, 'sites/default/staging')), [], `${kilobytes} kB`);
      } finally {
        unmount(data);
      }
    }
    assert.deepEqual([...outcomes.keys()].sort(), ['ok', 'storage-full']);
    assert.ok((outcomes.get('storage-full') ?? 0) >= 10, JSON.stringify([...outcomes]));
  },
);
