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
  { set: { tags: ['c'] }, from: 'tags: [a, b]\n', to: 'tags: [c]\n' },
  { set: { tags: ['a: b', 'it, too'] }, from: 'tags: [a, b]\n', to: 'tags: ["a: b", "it, too"]\n' },
  { set: { tags: [] }, from: 'tags: [a, b]\n', to: 'tags: []\n' },
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

test('frontmatter is added to a page without any; a byte-order mark and CRLF line endings are kept', () => {
  assert.equal(editFrontmatter('Body\n', { set: { title: 'T' }, unset: [] }), '---\ntitle: "T"\n---\n\nBody\n');
  assert.equal(
    editFrontmatter('\uFEFF---\r\ntitle: A\r\n---\r\nB\r\n', { set: { title: 'C', icon: 'x' }, unset: [] }),
    '\uFEFF---\r\ntitle: C\r\nicon: "x"\r\n---\r\nB\r\n',
  );
  assert.equal(editFrontmatter('Body\n', { set: {}, unset: ['title'] }), 'Body\n');
});

test('an edit that can’t be made safely is rejected', () => {
  const refused = ['---\ntitle: [a\n---\n', '---\n- a\n---\n', '---\na: 1\na: 2\n---\n', '---\nx: &a 1\ny: *b\n---\n'];
  for (const text of refused)
    assert.throws(
      () => editFrontmatter(text, { set: { title: 'x' }, unset: [] }),
      { code: 'invalid_frontmatter' },
      text,
    );
  assert.throws(() => editFrontmatter(page, { set: { 'a\nb: c': 'x' }, unset: [] }), /not a valid frontmatter key/);
});

test('Unicode whitespace at the end of a value is kept', () => {
  for (const value of ['a\u00a0', 'a\u3000', '\u00a0', '\ufeff', 'a\u2028', 'a\u2003\u00a0']) {
    for (const key of ['last', 'fresh']) {
      assert.equal(readFrontmatter(editFrontmatter(page, { set: { [key]: value }, unset: [] })).get(key), value);
    }
  }
});

test('any string is read back unchanged, and the other values stay the same', () => {
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

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('a: b', '#', "it's", '- x', '"', ''),
);
const writtenValue = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  text.filter((value) => !/[\n\r\t\u0085\u2028\u2029]/.test(value)).map((value) => `'${value.replaceAll("'", "''")}'`),
  fc.constantFrom(
    'plain',
    'two words',
    '12',
    'true',
    '',
    '[a, "b"]',
    '|\n  first\n  second',
    '\n  - one\n  # between\n  - two',
  ),
  fc.constantFrom('{ a: 1 }', '\n  nested: 1\n  other: [2]', '>-\n  folded\n  text'),
);
const keys = ['title', 'icon', 'tag', 'keywords', 'custom'] as const;
const frontmatter = fc.record({
  entries: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(...keys),
      value: writtenValue,
      before: fc.constantFrom('', '# a comment\n', '\n'),
    }),
    { selector: ({ key }) => key, maxLength: keys.length },
  ),
  newline: fc.constantFrom('\n', '\r\n'),
  bom: fc.constantFrom('', '\uFEFF'),
  body: fc.constantFrom('', 'Body', 'Body\n', '\n---\ntitle: not this\n---\n'),
});
const wantedValue = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.array(text, { maxLength: 3 }),
  fc.constant(undefined),
);

test('an edit of any frontmatter changes only the lines of its key', () => {
  fc.assert(
    fc.property(frontmatter, fc.constantFrom(...keys), wantedValue, ({ entries, newline, bom, body }, key, wanted) => {
      const lines = entries.map(({ key: name, value, before }) => [
        before.replaceAll('\n', newline),
        `${name}: ${value}`.replaceAll('\n', newline) + newline,
      ]);
      const at = entries.findIndex((entry) => entry.key === key);
      const end = at === -1 ? lines.length : at;
      const head = `${bom}---${newline}${lines.slice(0, end).flat().join('')}${lines[at]?.[0] ?? ''}`;
      const tail = `${lines
        .slice(end + 1)
        .flat()
        .join('')}---${newline}${body.replaceAll('\n', newline)}`;
      const before = `${head}${lines[at]?.[1] ?? ''}${tail}`;
      const set = wanted === undefined ? {} : { [key]: wanted };
      const after = editFrontmatter(before, { set, unset: wanted === undefined ? [key] : [] });
      assert.ok(after.startsWith(head), JSON.stringify({ before, after }));
      assert.ok(after.endsWith(tail), JSON.stringify({ before, after }));
      const expected = readFrontmatter(before);
      if (wanted === undefined) expected.delete(key);
      else expected.set(key, wanted);
      assert.deepEqual(Object.fromEntries(readFrontmatter(after)), Object.fromEntries(expected));
      if (newline === '\r\n') assert.doesNotMatch(after, /(?<!\r)\n/);
    }),
    { numRuns: 500 },
  );
});
