import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { BundleMemory, createBundleWriter, featuresByKind } from '@docwright/bundle';
import { createBundleCaches } from './bundle-caches.ts';

async function filled(bytes: number): Promise<BundleMemory> {
  const memory = new BundleMemory();
  const writer = createBundleWriter({ output: async () => undefined, memory });
  await writer.add({ path: 'a.png', bytes: randomBytes(bytes) });
  const createdFrom = { repository: '', branch: '', directory: '', domain: '' };
  const features = featuresByKind({});
  await writer.finish({ generator: 't', version: '1', commit: '', createdFrom, basePath: '', features, redirects: [] });
  return memory;
}

test('a project gets what its own export left and nothing of another', async () => {
  const memories = createBundleCaches();
  const memory = await filled(10);
  memories.keep('a', memory);
  assert.equal(memories.take('a'), memory);
  assert.equal(memories.take('b').archive, undefined);
});

test('the project that was exported longest ago is forgotten first', async () => {
  const memories = createBundleCaches(25_000);
  for (const project of ['a', 'b', 'a', 'c']) memories.keep(project, await filled(10_000));
  assert.equal(memories.take('b').archive, undefined);
  assert.ok(memories.take('a').archive && memories.take('c').archive);
  memories.keep('d', await filled(30_000));
  for (const project of ['a', 'c', 'd']) assert.equal(memories.take(project).archive, undefined);
});
