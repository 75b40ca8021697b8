import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChange, pairLines } from './pair-lines.ts';
import { parseDiff } from './parse-diff.ts';

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
const renamed = `diff --git a/guides/migrate.mdx b/guides/import.mdx
similarity index 100%
rename from guides/migrate.mdx
rename to guides/import.mdx
`;
const added = `diff --git a/new page.mdx b/new page.mdx
new file mode 100644
--- /dev/null
+++ b/new page.mdx\t
@@ -0,0 +1 @@
+--- a/not-a-head
`;
const quoted = `diff --git "a/caf\\303\\251.mdx" "b/caf\\303\\251.mdx"
deleted file mode 100644
--- "a/caf\\303\\251.mdx"
+++ /dev/null
@@ -1 +0,0 @@
-<script>alert(1)</script>
`;
const binary = `diff --git a/logo.png b/logo.png
index 1..2 100644
Binary files a/logo.png and b/logo.png differ
`;

test('files keep their order, their change and their counts', () => {
  const files = parseDiff(modified + renamed + added + quoted + binary);
  assert.deepEqual(
    files.map(({ path, from, change, isBinary, added: plus, removed }) => [
      path,
      from,
      change,
      isBinary,
      plus,
      removed,
    ]),
    [
      ['quickstart.mdx', undefined, 'modified', false, 2, 2],
      ['guides/import.mdx', 'guides/migrate.mdx', 'renamed', false, 0, 0],
      ['new page.mdx', undefined, 'added', false, 1, 0],
      ['café.mdx', undefined, 'deleted', false, 0, 1],
      ['logo.png', undefined, 'modified', true, 0, 0],
    ],
  );
});

test('lines have the numbers of both sides, and a missing line end is kept', () => {
  const [file] = parseDiff(modified);
  const [hunk] = file?.hunks ?? [];
  assert.equal(hunk?.heading, '## Install');
  assert.deepEqual(
    hunk?.lines.map(({ kind, oldNumber, newNumber }) => `${kind} ${oldNumber ?? '-'} ${newNumber ?? '-'}`),
    ['same 1 1', 'removed 2 -', 'added - 2', 'added - 3', 'same 3 4', 'removed 4 -'],
  );
  assert.equal(hunk?.lines.at(-1)?.isUnterminated, true);
});

test('the split view puts what was beside what is', () => {
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

test('the change inside of a line is marked by words, unless nearly all of it changed', () => {
  assert.deepEqual(findChange('title: "Old"', 'title: "New"'), {
    before: ['title: "', 'Old', '"'],
    after: ['title: "', 'New', '"'],
  });
  assert.equal(findChange('one two three', 'four five six'), undefined);
});

test('an empty diff has no files', () => assert.deepEqual(parseDiff(''), []));
