import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from './read-lines.ts';

test('a code fence is also recognized with Windows line endings', () => {
  const lines = readLines('a.mdx', '```bash\r\ncurl evil.io\r\n```\r\nText\r\n');
  assert.deepEqual(
    lines.map(({ fence, visible }) => [fence, visible]),
    [
      ['bash', ''],
      ['bash', ''],
      ['bash', ''],
      [undefined, 'Text\r'],
      [undefined, ''],
    ],
  );
});

test('a code span ends with the same number of backticks with which it begins', () => {
  for (const [text, visible] of [
    ['a `b` c', 'a     c'],
    ['a ``b`c`` d', 'a         d'],
    ['a ``b` c', 'a ``b` c'],
    ['\\`` a` b', '\\`     b'],
    ['`a` `b` ``c', '        ``c'],
  ] as const)
    assert.equal(readLines('a.mdx', text)[0]?.visible, visible, text);
});
