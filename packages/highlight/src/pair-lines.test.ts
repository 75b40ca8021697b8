import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiff } from './parse-diff.ts';
import { findChange, pairLines } from './pair-lines.ts';

const modified = `diff --git a/quickstart.mdx b/quickstart.mdx
index 1..2 100644
--- a/quickstart.mdx
+++ b/quickstart.mdx
@@ -1,4 +1,4 @@ ## Install
 ---
-title: "Old"
+title: "New"
+icon: "rocket"
 keywords: []
-last
\\ No newline at end of file
`;

test('the split view aligns removed lines with added lines', () => {
  const [file] = parseDiff(modified);
  const pairs = pairLines(file?.hunks[0]?.lines ?? []);
  assert.deepEqual(
    pairs.map(({ before, after }) => [before?.text, after?.text]),
    [
      ['---', '---'],
      ['title: "Old"', 'title: "New"'],
      [undefined, 'icon: "rocket"'],
      ['keywords: []', 'keywords: []'],
      ['last', undefined],
    ],
  );
});

test('changed words within a line are marked, unless nearly the whole line changed', () => {
  assert.deepEqual(findChange('title: "Old"', 'title: "New"'), {
    before: ['title: "', 'Old', '"'],
    after: ['title: "', 'New', '"'],
  });
  assert.equal(findChange('one two three', 'four five six'), undefined);
});
