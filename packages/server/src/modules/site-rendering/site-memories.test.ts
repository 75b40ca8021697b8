import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSiteMemories } from './site-memories.ts';

const bytes = (size: number, fill = 0): Uint8Array => new Uint8Array(size).fill(fill);

test('a site is given its own memory and no other', () => {
  const memories = createSiteMemories();
  memories.keep('a', bytes(3, 1));
  assert.deepEqual(memories.find('a'), bytes(3, 1));
  assert.equal(memories.find('b'), undefined);
  memories.keep('a', bytes(2, 2));
  assert.deepEqual(memories.find('a'), bytes(2, 2));
});

test('the site that was asked for longest ago is forgotten first, and none takes more than a quarter', () => {
  const memories = createSiteMemories(100);
  for (const site of ['a', 'b', 'c', 'd']) memories.keep(site, bytes(25));
  memories.find('a');
  memories.keep('e', bytes(25));
  assert.equal(memories.find('b'), undefined);
  assert.ok(memories.find('a') && memories.find('e'));
  memories.keep('a', bytes(26));
  assert.equal(memories.find('a'), undefined);
});
