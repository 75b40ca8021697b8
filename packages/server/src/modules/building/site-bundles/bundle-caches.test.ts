import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { BundleCache, createBundleWriter, featuresByKind } from '@docwright/bundle';
import { createBundleCaches } from './bundle-caches.ts';

async function filled(bytes: number): Promise<BundleCache> {
  const cache = new BundleCache();
  const writer = createBundleWriter({ output: async () => undefined, cache });
  await writer.add({ path: 'a.png', bytes: randomBytes(bytes) });
  const createdFrom = { repository: '', branch: '', directory: '', domain: '' };
  const features = featuresByKind({});
  await writer.finish({
    generator: 't',
    deploymentKind: 'cloud',
    version: '1',
    commit: '',
    createdFrom,
    basePath: '',
    features,
    redirects: [],
  });
  return cache;
}

test('a project gets the cache from its last export, and another project doesn’t', async () => {
  const caches = createBundleCaches();
  const cache = await filled(10);
  caches.keep('a', cache);
  assert.equal(caches.take('a'), cache);
  assert.equal(caches.take('b').archive, undefined);
});

test('a cached project is announced unless its cache is too large to keep', async () => {
  const kept: string[] = [];
  const caches = createBundleCaches({ maxBytes: 25_000, onKept: (projectId) => void kept.push(projectId) });
  caches.keep('a', await filled(10));
  caches.keep('b', await filled(30_000));
  assert.deepEqual(kept, ['a']);
});

test('the least recently exported project is evicted first', async () => {
  const caches = createBundleCaches({ maxBytes: 25_000 });
  for (const project of ['a', 'b', 'a', 'c']) caches.keep(project, await filled(10_000));
  assert.equal(caches.take('b').archive, undefined);
  assert.ok(caches.take('a').archive && caches.take('c').archive);
  caches.keep('d', await filled(30_000));
  for (const project of ['a', 'c', 'd']) assert.equal(caches.take(project).archive, undefined);
});
