import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formParts, queryPairs, readTyped, type Data } from './serialize-value.ts';

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

// The table "Style Examples" of OpenAPI 3.1.1.
for (const [style, explode, value, pairs] of [
  ['form', false, list, ['color=blue,black,brown']],
  ['form', true, list, ['color=blue', 'color=black', 'color=brown']],
  ['form', false, object, ['color=R,100,G,200,B,150']],
  ['form', true, object, ['R=100', 'G=200', 'B=150']],
  ['form', true, '', ['color=']],
  ['spaceDelimited', false, list, ['color=blue%20black%20brown']],
  ['pipeDelimited', false, list, ['color=blue%7Cblack%7Cbrown']],
  ['deepObject', true, object, ['color[R]=100', 'color[G]=200', 'color[B]=150']],
  ['deepObject', false, { at: { from: 1, to: 2 } }, ['color[at][from]=1', 'color[at][to]=2']],
  ['deepObject', true, { tags: ['a', 'b'] }, ['color[tags]=a', 'color[tags]=b']],
] satisfies [string, boolean, Data, string[]][])
  test(`style ${style}, explode ${explode}: ${JSON.stringify(value)}`, () => {
    assert.deepEqual(queryPairs('color', value, { style, explode }), pairs);
  });

test('signs with a meaning in addresses are encoded, in names too', () => {
  assert.deepEqual(queryPairs('a&b', { 'x=': '1 & 2' }, { style: 'deepObject', explode: true }), [
    'a%26b[x%3D]=1%20%26%202',
  ]);
});

test('each item of a list is a part, an object is a part of JSON', () => {
  assert.deepEqual(formParts(['a', { b: 1 }], ''), [
    { text: 'a', type: '' },
    { text: '{"b":1}', type: 'application/json' },
  ]);
  assert.deepEqual(formParts({ b: 1 }, ''), [{ text: '{"b":1}', type: 'application/json' }]);
  assert.deepEqual(formParts('x', 'text/csv'), [{ text: 'x', type: 'text/csv' }]);
  assert.deepEqual(formParts(['a', 'b'], 'application/json'), [{ text: '["a","b"]', type: 'application/json' }]);
});

test('typed text is JSON if it can be, else the items of a list or itself', () => {
  assert.deepEqual(readTyped('{"a": [1, 2]}', false), { a: [1, 2] });
  assert.deepEqual(readTyped('a, b\nc', true), ['a', 'b', 'c']);
  assert.deepEqual(readTyped('[draft] a, b', false), '[draft] a, b');
  assert.deepEqual(readTyped('1, 2', false), '1, 2');
});
