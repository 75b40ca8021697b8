import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formParts, pathText, queryPairs, readTyped, simpleText, type Data } from './serialize-value.ts';

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
  ['spaceDelimited', false, object, ['color=R%20100%20G%20200%20B%20150']],
  ['pipeDelimited', false, object, ['color=R%7C100%7CG%7C200%7CB%7C150']],
  [
    'deepObject',
    true,
    { or: [{ a: 1, b: 2 }, { a: 3 }] },
    ['color[or][0][a]=1', 'color[or][0][b]=2', 'color[or][1][a]=3'],
  ],
  ['deepObject', true, object, ['color[R]=100', 'color[G]=200', 'color[B]=150']],
  ['deepObject', false, { at: { from: 1, to: 2 } }, ['color[at][from]=1', 'color[at][to]=2']],
  ['deepObject', true, { tags: ['a', 'b'] }, ['color[tags]=a', 'color[tags]=b']],
] satisfies [string, boolean, Data, string[]][])
  test(`a query value of style "${style}", explode ${explode}: ${JSON.stringify(value)}`, () => {
    assert.deepEqual(queryPairs('color', value, { style, explode }), pairs);
  });

test('reserved URL characters are encoded, even in names', () => {
  assert.deepEqual(queryPairs('a&b', { 'x=': '1 & 2' }, { style: 'deepObject', explode: true }), [
    'a%26b[x%3D]=1%20%26%202',
  ]);
});

test('reserved characters are kept if the specification allows them, except those that end a value', () => {
  const style = { style: '', explode: true, allowReserved: true };
  assert.deepEqual(queryPairs('a', 'x/y?z=[1]&b#c d+', style), ['a=x/y?z=[1]%26b%23c%20d%2B']);
});

// The rows of the same table for headers and paths.
for (const [style, explode, value, text] of [
  ['', false, list, 'blue,black,brown'],
  ['', false, object, 'R,100,G,200,B,150'],
  ['simple', true, object, 'R=100,G=200,B=150'],
  ['label', false, list, '.blue,black,brown'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, object, '.R=100.G=200.B=150'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', false, object, ';color=R,100,G,200,B,150'],
  ['matrix', true, object, ';R=100;G=200;B=150'],
  ['matrix', true, 'a b', ';color=a%20b'],
] satisfies [string, boolean, Data, string][])
  test(`a path value of style "${style}", explode ${explode}: ${JSON.stringify(value)}`, () => {
    assert.equal(pathText('color', value, { style, explode }), text);
    if (style === 'simple' || style === '') assert.equal(simpleText(value, explode), text);
  });

const field = { name: 'f', contentType: '', style: '', explode: true };

test('each item of a list is a part, and an object is a JSON part', () => {
  assert.deepEqual(formParts(field, ['a', { b: 1 }]), [
    { name: 'f', text: 'a', type: '' },
    { name: 'f', text: '{"b":1}', type: 'application/json' },
  ]);
  assert.deepEqual(formParts(field, { b: 1 }), [{ name: 'f', text: '{"b":1}', type: 'application/json' }]);
  assert.deepEqual(formParts({ ...field, contentType: 'text/csv' }, 'x'), [{ name: 'f', text: 'x', type: 'text/csv' }]);
  assert.deepEqual(formParts({ ...field, contentType: 'application/json' }, ['a', 'b']), [
    { name: 'f', text: '["a","b"]', type: 'application/json' },
  ]);
});

test('the style of a form field determines its parts', () => {
  const parts = (style: string, explode: boolean, value: Data): string[] =>
    formParts({ ...field, style, explode }, value).map(({ name, text, type }) => `${name}=${text}${type}`);
  assert.deepEqual(parts('deepObject', true, { a: 1, b: ['x'] }), ['f[a]=1', 'f[b]=x']);
  assert.deepEqual(parts('form', false, ['a b', 'c']), ['f=a b,c']);
  assert.deepEqual(parts('pipeDelimited', false, ['a', 'c']), ['f=a|c']);
});

test('entered text is parsed as JSON if possible, otherwise as list items or plain text', () => {
  assert.deepEqual(readTyped('{"a": [1, 2]}', false), { a: [1, 2] });
  assert.deepEqual(readTyped('a, b\nc', true), ['a', 'b', 'c']);
  assert.deepEqual(readTyped('[draft] a, b', false), '[draft] a, b');
  assert.deepEqual(readTyped('1, 2', false), '1, 2');
});
