import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKey, hashKey, isWellFormedKey, visibleParts } from './key-format.ts';

test('a key is well-formed and unique', () => {
  const keys = new Set(Array.from({ length: 500 }, () => generateKey()));
  assert.equal(keys.size, 500);
  for (const key of keys) assert.equal(isWellFormedKey(key), true, key);
});

test('a key with one mistyped character is refused by its checksum', () => {
  const key = generateKey();
  for (let place = 3; place < key.length; place += 1) {
    const other = key[place] === 'a' ? 'b' : 'a';
    const mistyped = key.slice(0, place) + other + key.slice(place + 1);
    assert.equal(isWellFormedKey(mistyped), false, mistyped);
  }
});

test('text without the format of a key is refused', () => {
  const key = generateKey();
  for (const text of [
    '',
    'dw_',
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    `${key}\u0000`,
    key.replace('dw_', 'DW_'),
    key.toLowerCase() === key ? '' : key.toLowerCase(),
    `${key.slice(0, 10)}é${key.slice(11)}`,
    'dw_'.repeat(10_000),
  ]) {
    assert.equal(isWellFormedKey(text), false, JSON.stringify(text.slice(0, 60)));
  }
});

test('a key is stored as a digest, and shown with eight of its random characters', () => {
  const key = generateKey((size) => new Uint8Array(size).fill(7));
  assert.deepEqual(visibleParts(key), { prefix: key.slice(0, 7), lastFour: key.slice(-4) });
  assert.equal(hashKey(key).length, 32);
  assert.notDeepEqual(hashKey(key), hashKey(generateKey()));
});
