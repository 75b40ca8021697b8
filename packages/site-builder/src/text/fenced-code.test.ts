import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fencedCode } from './fenced-code.ts';

const blocksOf = (text: string): string[] => [...text.matchAll(new RegExp(fencedCode, 'gm'))].map(([block]) => block);

for (const [rule, text, expected] of [
  ['a block ends with the line that closes it', 'a\n```js\nb\n```\nc', ['```js\nb\n```']],
  ['a longer mark of the same kind closes it', '```\na\n`````\nb', ['```\na\n`````']],
  ['a shorter mark does not', '`````\n```\na\n```\n`````\nb', ['`````\n```\na\n```\n`````']],
  ['a mark of the other kind does not', '```\n~~~\na\n```\nb', ['```\n~~~\na\n```']],
  ['a mixture of both does not', '```\na\n```~\nb\n```\nc', ['```\na\n```~\nb\n```']],
  ['a mark with an info string does not', '~~~\na\n~~~ js\nb\n~~~\nc', ['~~~\na\n~~~ js\nb\n~~~']],
  ['spaces after the mark are ignored', '```\na\n``` \t\nb', ['```\na\n``` \t']],
  ['an unclosed block ends with the text', 'a\n~~~\nb\n\nc', ['~~~\nb\n\nc']],
  ['a code span at the beginning of a line is not a block', '```a``` b\n\nc\n```\nd\n```', ['```\nd\n```']],
  ['backticks may follow tildes', '~~~ a`b\nc\n~~~\nd', ['~~~ a`b\nc\n~~~']],
  [
    'components indent their blocks',
    '<Tab>\n      ```js\n      a\n      ```\n</Tab>',
    ['      ```js\n      a\n      ```'],
  ],
] as const)
  test(rule, () => assert.deepEqual(blocksOf(text), expected));
