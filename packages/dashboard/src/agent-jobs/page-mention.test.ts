import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMention, insertPage } from './page-mention.ts';

test('a mention begins with an @ at the beginning of a word and ends at the caret', () => {
  assert.deepEqual(findMention('Change @qui', 11), { query: 'qui', start: 7, end: 11 });
  assert.deepEqual(findMention('@guides/li and more', 10), { query: 'guides/li', start: 0, end: 10 });
  assert.deepEqual(findMention('(see @set)', 9)?.query, 'set');
});

test('email addresses, a bare @, and an @ of an earlier word don’t count', () => {
  for (const text of ['write to ada@example', 'an @', '@quick start', '@a@b', `@${'x'.repeat(61)}`])
    assert.equal(findMention(text, text.length), undefined, text);
});

test('the path replaces the mention, followed by a space and the caret', () => {
  const text = 'Change @qui';
  const mention = findMention(text, 11);
  assert.ok(mention);
  assert.deepEqual(insertPage(text, mention, 'quickstart'), { text: 'Change quickstart ', caret: 18 });
  const inside = findMention('Change @qui now', 11);
  assert.ok(inside);
  assert.deepEqual(insertPage('Change @qui now', inside, 'quickstart'), { text: 'Change quickstart now', caret: 18 });
});
