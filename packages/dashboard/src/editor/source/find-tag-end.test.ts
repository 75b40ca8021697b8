import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBraceEnd, findTagEnd } from './find-tag-end.ts';

const read = (text: string) => {
  const tag = findTagEnd(text);
  return (
    tag && [text.slice(0, tag.length), ...tag.parts.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)]
  );
};

test('a tag ends after its props, even if their values contain angle brackets', () => {
  assert.deepEqual(read('<Card title="a > b" cols={[1, ">"]} horizontal>text</Card>'), [
    '<Card title="a > b" cols={[1, ">"]} horizontal>',
    'JsxName Card',
    'JsxAttribute title',
    'JsxString "a > b"',
    'JsxAttribute cols',
    'MdxExpression {[1, ">"]}',
    'JsxAttribute horizontal',
  ]);
  assert.deepEqual(read('</Tree.Folder> x'), ['</Tree.Folder>', 'JsxName Tree.Folder']);
  assert.deepEqual(read('<br />'), ['<br />', 'JsxName br']);
  assert.deepEqual(read('<>'), ['<>']);
});

test('a comparison or an unfinished tag is not a tag', () => {
  for (const text of ['< b', '<5', '<Card title="', '<Card cols={2', '<Card ', '<a <b>', '<Card !>'])
    assert.equal(read(text), undefined, text);
});

test('an expression ends with its own brace', () => {
  for (const whole of ['{"a\\"}"}', "{/* don't } */}", '{`a\n}\n`}', '{/* a } "*/ b}', "{'\\\\'}"])
    assert.equal(findBraceEnd(`${whole} }`, 0), whole.length, whole);
  assert.equal(findBraceEnd('{/* }', 0), undefined);
  assert.equal(findBraceEnd('{a({ b: "}" })} c', 0), 15);
  assert.equal(findBraceEnd("{it's}", 0), 6);
  assert.equal(findBraceEnd('{a', 0), undefined);
});
