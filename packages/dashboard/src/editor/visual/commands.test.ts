import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { mdxLanguage } from '../source/mdx-language.ts';
import { readBlock, runFormat, setBlock, type FormatCommand } from './commands.ts';

/** `|` marks the ends of the selection. */
function start(text: string): EditorState {
  const anchor = text.indexOf('|');
  const head = text.lastIndexOf('|');
  const doc = text.replaceAll('|', '');
  const selection = { anchor, head: head === anchor ? anchor : head - 1 };
  return EditorState.create({ doc, selection, extensions: mdxLanguage(undefined) });
}
const apply = (text: string, command: FormatCommand): string => {
  const state = start(text);
  return state.update(runFormat(state, command)).state.doc.toString();
};

test('marks are added around the selection or the word, and removed again', () => {
  assert.equal(apply('a |b c| d', 'bold'), 'a **b c** d');
  assert.equal(apply('a| b c|', 'italic'), 'a *b c*');
  assert.equal(apply('a wo|rd', 'bold'), 'a **word**');
  assert.equal(apply('a **wo|rd**', 'bold'), 'a word');
  assert.equal(apply('a __wo|rd__', 'bold'), 'a word');
  assert.equal(apply('a ``wo|rd``', 'code'), 'a word');
  assert.equal(apply('a |text|', 'link'), 'a [text]()');
  assert.equal(apply('a |https://a.example|', 'link'), 'a [](https://a.example)');
});

test('lines become items and quotes, and text again', () => {
  assert.equal(apply('|one\n\ntwo|', 'bullets'), '- one\n\n- two');
  assert.equal(apply('|- one\n- two|', 'numbers'), '1. one\n2. two');
  assert.equal(apply('|1. one\n2. two|', 'numbers'), 'one\ntwo');
  assert.equal(apply('  - o|ne', 'tasks'), '  - [ ] one');
  assert.equal(apply('- [x] o|ne', 'bullets'), '- one');
  assert.equal(apply('o|ne', 'quote'), '> one');
  assert.equal(apply('> o|ne', 'quote'), 'one');
});

test('headings change only their marks', () => {
  const change = (text: string, block: 'text' | 'h3'): string => {
    const state = start(text);
    return state.update(setBlock(state, block)).state.doc.toString();
  };
  assert.equal(change('## O|ne', 'h3'), '### One');
  assert.equal(change('## O|ne', 'text'), 'One');
  assert.equal(change('O|ne\n===\n\ntext', 'h3'), '### One\n\ntext');
  assert.equal(readBlock(start('### O|ne')), 'h3');
  assert.equal(readBlock(start('O|ne')), 'text');
});
