import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFormat, toContent, toEditedText } from './text-format.ts';

const contents = {
  empty: '',
  'lines without a final newline': 'a\nb',
  'Windows line endings': 'a\r\n\r\nb\r\n',
  'mixed line endings': 'a\r\nb\nc\rd\n',
  'a byte order mark': '\uFEFF---\r\ntitle: x\r\n---\r\n',
  'tabs and spaces at the end': '\ta \t\n\n\n',
  'only a carriage return': 'a\rb',
};

for (const [name, content] of Object.entries(contents)) {
  test(`a file that was opened and not changed has the same content: ${name}`, () => {
    const format = readFormat(content);
    assert.equal(toContent(toEditedText(content, format), format), content);
  });
}

test('a new line has the file’s line ending', () => {
  const format = readFormat('a\r\nb\r\n');
  assert.equal(toContent('a\nnew\nb\n', format), 'a\r\nnew\r\nb\r\n');
});

test('with mixed line endings, only the changed line differs', () => {
  const content = 'a\r\nb\nc\r\n';
  const format = readFormat(content);
  assert.equal(toContent(toEditedText(content, format).replace('b', 'changed'), format), 'a\r\nchanged\nc\r\n');
});
