import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { mdxLanguage } from '../source/mdx-language.ts';
import { readBlock, readFormats, runFormat, setBlock } from './commands.ts';
import type { FormatCommand } from './visual-state.ts';

/** Creates an editor state; `|` marks the ends of the selection. */
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

test('marks don’t start a code block', () => {
  const lines = ['|', '|**bold**', '> - |*x*', '1. [ ] |~x', '|~x~|', '|`x', '## |`'];
  for (const line of lines) {
    const state = start(line);
    for (const command of ['bold', 'italic', 'strike', 'code'] as const) {
      const after = state.update(runFormat(state, command)).state.doc.toString();
      assert.doesNotMatch(after, /^(?:[\s>#-]|1\.|\[ \])*(?:~{3}|`{3}[^`]*$)/, `${command}: ${line}`);
    }
  }
});

test('lines become items and quotes, and become text again', () => {
  assert.equal(apply('|one\n\ntwo|', 'bullets'), '- one\n\n- two');
  assert.equal(apply('|- one\n- two|', 'numbers'), '1. one\n2. two');
  assert.equal(apply('|1. one\n2. two|', 'numbers'), 'one\ntwo');
  assert.equal(apply('  - o|ne', 'tasks'), '  - [ ] one');
  assert.equal(apply('- [x] o|ne', 'bullets'), '- one');
  assert.equal(apply('o|ne', 'quote'), '> one');
  assert.equal(apply('> o|ne', 'quote'), 'one');
});

test('on an empty line, items, headings and marks are separate blocks', () => {
  assert.equal(apply('|', 'bullets'), '- ');
  assert.equal(apply('one\n|', 'bullets'), 'one\n\n- ');
  assert.equal(apply('one\n\n|\n\ntwo', 'numbers'), 'one\n\n1. \n\ntwo');
  assert.equal(apply('<A>\n  one\n|\n  two\n</A>', 'tasks'), '<A>\n  one\n\n  - [ ] \n\n  two\n</A>');
  assert.equal(apply('import A from "/a.mdx";\n|\none', 'bold'), 'import A from "/a.mdx";\n\n****\n\none');
  assert.equal(apply('```\n|\n```', 'bold'), '```\n\n```');
  const state = start('one\n|\ntwo');
  assert.equal(state.update(setBlock(state, 'h2')).state.doc.toString(), 'one\n\n## \n\ntwo');
  const { state: after } = state.update(runFormat(state, 'link'));
  assert.equal(after.sliceDoc(0, after.selection.main.head), 'one\n\n[');
});

test('changing a heading’s level changes only its marks', () => {
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

test('marks stay in their blocks, and out of code, tags and frontmatter', () => {
  assert.equal(apply('|one\n\n- two\n## three|', 'bold'), '**one**\n\n- **two**\n## **three**');
  assert.equal(apply('|**one**\n\n- **two**|', 'bold'), 'one\n\n- two');
  assert.equal(apply('> |> a\n> b|', 'italic'), '> > *a*\n> *b*');
  assert.equal(apply('a `co|de` b', 'bold'), 'a **`code`** b');
  assert.equal(apply('a 😀|😀😀|', 'bold'), 'a 😀**😀😀**');
  assert.equal(apply('a |', 'bold'), 'a ****');
  assert.equal(apply('a **|**', 'bold'), 'a ');
  assert.equal(apply('a\n|\nb', 'strike'), 'a\n\nb'); // Four tildes would start a code block.
  assert.equal(apply('|one\n2. two', 'bullets'), '- one\n\n2. two');
  for (const literal of [
    '```js\nlet a| = 1;\n```',
    '<Card title="a|b" />',
    '---\ntitle: a|b\n---\n',
    'import a| from "b"',
    'a {1 |+ 1}',
  ])
    for (const command of ['bold', 'code', 'link'] as const)
      assert.equal(apply(literal, command), literal.replace('|', ''), command);
  for (const literal of ['```js\nlet a| = 1;\n```', '---\ntitle: a|b\n---\n', 'import a| from "b"']) {
    for (const command of ['bullets', 'quote'] as const)
      assert.equal(apply(literal, command), literal.replace('|', ''));
    const state = start(literal);
    assert.equal(state.update(setBlock(state, 'h2')).state.doc.toString(), literal.replace('|', ''));
  }
});

test('marks without text between them are removed', () => {
  assert.equal(apply('a **|**', 'bold'), 'a ');
  assert.equal(apply('a ***|***', 'bold'), 'a **');
  assert.equal(apply('a ***|***', 'italic'), 'a ****');
  assert.equal(apply('a **|**', 'italic'), 'a ******');
  assert.equal(apply('`|``js\na\n```', 'code'), '```js\na\n```');
});

test('marks don’t break links', () => {
  assert.equal(apply('a [li|nk|](/a) b', 'bold'), 'a [li**nk**](/a) b');
  assert.equal(apply('a [li|nk](/a) b|', 'bold'), 'a **[link](/a) b**');
  assert.equal(apply('a [link](|/a)| b', 'bold'), 'a **[link](/a)** b');
  assert.equal(apply('|a [link|](/a) b', 'strike'), '~~a [link](/a)~~ b');
  assert.equal(apply('a [![i|](/a)](/b) b|', 'italic'), 'a *[![i](/a)](/b) b*');
});

test('a link can’t be inserted into a link, across blocks or around brackets', () => {
  for (const text of ['[a|b](/c)', '|a\n\nb|', '|a [b](/c) d|'])
    assert.equal(apply(text, 'link'), text.replaceAll('|', ''));
  assert.equal(apply('a| b |', 'link'), 'a [b]() ');
});

test('items become headings, and headings stay in their quotes', () => {
  const change = (text: string): string => {
    const state = start(text);
    return state.update(setBlock(state, 'h2')).state.doc.toString();
  };
  assert.equal(change('- o|ne'), '## one');
  assert.equal(change('1. [ ] o|ne'), '## one');
  assert.equal(change('> o|ne'), '> ## one');
  assert.equal(change('|'), '## ');
});

test('the selection’s formats are those that the commands would remove', () => {
  const formats = (text: string): readonly FormatCommand[] => readFormats(start(text));
  assert.deepEqual(formats('a **wo|rd**'), ['bold']);
  assert.deepEqual(formats('- ***wo|rd***'), ['bold', 'italic', 'bullets']);
  assert.deepEqual(formats('> - [x] `a|b`'), ['code', 'quote']);
  assert.deepEqual(formats('[te|xt](/a)'), ['link']);
  assert.deepEqual(formats('|1. **one**\n2. two|'), ['numbers']);
  assert.deepEqual(formats('|**one**\n\ntwo|'), []);
  assert.deepEqual(formats('```\n- **a|**\n```'), []);
  assert.deepEqual(formats('|'), []);
});
