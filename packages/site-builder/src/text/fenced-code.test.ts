import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fencedCode } from './fenced-code.ts';

const blocksOf = (text: string): string[] => [...text.matchAll(new RegExp(fencedCode, 'gm'))].map(([block]) => block);

for (const [rule, text, expected] of [
  ['a block goes to the line that closes it', 'a\n```js\nb\n```\nc', ['```js\nb\n```']],
  ['more of the same mark close it', '```\na\n`````\nb', ['```\na\n`````']],
  ['fewer do not', '`````\n```\na\n```\n`````\nb', ['`````\n```\na\n```\n`````']],
  ['the other mark does not', '```\n~~~\na\n```\nb', ['```\n~~~\na\n```']],
  ['a mixture of both does not', '```\na\n```~\nb\n```\nc', ['```\na\n```~\nb\n```']],
  ['a mark with an info string does not', '~~~\na\n~~~ js\nb\n~~~\nc', ['~~~\na\n~~~ js\nb\n~~~']],
  ['spaces behind the mark are nothing', '```\na\n``` \t\nb', ['```\na\n``` \t']],
  ['what nothing closes goes to the end', 'a\n~~~\nb\n\nc', ['~~~\nb\n\nc']],
  ['a span of code at the beginning of a line is no block', '```a``` b\n\nc\n```\nd\n```', ['```\nd\n```']],
  ['tildes may have backticks behind them', '~~~ a`b\nc\n~~~\nd', ['~~~ a`b\nc\n~~~']],
  [
    'components indent their blocks',
    '<Tab>\n      ```js\n      a\n      ```\n</Tab>',
    ['      ```js\n      a\n      ```'],
  ],
] as const)
  test(rule, () => assert.deepEqual(blocksOf(text), expected));
