import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandBraces } from './expand-braces.ts';

test('braces become one glob for each alternative, even if nested or with slashes', () => {
  assert.deepEqual(expandBraces('src/**/*.ts'), ['src/**/*.ts']);
  assert.deepEqual(expandBraces('*.{ts,tsx}'), ['*.ts', '*.tsx']);
  assert.deepEqual(expandBraces('{src/{a,b},lib}/*'), ['src/a/*', 'lib/*', 'src/b/*']);
  assert.deepEqual(expandBraces('a{b}c'), ['a{b}c']);
});

test('a glob with too many alternatives matches all files', () => {
  assert.deepEqual(expandBraces('{a,b}'.repeat(40)), ['**']);
});
