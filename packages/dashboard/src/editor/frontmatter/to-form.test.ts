import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editFrontmatter, readFrontmatter } from '@docwright/doc-agent/edit-frontmatter';
import { frontmatterKeys } from '@docwright/doc-agent/frontmatter-keys';
import * as fc from 'fast-check';
import { toForm, toValue, type FormField } from './to-form.ts';

const fieldsOf = (content: string): ReadonlyMap<string, FormField> => {
  const form = toForm(content);
  assert.ok(form.kind === 'sections');
  return new Map(form.sections.flatMap(({ fields }) => fields).map((field) => [field.key, field]));
};

test('every known key has a field, even on a page without frontmatter', () => {
  assert.deepEqual([...fieldsOf('Text').keys()].toSorted(), Object.keys(frontmatterKeys).toSorted());
});

test('values that a field would change are shown as source, with their line', () => {
  const page =
    '---\nauthors:\n  - name: Ann\nrelated: false\ntitle: &t A\nboost: high\nkeywords: [a, " b"]\n"my key": 1\nown: x\n---\n';
  const fields = fieldsOf(page);
  for (const key of ['authors', 'related', 'title', 'boost', 'keywords', 'my key'])
    assert.equal(fields.get(key)?.value, undefined, key);
  assert.equal(fields.get('authors')?.source, '- name: Ann');
  assert.equal(fields.get('related')?.line, 4);
  assert.equal(fields.get('own')?.value, 'x');
});

test('invalid YAML has no fields', () => {
  assert.equal(toForm('---\ntitle: [a\n---\n').kind, 'invalid');
});

const typed: Readonly<Record<FormField['kind'], fc.Arbitrary<string>>> = {
  text: fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\n')),
  paragraph: fc.string({ unit: 'grapheme' }),
  date: fc.constantFrom('2026-01-31'),
  choice: fc.constantFrom('wide', 'custom'),
  switch: fc.constantFrom('true', 'false'),
  number: fc.integer().map(String),
  list: fc
    .array(
      fc
        .string({ unit: 'grapheme' })
        .map((value) => value.replaceAll('\n', '').trim())
        .filter(Boolean),
    )
    .map((lines) => lines.join('\n')),
};

test('a field shows the typed text after the edit', () => {
  const edit = fc.constantFrom(...Object.keys(frontmatterKeys)).chain((key) => {
    const kind = frontmatterKeys[key]?.kind ?? 'text';
    return typed[kind].map((shown) => ({ key, kind, shown }));
  });
  fc.assert(
    fc.property(
      edit,
      fc.constantFrom('Text', '---\r\n# first\r\ntitle: "A"\r\nmode: wide\r\n---\r\n'),
      (change, page) => {
        const value = toValue(change.kind, change.shown);
        assert.notEqual(value, undefined);
        if (value === undefined) return;
        const after = editFrontmatter(page, { set: { [change.key]: value }, unset: [] });
        assert.equal(fieldsOf(after).get(change.key)?.value, change.shown);
        assert.deepEqual(readFrontmatter(after).get(change.key), value);
      },
    ),
  );
});
