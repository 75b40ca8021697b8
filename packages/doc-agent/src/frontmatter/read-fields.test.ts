import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from './read-fields.ts';

const valuesOf = (text: string): Record<string, unknown> => {
  const read = readFields(text);
  assert.equal(read.kind, 'fields');
  return Object.fromEntries(read.kind === 'fields' ? read.fields.map(({ key, value }) => [key, value]) : []);
};

test('plain values and lists of strings are read', () => {
  const page = '---\ntitle: "A"\nboost: 2\nhidden: true\nempty:\nkeywords: [a, b]\ngroups:\n  - x\n---\n';
  assert.deepEqual(valuesOf(page), {
    title: 'A',
    boost: 2,
    hidden: true,
    empty: null,
    keywords: ['a', 'b'],
    groups: ['x'],
  });
  assert.deepEqual(valuesOf('Body'), {});
});

test('values that a form field can’t represent have only their text and line', () => {
  const page =
    '\uFEFF---\r\nmap:\r\n  a: 1\r\none: &x 1\r\ntwo: *x\r\nthree: !!str 3\r\nfour: [1, b]\r\nfive: [[a]]\r\n---\r\n';
  const read = readFields(page);
  assert.ok(read.kind === 'fields');
  assert.deepEqual(
    read.fields.map(({ key, value, line }) => [key, value, line]),
    ['map', 'one', 'two', 'three', 'four', 'five'].map((key, index) => [key, undefined, index === 0 ? 2 : index + 3]),
  );
  assert.equal(read.fields[0]?.text, 'a: 1');
  assert.equal(read.fields[2]?.text, '*x');
});

test('invalid YAML is reported with its line', () => {
  assert.deepEqual(readFields('---\ntitle: A\ntitle: B\n---\n'), {
    kind: 'invalid',
    message: 'Map keys must be unique',
    line: 3,
  });
  const list = readFields('---\n- a\n---\n');
  assert.equal(list.kind === 'invalid' && list.line, 2);
});
