import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKey, type Key } from './shortcuts.ts';

const press = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  hasModifier: false,
  isTaken: false,
  ...more,
});

test('a single key does nothing while the user types, holds a modifier, or has turned off single keys', () => {
  for (const key of ['?', 'n', '/', 'g']) {
    assert.equal(readKey(press(key, { isTaken: true }), false, true), undefined, key);
    assert.equal(readKey(press(key, { hasModifier: true }), false, true), undefined, key);
    assert.equal(readKey(press(key), false, false), undefined, key);
    assert.notEqual(readKey(press(key), false, true), undefined, key);
  }
});

test('g and its key open a page, but the key alone doesn’t', () => {
  assert.deepEqual(readKey(press('p'), true, true), { does: 'go', to: '/projects' });
  assert.equal(readKey(press('p'), false, true), undefined);
  assert.equal(readKey(press('constructor'), true, true), undefined);
});
