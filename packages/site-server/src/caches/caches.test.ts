import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BodyCache } from './body-cache.ts';
import { DiskCache } from './disk-cache.ts';
import { FairLru } from './fair-lru.ts';

test('the least recently used entry is removed first', () => {
  const lru = new FairLru<number>(3);
  for (const key of ['a', 'b', 'c']) lru.keep(key, 1, { bytes: 1, owner: 'one' });
  lru.find('a');
  lru.keep('d', 1, { bytes: 1, owner: 'one' });
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter((key) => lru.find(key) !== undefined),
    ['a', 'c', 'd'],
  );
});

test('a busy site takes no space from a site that uses less than its share', () => {
  const cache = new BodyCache(64_000);
  const body = Buffer.alloc(1000);
  for (let index = 0; index < 20; index += 1) cache.keep(`quiet-${index}`, body, 'quiet');
  for (let index = 0; index < 10_000; index += 1) cache.keep(`hot-${index}`, body, 'hot');
  for (let index = 0; index < 20; index += 1) assert.ok(cache.find(`quiet-${index}`), `quiet-${index}`);
  assert.ok(cache.sizeBytes <= 64_000);
  for (let index = 0; index < 20; index += 1) cache.keep(`new-${index}`, body, 'new');
  for (let index = 0; index < 20; index += 1) assert.ok(cache.find(`quiet-${index}`), `quiet-${index}`);
  assert.ok(cache.find('new-0'));
});

async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'docwright-cache-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const open = (folder: string, maxBytes = 10_000): Promise<DiskCache> =>
  DiskCache.open({ folder, maxBytes, nowMs: () => 0 });

/** Counts how often a cache calls `load`. */
function loader(content: string) {
  const loads = { count: 0, load: async () => Buffer.from(content) };
  return { loads, load: () => ((loads.count += 1), loads.load()) };
}

test('content that was read once is served from the disk, even after a restart', async () => {
  await using folder = await makeFolder();
  const { loads, load } = loader('content');
  const first = await open(folder.path);
  assert.equal((await first.read('key', 'one', load)).toString(), 'content');
  await first.settle();
  for (const cache of [first, await open(folder.path)])
    assert.equal((await cache.read('key', 'one', load)).toString(), 'content');
  assert.equal(loads.count, 1);
});

test('a file that was changed, truncated, swapped or deleted on the disk is loaded again', async () => {
  await using folder = await makeFolder();
  const cache = await open(folder.path);
  const { loads, load } = loader('content');
  await cache.read('key', 'one', load);
  await cache.settle();
  const [name = ''] = await readdir(folder.path);
  const path = join(folder.path, name);
  const good = await readFile(path);
  await cache.read('other', 'one', async () => Buffer.from('another'));
  await cache.settle();
  const [other = ''] = (await readdir(folder.path)).filter((entry) => entry !== name);
  const swapped = await readFile(join(folder.path, other));
  const faults = [
    () =>
      writeFile(
        path,
        good.map((byte) => byte ^ 1),
      ),
    () => truncate(path, 33),
    () => writeFile(path, swapped),
    () => rm(path),
  ];
  for (const [round, fault] of faults.entries()) {
    await fault();
    assert.equal((await cache.read('key', 'one', load)).toString(), 'content');
    assert.equal(loads.count, round + 2);
    await cache.settle();
  }
});

test('files left incomplete by a crash are removed at the next start', async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, `${'a'.repeat(40)}.0123456789ab`), 'half');
  await open(folder.path);
  assert.deepEqual(await readdir(folder.path), []);
});

test('the folder stays within its limit, even after a restart with a lower limit', async () => {
  await using folder = await makeFolder();
  let now = 0;
  const options = { folder: folder.path, maxBytes: 10_000, nowMs: () => now };
  const cache = await DiskCache.open(options);
  for (let index = 0; index < 50; index += 1) {
    now += 1000;
    await cache.read(`key-${index}`, `site-${index % 3}`, async () => Buffer.alloc(968, index));
    await cache.settle();
    assert.ok(cache.sizeBytes <= 10_000);
  }
  assert.equal((await readdir(folder.path)).length, 10);
  const again = await DiskCache.open({ ...options, maxBytes: 1000 });
  await again.settle();
  assert.equal((await readdir(folder.path)).length, 1);
});

test('a failed read fails for all its waiters, and the next request retries it', async () => {
  await using folder = await makeFolder();
  const cache = await open(folder.path);
  const { loads, load } = loader('content');
  loads.load = () => Promise.reject(new Error('the store is unavailable'));
  const waiting = await Promise.allSettled([cache.read('key', 'one', load), cache.read('key', 'one', load)]);
  assert.deepEqual([waiting.map(({ status }) => status), loads.count], [['rejected', 'rejected'], 1]);
  loads.load = async () => Buffer.from('content');
  assert.equal((await cache.read('key', 'one', load)).toString(), 'content');
  await cache.settle();
});

test('reads succeed without the cache if its folder was deleted', async () => {
  const folder = await makeFolder();
  const cache = await open(folder.path);
  await folder[Symbol.asyncDispose]();
  const { loads, load } = loader('content');
  for (const round of [1, 2]) {
    assert.equal((await cache.read('key', 'one', load)).toString(), 'content');
    await cache.settle();
    assert.equal(loads.count, round);
  }
});
