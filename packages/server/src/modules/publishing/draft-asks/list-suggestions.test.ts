import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listSuggestions, toSelectedLines, type Suggestion } from './list-suggestions.ts';

const list = (before: string, after: string, more: { current?: string; selected?: string } = {}) => {
  const { current = before, selected } = more;
  const from = selected === undefined ? -1 : before.indexOf(selected);
  const selection = selected === undefined ? undefined : { from, to: from + selected.length };
  const { suggestions, leftOut } = listSuggestions({ before, after, current, selection });
  return {
    changes: suggestions.map(({ quote, replacement }) => [quote, replacement]),
    leftOut: Object.fromEntries(leftOut),
  };
};

test('each run of changed lines is one suggestion', () => {
  assert.deepEqual(list('a\nb\nc\nd\n', 'A\nb\nC\nD\n'), {
    changes: [
      ['a', 'A'],
      ['c\nd', 'C\nD'],
    ],
    leftOut: {},
  });
});

test('an insertion quotes the next line, or the previous one if the next is blank', () => {
  assert.deepEqual(list('a\nb\n', 'a\nx\nb\n').changes, [['b', 'x\nb']]);
  assert.deepEqual(list('a\n\nb\n', 'a\nx\n\nb\n').changes, [['a', 'a\nx']]);
  assert.deepEqual(list('a\nb', 'a\nb\nx').changes, [['b', 'b\nx']]);
  assert.deepEqual(list('a\n\n', 'a\n\nx\n').changes, [['a\n', 'a\n\nx']]);
  assert.deepEqual(list('', 'x\n'), { changes: [], leftOut: { not_text: 1 } });
});

test('a deletion removes its lines', () => {
  assert.deepEqual(list('a\nb\nc\n', 'a\nc\n').changes, [['b\n', '']]);
});

test('lines outside the selection are left out, even from a run that is partly outside it', () => {
  assert.deepEqual(list('a\nb\nc\n', 'A\nb\nC\n', { selected: 'c' }), {
    changes: [['c', 'C']],
    leftOut: { outside: 1 },
  });
  assert.deepEqual(list('a\nb\nc\n', 'A\nB\nC\n', { selected: 'b' }), {
    changes: [['b', 'B']],
    leftOut: { outside: 1 },
  });
  assert.deepEqual(list('a\nb\nc\n', 'x\nc\n', { selected: 'b' }), { changes: [], leftOut: { outside: 1 } });
  assert.deepEqual(list('a b\nc\n', 'a B\nc\n', { selected: 'a' }).changes, [['a b', 'a B']]);
  assert.deepEqual(list('a\nb\n', 'a\nb\nx\n', { selected: 'b\n' }).changes, [['b', 'b\nx']]);
});

test('text that others changed in the meantime is left out, and moved text is followed', () => {
  assert.deepEqual(list('a\nb\nc\n', 'A\nb\nC\n', { current: 'new\na\nb\nsee\n' }), {
    changes: [['a', 'A']],
    leftOut: { text_changed: 1 },
  });
  assert.deepEqual(list('a\n', 'A\n', { current: '' }).leftOut, { text_changed: 1 });
});

test('text that is too long or has NUL is left out', () => {
  assert.deepEqual(list('a\n', `${'x'.repeat(20_001)}\n`).leftOut, { too_long: 1 });
  assert.deepEqual(list('a\n', 'a\0\n').leftOut, { not_text: 1 });
});

test('a selection is converted to its first line number and the text of its lines', () => {
  assert.deepEqual(toSelectedLines('a\nbc\nd\n', { from: 3, to: 4 }), { from: 2, texts: ['bc'] });
  assert.deepEqual(toSelectedLines('a\nbc\nd', { from: 0, to: 7 }), { from: 1, texts: ['a', 'bc', 'd'] });
  assert.deepEqual(toSelectedLines('a\nb\n', { from: 0, to: 2 }), { from: 1, texts: ['a'] });
});

const apply = (text: string, suggestions: readonly Suggestion[]): string =>
  suggestions.toReversed().reduce((now, { range, quote, replacement }) => {
    assert.equal(now.slice(range.from, range.to), quote);
    return now.slice(0, range.from) + replacement + now.slice(range.to);
  }, text);

test('accepting all suggestions results in the agent’s text, and suggestions don’t overlap', () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', ' ', '# T')), fc.boolean())
    .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { suggestions, leftOut } = listSuggestions({ before, after, current: before, selection: undefined });
      for (const [index, { range, quote }] of suggestions.entries()) {
        assert.notEqual(quote, '');
        assert.ok(range.from >= (suggestions[index - 1]?.range.to ?? 0));
      }
      if (before !== '') assert.equal(apply(before, suggestions), after);
      else assert.equal(leftOut.size, after === '' ? 0 : 1);
    }),
    { numRuns: 2_000 },
  );
});

test('with a selection, no line outside it changes', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.nat(11), fc.nat(11), (before, after, one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)].map((at) => Math.min(at, before.length - 1));
      const old = `${before.join('\n')}\n`;
      const from = before.slice(0, first).join('\n').length + (first === 0 ? 0 : 1);
      const selection = { from, to: `${before.slice(0, (last ?? 0) + 1).join('\n')}\n`.length };
      const wanted = { before: old, after: `${after.join('\n')}\n`, current: old, selection };
      const result = apply(old, listSuggestions(wanted).suggestions);
      assert.ok(result.startsWith(old.slice(0, selection.from)), 'the text before it');
      assert.ok(result.endsWith(old.slice(selection.to)), 'the text after it');
    }),
    { numRuns: 2_000 },
  );
});
