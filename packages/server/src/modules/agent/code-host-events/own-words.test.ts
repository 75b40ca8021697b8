import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOwnWords } from './own-words.ts';

describe('the author’s own words in a comment', () => {
  for (const body of [
    '> NAME\n\nThanks.',
    '- > NAME',
    '```\nNAME\n```',
    '````md\n```\nNAME\n```\nNAME\n````',
    '~~~\nNAME\n```\nNAME',
    '  ```\n  NAME\n  ```',
    '1. ```sh\n   NAME\n   ```',
    '- - ~~~\n    NAME\n    ~~~',
    'Text\n\n    NAME\n    NAME\n\nMore.',
    '\tNAME',
    'Use `NAME` here.',
    'Use ``a ` NAME`` here.',
    'Use `a\nNAME` here.',
    '<!-- NAME -->',
    'Text <!--\nNAME',
    '> a\r\n> NAME\r\n\r\nThanks.',
  ]) {
    test(`exclude ${JSON.stringify(body)}`, () => assert.doesNotMatch(findOwnWords(body), /NAME/));
  }

  for (const body of [
    'NAME',
    '> quoted\n\nNAME do it',
    '```\ncode\n```\nNAME',
    '```\ncode\n```` \nNAME',
    'a `b` NAME `c`',
    'a ` NAME',
    'a `b`` NAME',
    'a `\n\nNAME `',
    '<!-- a --> NAME <!-- b -->',
    '- an item\n\n    NAME in the item',
    'a paragraph\n    NAME in the paragraph',
    '5 > NAME',
  ]) {
    test(`include ${JSON.stringify(body)}`, () => assert.match(findOwnWords(body), /NAME/));
  }

  test('are found in long comments of repeated markup', () => {
    for (const part of ['`', '` ', '<!--', '> ', '- ', '```\n', '~~~\n```\n', '\n\n', '    \n', '1. ', '`a``b```'])
      assert.ok(findOwnWords(part.repeat(65_536)).length <= 65_536 * part.length * 2);
  });
});
