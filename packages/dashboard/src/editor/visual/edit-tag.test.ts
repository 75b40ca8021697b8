import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findChange } from '@docwright/doc-agent/find-change';
import { editTag, readTag, type PropValue } from './edit-tag.ts';

const text = (value: string): PropValue => ({ kind: 'text', text: value });

test('a prop is changed, added and removed without touching the rest of the tag', () => {
  const tag = `<Card  title='Keys'\tcols={2}\n  arrow href="/keys" {...rest} >`;
  assert.equal(editTag(tag, 'title', text('New "keys"')), tag.replace("'Keys'", `'New "keys"'`));
  assert.equal(editTag(tag, 'cols', { kind: 'number', text: '3' }), tag.replace('{2}', '{3}'));
  assert.equal(editTag(tag, 'arrow', undefined), tag.replace('\n  arrow', ''));
  assert.equal(editTag(tag, 'icon', text('key')), tag.replace('rest}', 'rest} icon="key"'));
  assert.equal(editTag('<Note>', 'title', text('a > b')), '<Note title="a > b">');
  assert.equal(editTag('<Card\n  title="A"\n/>', 'href', text('/a')), '<Card\n  title="A"\n  href="/a"\n/>');
  assert.equal(editTag('<Tabs sync={false}>', 'sync', { kind: 'switch', isOn: true }), '<Tabs sync>');
  for (const same of ['</Card>', '<Card', 'text', '<>']) assert.equal(editTag(same, 'a', undefined), same);
});

test('values that only JavaScript can evaluate are not read as text', () => {
  const kinds = readTag('<A a={x} b={`${y}`} c="&nbsp;" d={"d"} e e2={false} f="a &amp; b" g={-1.5} {...h} />')?.props;
  assert.deepEqual(
    kinds?.map(({ name, value }) => [name, value.kind]),
    [
      ['a', 'expression'],
      ['b', 'expression'],
      ['c', 'expression'],
      ['d', 'text'],
      ['e', 'switch'],
      ['e2', 'switch'],
      ['f', 'text'],
      ['g', 'number'],
    ],
  );
});

const value: fc.Arbitrary<PropValue> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((shown) => text(shown.replaceAll(/\s+/g, ' '))),
  fc.nat().map((number): PropValue => ({ kind: 'number', text: String(number) })),
  fc.boolean().map((isOn): PropValue => ({ kind: 'switch', isOn })),
);
const name = fc.constantFrom('title', 'href', 'cols', 'data-x', 'arrow');
const tag = fc
  .record({
    props: fc.uniqueArray(fc.tuple(name, value), { selector: ([each]) => each }),
    space: fc.constantFrom(' ', '  ', '\n  ', '\t'),
    end: fc.constantFrom('>', ' />', '\n/>'),
  })
  .map(({ props, space, end }) => {
    let written = `<Card${end}`;
    for (const [each, given] of props) written = editTag(written, each, given).replace(' Card', 'Card');
    return written.replaceAll(/ (?=(?:title|href|cols|data-x|arrow)\b)/g, space);
  });

test('an edited value is read back unchanged, and no other prop changes', () => {
  fc.assert(
    fc.property(tag, name, fc.option(value, { nil: undefined }), (before, edited, given) => {
      const read = readTag(before);
      fc.pre(read !== undefined);
      const after = editTag(before, edited, given);
      const found = readTag(after);
      assert.deepEqual(found?.props.find((prop) => prop.name === edited)?.value, given);
      const others = (props = read?.props): unknown =>
        props?.filter((prop) => prop.name !== edited).map((prop) => [prop.name, prop.value]);
      assert.deepEqual(others(found?.props), others());
      const old = read?.props.find((prop) => prop.name === edited);
      const change = findChange(before, after);
      if (old !== undefined && given !== undefined && change !== undefined)
        assert.ok(change.from >= old.from && change.to <= old.to);
    }),
    { numRuns: 500 },
  );
});
