import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBlocks, toPlainLine } from './to-blocks.ts';

test('lines with a dash are a list, and an empty line ends the previous block', () => {
  assert.deepEqual(toBlocks('Done:\n- one\n* two\n\n- three\nEnd\nof it'), [
    { kind: 'paragraph', lines: ['Done:'] },
    { kind: 'list', first: undefined, items: ['one', 'two'] },
    { kind: 'list', first: undefined, items: ['three'] },
    { kind: 'paragraph', lines: ['End', 'of it'] },
  ]);
});

test('numbered items keep their first number, and an indented line continues its item', () => {
  assert.deepEqual(toBlocks('3. three\n   of them\n4) four\n- other'), [
    { kind: 'list', first: 3, items: ['three of them', 'four'] },
    { kind: 'list', first: undefined, items: ['other'] },
  ]);
});

test('fenced code is unchanged, even if it isn’t closed, and headings lose their marks', () => {
  assert.deepEqual(toBlocks('## Install ##\n```bash\nnpm i\n\n# a comment\n- x\n```\nThen:\n~~~\n```'), [
    { kind: 'heading', text: 'Install' },
    { kind: 'code', language: 'bash', code: 'npm i\n\n# a comment\n- x' },
    { kind: 'paragraph', lines: ['Then:'] },
    { kind: 'code', language: '', code: '```' },
  ]);
});

test('a quotation contains blocks; blocks that are nested too deeply are shown as text', () => {
  assert.deepEqual(toBlocks('> - Wrote it\n>\n> **Done**\nEnd'), [
    {
      kind: 'quote',
      blocks: [
        { kind: 'list', first: undefined, items: ['Wrote it'] },
        { kind: 'paragraph', lines: ['**Done**'] },
      ],
    },
    { kind: 'paragraph', lines: ['End'] },
  ]);
  const deep = JSON.stringify(toBlocks(`${'>'.repeat(100_000)} x`));
  assert.equal(deep.split('"quote"').length - 1, 3);
});

test('text after any kind of mark is shown', () => {
  for (const text of ['#', '>', '-', '```', '1.', '    indented', '<script>alert(1)</script>', '| a | b |', '***']) {
    assert.ok(JSON.stringify(toBlocks(`before\n${text}\nafter`)).includes('after'), text);
  }
});

test('a one-line summary contains neither marks nor code', () => {
  assert.equal(toPlainLine('> **Added** a page `limits`, see [it](/limits).\n\nMore'), 'Added a page limits, see it.');
  assert.equal(toPlainLine('```\ncode\n```\n- [x](https://a.dev) done\n- two'), 'x done');
  assert.equal(toPlainLine('## Title'), 'Title');
  assert.equal(toPlainLine('\n\n'), '');
});
