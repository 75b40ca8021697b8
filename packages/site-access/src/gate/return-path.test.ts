import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { toReturnPath } from './return-path.ts';

test('a reader continues to the page that they requested', () => {
  for (const path of ['/', '/guides/start?tab=2', '/a%20b', '/gu%C3%ADas/']) assert.equal(toReturnPath(path), path);
});

test('a reader stays on the site, regardless of the requested address', () => {
  const parts = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    'evil.test',
    'https:',
    'javascript:',
    '@',
    '%2f',
    '%5c',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    ':',
    '[',
    '\u0000',
  ];
  const host = 'preview.example';
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 8 }),
      (text) => {
        const path = toReturnPath(text.join(''));
        assert.match(path, /^\/(?![/\\])/);
        assert.equal(new URL(path, `https://${host}/a/b`).host, host);
        assert.doesNotMatch(path, /[\r\n]/);
      },
    ),
    { numRuns: 2_000 },
  );
  assert.equal(toReturnPath('/.//evil.test/'), '/evil.test/');
  for (const elsewhere of ['//evil.test/x', 'https://evil.test/', '/\\evil.test', '/\t/evil.test', null])
    assert.equal(toReturnPath(elsewhere), '/');
});

test('a reader who requested a path that is too long when encoded returns to the home page', () => {
  assert.equal(toReturnPath(`/${'a'.repeat(1_999)}`).length, 2_000);
  assert.equal(toReturnPath(`/${'a'.repeat(2_000)}`), '/');
  assert.equal(toReturnPath(`/${'é'.repeat(1_000)}`), '/');
});
