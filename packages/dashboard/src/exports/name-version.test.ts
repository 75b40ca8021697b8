import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameVersion } from './name-version.ts';

test('a version is named by its label, or by the first digits of its commit', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  assert.equal(nameVersion({ version: '2026-11', commit }), '2026-11');
  assert.equal(nameVersion({ version: commit, commit }), '0123456789ab');
  assert.equal(nameVersion({ version: null, commit: null }), undefined);
  assert.equal(nameVersion({ version: 'x'.repeat(60), commit })?.length, 40);
});
