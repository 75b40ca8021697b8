import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferentLines, mergeTexts } from './merge-texts.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

test('changes to different lines are combined', () => {
  assert.equal(
    mergeTexts(base, 'ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\nfive\nsix\n'),
    'ONE\ntwo\nthree\nfour\nfive\nsix\n',
  );
  assert.equal(
    mergeTexts(base, 'one\ntwo\nthree\nfive\n', 'zero\none\ntwo\nthree\nfour\nfive\n'),
    'zero\none\ntwo\nthree\nfive\n',
  );
});

test('changes to the same line or to adjacent lines are not combined', () => {
  assert.equal(mergeTexts(base, base.replace('two', 'mine'), base.replace('two', 'theirs')), undefined);
  assert.equal(mergeTexts(base, base.replace('two', 'mine'), base.replace('three', 'theirs')), undefined);
});

test('if only one side changed, its text is the result', () => {
  const changed = base.replace('two', '2');
  assert.equal(mergeTexts(base, changed, base), changed);
  assert.equal(mergeTexts(base, base, changed), changed);
  assert.equal(mergeTexts(base, changed, changed), changed);
});

test('a missing final newline counts as a difference', () => {
  assert.deepEqual(findDifferentLines('a\nb\n', 'a\nb'), [1, 2]);
  assert.deepEqual(findDifferentLines('a\nb', 'a\nb\n'), [1, 2]);
  assert.deepEqual(findDifferentLines('a\n', 'a\n'), [1, 1]);
});
