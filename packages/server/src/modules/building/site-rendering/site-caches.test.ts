import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSiteCaches } from './site-caches.ts';

const bytes = (size: number, fill = 0): Uint8Array => new Uint8Array(size).fill(fill);

test('a site gets its own latest cache, and another site doesn’t', () => {
  const caches = createSiteCaches();
  caches.keep('a', bytes(3, 1));
  assert.deepEqual(caches.find('a'), bytes(3, 1));
  assert.equal(caches.find('b'), undefined);
  caches.keep('a', bytes(2, 2));
  assert.deepEqual(caches.find('a'), bytes(2, 2));
});

test('the least recently used site is dropped first, and a cache larger than half of the space isn’t kept', () => {
  const caches = createSiteCaches(100);
  for (const site of ['a', 'b', 'c', 'd']) caches.keep(site, bytes(25));
  caches.find('a');
  caches.keep('e', bytes(25));
  assert.equal(caches.find('b'), undefined);
  assert.ok(caches.find('a') && caches.find('e'));
  caches.keep('a', bytes(50));
  assert.ok(caches.find('a'));
  caches.keep('a', bytes(51));
  assert.equal(caches.find('a'), undefined);
});
