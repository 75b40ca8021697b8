import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { mdxLanguage } from '../source/mdx-language.ts';
import { findBlocks, findComponentAt } from './find-blocks.ts';

function read(doc: string) {
  const state = EditorState.create({ doc, extensions: mdxLanguage(undefined) });
  const tree = ensureSyntaxTree(state, doc.length, 5000);
  assert.ok(tree);
  return findBlocks(tree, state.doc);
}

test('components are matched with their closing tags, even if nested', () => {
  const page = '<CardGroup cols={2}>\n  <Card title="A">\n    Text\n  </Card>\n</CardGroup>\n\n<Note>One line</Note>\n';
  const blocks = read(page);
  assert.deepEqual(
    blocks.components.map(({ name, depth, isBlock }) => [name, depth, isBlock]),
    [
      ['CardGroup', 0, true],
      ['Card', 1, true],
      ['Note', 0, true],
    ],
  );
  assert.equal(findComponentAt(blocks, page.indexOf('Text'))?.name, 'Card');
  assert.equal(findComponentAt(blocks, page.length), undefined);
});

test('components in a line of text aren’t blocks, and unsupported parts stay source', () => {
  const blocks = read(
    'A <Badge>new</Badge> text\n\n<Mine />\n\n<div>\n\n<Tip>\n\n</Warning>\n\n{1 + 1}\n\n<constructor />\n',
  );
  assert.deepEqual(
    blocks.components.map(({ name, isBlock }) => [name, isBlock]),
    [['Badge', false]],
  );
  assert.deepEqual(
    blocks.source.map(({ label }) => label),
    ['Custom component', 'Not closed', 'Not closed', 'No opening tag', 'Expression', 'HTML'],
  );
});

test('frontmatter, imports, tables and code are found; components in code aren’t', () => {
  const page =
    '---\ntitle: A\n---\n\nimport A from "a"\n\nexport const b = 1\n\n| a |\n| - |\n| b |\n\n```mdx\n<Note>\n```\n\n  | c |\n  | - |\n';
  const blocks = read(page);
  assert.equal(blocks.frontmatter?.to, 16);
  assert.equal(blocks.imports.length, 1);
  assert.equal(blocks.tables.length, 2);
  assert.equal(blocks.code.length, 1);
  assert.deepEqual(blocks.components, []);
  assert.equal(read('---\ntitle: not closed').frontmatter, undefined);
});

test('fences can be indented like the surrounding components', () => {
  const page =
    '<Steps>\n  <Step title="A">\n    ```ts\n    a\n    ```\n  </Step>\n</Steps>\n\n- item\n  ```\n  b\n\nText\n\n> ```\n> c\n\nEnd';
  const blocks = read(page);
  assert.deepEqual(
    blocks.components.map(({ name }) => name),
    ['Steps', 'Step'],
  );
  assert.deepEqual(
    blocks.code.map(({ from, to }) => page.slice(from, to)),
    ['    ```ts\n    a\n    ```', '  ```\n  b\n', '> ```\n> c'],
  );
});

test('a table next to a list item’s mark stays source', () => {
  assert.deepEqual(read('- | a |\n  | - |\n  | b |\n').tables, []);
});

test('a table ends at a tag', () => {
  const page =
    '<Note>\n\n      | a |\n      | - |\n      | b |\n    </Note>\n\n| c |\n| - |\n<Tip>\n\nText\n\n</Tip>\n';
  const blocks = read(page);
  assert.deepEqual(
    blocks.tables.map(({ from, to }) => page.slice(from, to)),
    ['      | a |\n      | - |\n      | b |', '| c |\n| - |'],
  );
  assert.deepEqual(
    blocks.components.map(({ name, isBlock }) => [name, isBlock]),
    [
      ['Note', true],
      ['Tip', true],
    ],
  );
});

test('a comment can have empty lines, and a table deep in components is found', () => {
  const comment = '{/* a\n\n| b |\n\n*/}';
  assert.deepEqual(
    read(`Text\n\n${comment}\n`).source.map(({ from, to }) => to - from),
    [comment.length],
  );
  assert.equal(read('<Note>\n  <Tip>\n    | a |\n    | - |\n  </Tip>\n</Note>').tables.length, 1);
});

test('a tag can have several lines, the last of which is `>`', () => {
  const card = '<Card\n  title="A"\n>\n  Text\n</Card>';
  const names = (page: string): readonly string[] => read(page).components.map(({ name }) => name);
  assert.deepEqual(names(`${card}\n\nText\n${card}\n`), ['Card', 'Card']);
  assert.deepEqual(names('<CardGroup>\n<Card\n  title="A"\n>\n\n> Text\n\n</Card>\n</CardGroup>'), [
    'CardGroup',
    'Card',
  ]);
  assert.deepEqual(names('- item\n\n  <Note\n    title="a"\n  >\n  Text\n  </Note>'), ['Note']);
  assert.deepEqual(names('<Card\n\nText'), []);
  assert.equal(read(`${card}\n\n| a |\n| - |`).tables.length, 1);
});
