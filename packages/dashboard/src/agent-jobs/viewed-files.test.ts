import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiff } from '@docwright/highlight/parse-diff';
import { markOf, readMarks, withMark } from './viewed-files.ts';

const markOfText = (text: string): string => {
  const [file] = parseDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+${text}\n`);
  assert.ok(file);
  return markOf(file);
};

test('a file is no longer marked as viewed if its changes differ', () => {
  assert.equal(markOfText('new'), markOfText('new'));
  assert.notEqual(markOfText('new'), markOfText('now'));
});

test('marks can be set and removed, their number is limited, and invalid stored data is ignored', () => {
  const [one, two] = [markOfText('one'), markOfText('two')];
  assert.deepEqual(readMarks(withMark([one], two, true)), [one, two]);
  assert.deepEqual(readMarks(withMark([one, two], one, true)), [two, one]);
  assert.deepEqual(readMarks(withMark([one, two], one, false)), [two]);
  assert.deepEqual(readMarks(`${one} <b> \u0000 null`), [one]);
  const many = Array.from({ length: 501 }, (_, index) => `${index}-1`);
  assert.equal(readMarks(withMark(many, one, true)).length, 500);
});
