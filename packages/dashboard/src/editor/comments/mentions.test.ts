import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMention, insertMention, listMentioned, searchPeople, splitComment } from './mentions.ts';

const ada = { id: 'usr_1', name: 'Ada Lovelace', email: 'ada@example.com' };
const bob = { id: 'usr_2', name: 'Bob', email: 'b.o.b@example.com' };

test('a mention starts with an @ that is not part of an email address', () => {
  assert.deepEqual(findMention('Hi @ad', 6), { from: 3, query: 'ad' });
  assert.deepEqual(findMention('@', 1), { from: 0, query: '' });
  assert.deepEqual(findMention('Hi @ada love', 12), { from: 3, query: 'ada love' });
  assert.equal(findMention('mail ada@exa', 12), undefined);
  assert.equal(findMention('Hi @ada, yes', 12), undefined);
  assert.equal(findMention('@ada is not here', 16), undefined);
});

test('people are found by the start of a part of their name or address', () => {
  const find = (query: string) => searchPeople([ada, bob], query).map(({ id }) => id);
  assert.deepEqual(
    [find('love'), find('ada l'), find('BOB'), find('exam'), find('vel')],
    [['usr_1'], ['usr_1'], ['usr_2'], ['usr_1', 'usr_2'], []],
  );
});

test('a selected name replaces the typed text, and counts while it is in the text', () => {
  const { text, cursor } = insertMention('Hi @ad there', { from: 3, query: 'ad' }, ada);
  assert.deepEqual([text, cursor], ['Hi @Ada Lovelace there', 17]);
  assert.deepEqual(listMentioned(text, [ada, ada, bob]), ['usr_1']);
});

test('only web addresses and names of mentioned people are marked up', () => {
  const text = 'See https://a.example/b?c=1). <b>@Bob</b> [x](javascript:alert(1)) @Ada Lovelace @(x)';
  assert.deepEqual(
    splitComment(text, ['Bob', 'Ada Lovelace', 'Ada', '(x)']).filter(({ kind }) => kind !== 'text'),
    [
      { kind: 'link', text: 'https://a.example/b?c=1', href: 'https://a.example/b?c=1' },
      { kind: 'mention', text: '@Bob' },
      { kind: 'mention', text: '@Ada Lovelace' },
      { kind: 'mention', text: '@(x)' },
    ],
  );
  assert.equal(
    splitComment(text, ['Bob'])
      .map((part) => part.text)
      .join(''),
    text,
  );
});
