import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitInline, toWebAddress } from './split-inline.ts';

test('code, bold text and links are parts of a line; code takes precedence', () => {
  assert.deepEqual(splitInline('See **the** [keys](/api/keys#new) page, `[not](this)`.'), [
    { kind: 'text', text: 'See ' },
    { kind: 'strong', text: 'the' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'keys', href: '/api/keys#new' },
    { kind: 'text', text: ' page, ' },
    { kind: 'code', text: '[not](this)' },
    { kind: 'text', text: '.' },
  ]);
});

test('emphasis and bold links are parts of a line; an asterisk inside a word or next to a space is text', () => {
  assert.deepEqual(splitInline('Open the *Model* tab.'), [
    { kind: 'text', text: 'Open the ' },
    { kind: 'emphasis', text: 'Model' },
    { kind: 'text', text: ' tab.' },
  ]);
  assert.deepEqual(splitInline('**[Keys: Rotate](/keys#rotate)**'), [
    { kind: 'link', text: 'Keys: Rotate', href: '/keys#rotate', isStrong: true },
  ]);
  for (const text of ['2 * 3 * 4', 'docs/*.mdx and *.md', 'a*b*c'])
    assert.deepEqual(splitInline(text), [{ kind: 'text', text }], text);
});

test('images and unfinished marks remain unchanged text', () => {
  for (const text of ['![x](/a.png)', '**a', '`a', '[a](', '[a](b c)', '[]()', '<b>x</b>', '****', '``']) {
    const parts = splitInline(text);
    assert.deepEqual(new Set(parts.map(({ kind }) => kind)), new Set(['text']), text);
    assert.equal(parts.map((part) => part.text).join(''), text);
  }
});

test('only web addresses are links', () => {
  const base = 'https://docs.example/';
  assert.equal(toWebAddress('/api/keys', base), 'https://docs.example/api/keys');
  for (const href of [
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://',
  ])
    assert.equal(toWebAddress(href, base), undefined, href);
});
