import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStorableJson, toStorableText } from './storable-text.ts';

test('NUL and unpaired surrogates become U+FFFD, and all other text is unchanged', () => {
  assert.equal(toStorableText('a\0b\ud800c\udfff😀'), 'a\ufffdb\ufffdc\ufffd😀');
  const value = { 'k\0': ['\ud83d', '😀', '\0\0', String.raw`\u0000`, '\\\0', String.raw`C:\ud800`], n: 1 };
  assert.deepEqual(JSON.parse(toStorableJson(value)), {
    'k\ufffd': ['\ufffd', '😀', '\ufffd\ufffd', String.raw`\u0000`, '\\\ufffd', String.raw`C:\ud800`],
    n: 1,
  });
});
