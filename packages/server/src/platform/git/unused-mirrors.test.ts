import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { withFileLock } from './lock.ts';
import { createMirrorStore } from './mirror-store.ts';
import type { MirrorBounds, MirrorStore } from './mirror.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

const dayMs = 86_400_000;
const roomy: MirrorBounds = { maxBytes: 1_000_000_000, days: 30 };

describe('unused mirrors', () => {
  let repository: TestRepository;
  let root: string;
  let store: MirrorStore;
  let now = Date.now();
  const open = (id: string) => store.open({ id, url: repository.url });
  const idsOf = (mirrors: readonly { readonly id: string }[]) => mirrors.map(({ id }) => id);
  const remove = async (bounds: MirrorBounds) => idsOf(await store.removeUnused(bounds));
  const isThere = (id: string): boolean => existsSync(join(root, `${id}.git`));

  beforeEach(() => {
    repository = makeTestRepository();
    root = join(repository.folder, 'mirrors');
    now = Date.now();
    store = createMirrorStore({ root, settings: repository.settings, now: () => now });
    repository.commit({ 'index.mdx': '# Hi', 'picture.bin': randomBytes(200_000) });
  });
  afterEach(() => repository.remove());

  test('are removed after the configured number of days, and the next fetch recreates them', async () => {
    const mirror = open('docs');
    await mirror.fetch();
    now += 30 * dayMs;
    assert.deepEqual(await remove(roomy), []);
    now += 1_000;
    assert.deepEqual(idsOf(await store.listUnused(roomy)), ['docs']);
    assert.ok(isThere('docs'), 'listing removes nothing');
    const [gone] = await store.removeUnused(roomy);
    assert.ok(gone !== undefined && gone.bytes > 200_000);
    assert.ok(!isThere('docs') && !existsSync(join(root, 'docs.gone')));
    const { branches } = await mirror.fetch();
    const commit = branches.get('main') ?? '';
    assert.equal((await mirror.readFile(commit, 'index.mdx'))?.toString(), '# Hi');
    assert.deepEqual(await remove(roomy), []);
  });

  test('are removed if mirrors need too much space: least recently used first, and only as many as necessary', async () => {
    for (const id of ['first', 'second', 'third']) {
      await open(id).fetch();
      now += dayMs;
    }
    const each = (await store.listUnused({ maxBytes: 0, days: 30 }))[0]?.bytes ?? 0;
    assert.ok(each > 200_000);
    assert.deepEqual(await remove({ maxBytes: 3.5 * each, days: 30 }), []);
    assert.deepEqual(await remove({ maxBytes: 2.5 * each, days: 30 }), ['first']);
    assert.deepEqual(await remove({ maxBytes: 0, days: 30 }), ['second', 'third']);
  });

  test('don’t include mirrors that were read, or fetched without new commits', async () => {
    const read = open('read');
    const commit = (await read.fetch()).branches.get('main') ?? '';
    await open('fetched').fetch();
    await open('idle').fetch();
    now += 20 * dayMs;
    await open('fetched').fetch();
    await read.readFile(commit, 'index.mdx');
    await read.listFiles(commit, '');
    now += 20 * dayMs;
    assert.deepEqual(await remove(roomy), ['idle']);
  });

  test('are not removed within an hour of their last use, even if they exceed the limits', async () => {
    await open('docs').fetch();
    now += 3_599_000;
    assert.deepEqual(await remove({ maxBytes: 0, days: 0 }), []);
    now += 2_000;
    assert.deepEqual(await remove({ maxBytes: 0, days: 0 }), ['docs']);
  });

  test('are not removed while their fetch lock is taken', async () => {
    await open('docs').fetch();
    now += 40 * dayMs;
    await withFileLock(join(root, 'docs.lock'), { timeoutMs: 1_000 }, async () => {
      assert.deepEqual(await remove(roomy), []);
    });
    assert.deepEqual(await remove(roomy), ['docs']);
  });

  test('have the commit after a fetch that runs concurrently with their removal', async () => {
    const mirror = open('docs');
    await mirror.fetch();
    for (let round = 0; round < 10; round += 1) {
      now += 40 * dayMs;
      const [fetched] = await Promise.all([mirror.fetch(), remove(roomy), remove(roomy)]);
      const commit = fetched.branches.get('main') ?? '';
      assert.equal((await mirror.readFile(commit, 'index.mdx'))?.toString(), '# Hi');
    }
  });

  test('whose removal was interrupted are deleted in the next round', async () => {
    await open('docs').fetch();
    mkdirSync(join(root, 'docs.gone/objects'), { recursive: true });
    now += 40 * dayMs;
    assert.deepEqual(await remove(roomy), ['docs']);
    assert.ok(!existsSync(join(root, 'docs.gone')));
  });

  test('are an empty list if the folder for mirrors is missing', async () => {
    assert.deepEqual(await remove(roomy), []);
    assert.ok(statSync(repository.folder).isDirectory());
  });
});
