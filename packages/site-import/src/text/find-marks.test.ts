import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findTags, replaceSpans, replaceTags } from './find-marks.ts';

const opening = /<[a-z]+/g;
const spans = (text: string): string[] => [...findTags(text, opening)].map(({ start, end }) => text.slice(start, end));

describe('tags of an old page', () => {
  test('a quoted value can contain the end of the tag and quotes of the other kind', () =>
    assert.deepEqual(spans(`<a title="x > y" alt='"'>b<br>`), [`<a title="x > y" alt='"'>`, '<br>']));

  test('a tag without an end, or with a quote without an end, is text', () => {
    assert.deepEqual(spans('<a <b title="x>'), []);
    assert.deepEqual(spans('<a title="x> <b>'), ['<b>']);
  });

  test('a tag inside a quoted value belongs to the enclosing tag', () =>
    assert.deepEqual(spans('<a title="<b>">'), ['<a title="<b>">']));

  test('a less-than sign in prose doesn’t hide text if a tag must not contain another opening mark', () =>
    assert.deepEqual(
      [...findTags('a <b and <i>c</i>', opening, { stopsAt: '<' })].map(({ start }) => start),
      [9],
    ));

  test('blocks can have a different closing mark', () =>
    assert.equal(
      replaceTags('{% a x="%}" %}b', /\{%\s*\w+/g, (_, own) => `[${own.trim()}]`, { closing: '%}' }),
      '[x="%}"]b',
    ));
});

describe('spans of an old page', () => {
  const closers: Readonly<Record<string, RegExp>> = { '<!--': /-->/g, '{/*': /\*\/\}/g };
  const clear = (text: string): string =>
    replaceSpans(
      text,
      /<!--|\{\/\*/g,
      (open) => closers[open] ?? /$/g,
      () => '·',
    );

  test('a span ends at the next closing mark of the same kind', () =>
    assert.equal(clear('a<!-- {/* -->b{/* --> */}c'), 'a·b·c'));

  test('an opening mark without an end is kept, and later spans of another kind are still found', () =>
    assert.equal(clear('<!-- a {/* b */} <!-- c'), '<!-- a · <!-- c'));
});
