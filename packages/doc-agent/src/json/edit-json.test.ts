import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { appendMember, insertItem, moveItem, removeItem, replaceValue } from './edit-json.ts';
import { applyTextEdits } from '../text/edit-text.ts';
import { findMember, parseJson } from './parse-json.ts';
import type { JsonArray, JsonNode, JsonObject } from './parse-json.ts';

function listOf(text: string): JsonArray {
  const value = findMember(parseJson(text), 'a')?.value;
  assert.equal(value?.type, 'array');
  return value;
}

const cases = [
  { title: 'one line', text: '{ "a": ["x", "y"] }', added: '{ "a": ["x", "y", "z"] }', removed: '{ "a": ["y"] }' },
  {
    title: 'several lines',
    text: '{\n  "a": [\n    "x",\n    "y"\n  ]\n}\n',
    added: '{\n  "a": [\n    "x",\n    "y",\n    "z"\n  ]\n}\n',
    removed: '{\n  "a": [\n    "y"\n  ]\n}\n',
  },
  {
    title: 'tabs and CRLF',
    text: '{\r\n\t"a": [\r\n\t\t"x"\r\n\t]\r\n}',
    added: '{\r\n\t"a": [\r\n\t\t"x",\r\n\t\t"z"\r\n\t]\r\n}',
    removed: '{\r\n\t"a": []\r\n}',
  },
  {
    title: 'comments',
    text: '{\n  "a": [\n    "x", // first\n    "y"\n  ]\n}',
    added: '{\n  "a": [\n    "x", // first\n    "y",\n    "z"\n  ]\n}',
    removed: '{\n  "a": [\n    "y"\n  ]\n}',
  },
];
for (const { title, text, added, removed } of cases) {
  test(`an item can be added to and removed from a list laid out as: ${title}`, () => {
    const list = listOf(text);
    assert.equal(applyTextEdits(text, [insertItem(text, list, list.items.length, 'z')]), added);
    assert.equal(applyTextEdits(text, [removeItem(list, 0)]), removed);
  });
}

test('an item in an empty list, and a new member, have the file’s indentation', () => {
  const text = '{\n    "a": []\n}';
  const edited = applyTextEdits(text, [insertItem(text, listOf(text), 0, { b: 1 })]);
  assert.equal(edited, '{\n    "a": [\n        {\n            "b": 1\n        }\n    ]\n}');
  const root = parseJson(text) as JsonObject;
  assert.equal(
    applyTextEdits(text, [appendMember(text, root, 'c', [1])]),
    '{\n    "a": [],\n    "c": [\n        1\n    ]\n}',
  );
});

test('an item moves to another position, and the text between the items is unchanged', () => {
  const text = '{\n  "a": [\n    "x", // first\n    { "b": 1 },\n    "z"\n  ]\n}\n';
  const list = listOf(text);
  assert.equal(
    applyTextEdits(text, moveItem(text, list, { from: 2, to: 0 })),
    '{\n  "a": [\n    "z", // first\n    "x",\n    { "b": 1 }\n  ]\n}\n',
  );
  assert.deepEqual(moveItem(text, list, { from: 1, to: 1 }), []);
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 6 }), fc.nat(5), fc.nat(5), (items, a, b) => {
      const [from, to] = [a % items.length, b % items.length];
      const written = JSON.stringify({ a: items }, null, 2);
      const moved = applyTextEdits(written, moveItem(written, listOf(written), { from, to }));
      const order = items.map((_, index) => index);
      order.splice(to, 0, ...order.splice(from, 1));
      assert.deepEqual(JSON.parse(moved), JSON.parse(JSON.stringify({ a: order.map((index) => items[index]) })));
    }),
  );
});

test('a value is replaced in place', () => {
  const text = '{"a" : "x" }';
  const value = findMember(parseJson(text), 'a')?.value as JsonNode;
  assert.equal(applyTextEdits(text, [replaceValue(value, 'é"')]), '{"a" : "é\\"" }');
});

test('an item can be inserted into and removed from any list, with the values that JSON.parse expects', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 5 }),
      fc.jsonValue(),
      fc.nat(5),
      fc.constantFrom(undefined, 2, 4, '\t'),
      (items, value, at, indent) => {
        const text = JSON.stringify({ a: items }, null, indent);
        const list = listOf(text);
        const index = Math.min(at, items.length);
        const added = applyTextEdits(text, [insertItem(text, list, index, value)]);
        assert.deepEqual(JSON.parse(added), JSON.parse(JSON.stringify({ a: items.toSpliced(index, 0, value) })));
        const again = listOf(added);
        assert.deepEqual(JSON.parse(applyTextEdits(added, [removeItem(again, index)])), JSON.parse(text));
      },
    ),
  );
});

test('invalid JSON is rejected with its line', () => {
  for (const text of ['{', '{"a":}', '[1 2]', '{"a":1}}', '"\u0001"', 'nul', '{a:1}', '['.repeat(300)])
    assert.throws(() => parseJson(text), /line \d+: expected/);
  assert.throws(() => parseJson('{\n "a": x\n}'), /line 2/);
});
