import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from './plain-blocks.ts';
import { readFormula } from './special-code.ts';

test('the template literal of a code block is quoted as fenced code', () => {
  const markdown = [
    'Before:',
    '',
    '<CodeBlock language="ts" filename="a.ts" highlight="[1]">',
    '{`const a = \\`x\\`;',
    '',
    'if (a) go();`}',
    '</CodeBlock>',
    '',
    'After.',
  ].join('\n');
  assert.deepEqual(readBlocks(markdown), [
    { kind: 'text', markdown: 'Before:' },
    { kind: 'code', markdown: '```ts\nconst a = `x`;\n\nif (a) go();\n```' },
    { kind: 'text', markdown: 'After.' },
  ]);
});

test('a code block on one line is quoted as fenced code, and a block with a fence keeps the fence', () => {
  assert.deepEqual(readBlocks('<CodeBlock>{`a = 1`}</CodeBlock>'), [{ kind: 'code', markdown: '```\na = 1\n```' }]);
  const fenced = '<CodeBlock language="ts">\n```ts\na();\n```\n</CodeBlock>';
  assert.deepEqual(readBlocks(fenced), [{ kind: 'code', markdown: '```ts\na();\n```' }]);
});

test('the label of a component begins a paragraph', () => {
  const markdown = '<Tab title="macOS">\n`brew install x`\n</Tab>\n<Tab title="Linux">\n`apt install x`\n</Tab>';
  assert.deepEqual(
    readBlocks(markdown).map((block) => block.markdown),
    ['**macOS**\n`brew install x`', '**Linux**\n`apt install x`'],
  );
});

test('formulas are quoted as code, and prices remain text', () => {
  assert.deepEqual(readBlocks('A number in $[0, 100)$, when $p(u) < r$:\n\n$$\np(u) = 1\n$$'), [
    { kind: 'text', markdown: 'A number in `[0, 100)`, when `p(u) < r`:' },
    { kind: 'code', markdown: '```latex\np(u) = 1\n```' },
  ]);
  for (const text of ['It costs $40 a month, not $400.', '`$a$` and $HOME/$USER', '$$ alone'])
    assert.deepEqual(readBlocks(text), [{ kind: 'text', markdown: text }]);
});

test('a formula with very many backticks is quoted', () => {
  const formula = 'a ``` '.repeat(200_000).trim();
  assert.deepEqual(readFormula(['$$', formula, '$$'], 0)?.lines, ['', '````latex', formula, '````', '']);
});
