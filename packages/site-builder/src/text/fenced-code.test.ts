import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fencedCode } from './fenced-code.ts';

const blocksOf = (text: string): string[] => [...text.matchAll(new RegExp(fencedCode, 'gm'))].map(([block]) => block);

for (const [rule, text, expected] of [
  ['a block ends with the line that closes it', 'a\n```js\nb\n```\nc', ['```js\nb\n```']],
  ['a longer fence of the same kind closes a block', '```\na\n`````\nb', ['```\na\n`````']],
  ['a shorter fence doesn’t close a block', '`````\n```\na\n```\n`````\nb', ['`````\n```\na\n```\n`````']],
  ['a fence of the other kind doesn’t close a block', '```\n~~~\na\n```\nb', ['```\n~~~\na\n```']],
  ['a mixture of both kinds doesn’t close a block', '```\na\n```~\nb\n```\nc', ['```\na\n```~\nb\n```']],
  ['a fence with an info string doesn’t close a block', '~~~\na\n~~~ js\nb\n~~~\nc', ['~~~\na\n~~~ js\nb\n~~~']],
  ['spaces after the closing fence are ignored', '```\na\n``` \t\nb', ['```\na\n``` \t']],
  ['an unclosed block ends with the text', 'a\n~~~\nb\n\nc', ['~~~\nb\n\nc']],
  ['a code span at the beginning of a line is not a block', '```a``` b\n\nc\n```\nd\n```', ['```\nd\n```']],
  ['backticks may follow tildes', '~~~ a`b\nc\n~~~\nd', ['~~~ a`b\nc\n~~~']],
  [
    'a block inside a component can be indented',
    '<Tab>\n      ```js\n      a\n      ```\n</Tab>',
    ['      ```js\n      a\n      ```'],
  ],
] as const)
  test(rule, () => assert.deepEqual(blocksOf(text), expected));
