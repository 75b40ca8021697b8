import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { editFrontmatter, readFrontmatter } from './edit-frontmatter.ts';
import type { FrontmatterValue } from './edit-frontmatter.ts';

const page = `---
title: "Start"   # the title
# about icons
icon: 'rocket'
tags: [a, b]
list:
  - one
  - two
text: |
  first
  second
empty:
last: 1
---

Body --- with dashes
---
`;

const table: readonly { set?: Record<string, FrontmatterValue>; unset?: string[]; from: string; to: string }[] = [
  { set: { title: 'New: "one"' }, from: 'title: "Start"   #', to: 'title: "New: \\"one\\""   #' },
  { set: { icon: "it's" }, from: "icon: 'rocket'", to: "icon: 'it''s'" },
  { set: { last: true }, from: 'last: 1', to: 'last: true' },
  { set: { last: 'yes: no' }, from: 'last: 1', to: 'last: "yes: no"' },
  { set: { tags: ['c'] }, from: 'tags: [a, b]\n', to: 'tags:\n  - c\n' },
  { set: { list: 'x' }, from: 'list:\n  - one\n  - two\n', to: 'list: "x"\n' },
  { set: { text: 'x' }, from: 'text: |\n  first\n  second\n', to: 'text: "x"\n' },
  { set: { empty: 'x' }, from: 'empty:\n', to: 'empty: "x"\n' },
  { set: { added: 'x' }, from: 'last: 1\n', to: 'last: 1\nadded: "x"\n' },
  { set: { 'og:title': 'x' }, from: 'last: 1\n', to: 'last: 1\nog:title: "x"\n' },
  { unset: ['icon'], from: "icon: 'rocket'\n", to: '' },
  { unset: ['list'], from: 'list:\n  - one\n  - two\n', to: '' },
  { unset: ['text'], from: 'text: |\n  first\n  second\n', to: '' },
  { unset: ['absent'], from: '', to: '' },
];
for (const { set = {}, unset = [], from, to } of table) {
  test(`${JSON.stringify({ set, unset })} changes only its own lines`, () => {
    assert.equal(
      editFrontmatter(page, { set, unset }),
      page.replace(from, () => to),
    );
  });
}

test('a page without frontmatter gets one; a byte-order mark and CRLF line ends are kept', () => {
  assert.equal(editFrontmatter('Body\n', { set: { title: 'T' }, unset: [] }), '---\ntitle: "T"\n---\n\nBody\n');
  assert.equal(
    editFrontmatter('\uFEFF---\r\ntitle: A\r\n---\r\nB\r\n', { set: { title: 'C', icon: 'x' }, unset: [] }),
    '\uFEFF---\r\ntitle: C\r\nicon: "x"\r\n---\r\nB\r\n',
  );
  assert.equal(editFrontmatter('Body\n', { set: {}, unset: ['title'] }), 'Body\n');
});

test('an edit that can’t be made safely is rejected, not guessed', () => {
  const refused = ['---\ntitle: [a\n---\n', '---\n- a\n---\n', '---\na: 1\na: 2\n---\n', '---\nx: &a 1\ny: *b\n---\n'];
  for (const text of refused)
    assert.throws(
      () => editFrontmatter(text, { set: { title: 'x' }, unset: [] }),
      { code: 'invalid_frontmatter' },
      text,
    );
  assert.throws(() => editFrontmatter(page, { set: { 'a\nb: c': 'x' }, unset: [] }), /not a valid frontmatter key/);
});

test('Unicode white space at the end of a value is kept', () => {
  for (const value of ['a\u00a0', 'a\u3000', '\u00a0', '\ufeff', 'a\u2028', 'a\u2003\u00a0']) {
    for (const key of ['last', 'fresh']) {
      assert.equal(readFrontmatter(editFrontmatter(page, { set: { [key]: value }, unset: [] })).get(key), value);
    }
  }
});

test('any string is read back as itself, and nothing else changes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('title', 'icon', 'last', 'fresh', 'text', 'list'),
      (value, key) => {
        const after = editFrontmatter(page, { set: { [key]: value }, unset: [] });
        const values = readFrontmatter(after);
        assert.equal(values.get(key), value);
        assert.deepEqual(
          [...values].filter(([other]) => other !== key),
          [...readFrontmatter(page)].filter(([other]) => other !== key),
        );
      },
    ),
  );
});
