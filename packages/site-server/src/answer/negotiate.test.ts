import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncodings } from './negotiate.ts';

for (const [header, accepted] of [
  [undefined, []],
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip, deflate', ['gzip']],
  ['GZIP;q=0.2', ['gzip']],
  ['br', ['br']],
  ['*', ['br', 'gzip']],
  ['*;q=0, gzip', ['gzip']],
  ['gzip;q=0, br;q=0.0', []],
  ['gzip;q=0, *', ['br']],
  ['identity', []],
  ['brotli, xgzip', []],
] as const)
  test(`Accept-Encoding ${header} selects ${accepted.join(', ') || 'the file as it is'}`, () => {
    assert.deepEqual(acceptedEncodings(header), accepted);
  });
