import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
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

test('files are listed in order, with their kind of change and line counts', () => {
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

test('lines have the numbers of both sides, and a missing newline is preserved', () => {
  const [file] = parseDiff(modified);
  const [hunk] = file?.hunks ?? [];
  assert.equal(hunk?.heading, '## Install');
  assert.deepEqual(
    hunk?.lines.map(({ kind, oldNumber, newNumber }) => `${kind} ${oldNumber ?? '-'} ${newNumber ?? '-'}`),
    ['same 1 1', 'removed 2 -', 'added - 2', 'added - 3', 'same 3 4', 'removed 4 -'],
  );
  assert.equal(hunk?.lines.at(-1)?.isUnterminated, true);
});

test('an empty diff has no files', () => assert.deepEqual(parseDiff(''), []));

/** Name → text before and after; `undefined` if the file doesn't exist. */
const hostileFiles: Readonly<Record<string, readonly [before: string | undefined, after: string | undefined]>> = {
  'with space.mdx': ['one\ntwo\n', 'one\n2\n'],
  'quo"te \\ slash.mdx': ['x\n', 'y\n'],
  'café \u{1f680}.mdx': ['x\n', 'y\n'],
  'tab\tbell\x07.mdx': ['x\n', 'y\n'],
  'a b/a b': ['x\n', 'y\n'],
  'ends in space ': ['x\n', 'y\n'],
  '2024-01-01 10:00:00 +0000.mdx': ['x\n', 'y\n'],
  'windows.mdx': ['a\r\nb\r\n', 'a\r\nc\r\n'],
  'no end.mdx': ['a', 'b'],
  'binary ü.png': [undefined, '\0\x01'],
  'b b.png b': ['\0\x01', '\0\x02'],
  'empty é b/.mdx ': [undefined, ''],
  'gone b.mdx': ['', undefined],
  'dashes.sql': ['-- a comment\n++ b\nkeep\n', 'keep\n'],
  'a diff.mdx': [undefined, 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n'],
  'line separators.mdx': ['x\n', 'a\u2028diff --git a/x b/x\rdiff --git a/y b/y\n'],
  'heading.mdx': [`## a\u2028b\rc\n${'same\n'.repeat(9)}old\n`, `## a\u2028b\rc\n${'same\n'.repeat(9)}new\n`],
  'old name ñ.mdx': ['moved\nas it is\n', undefined],
  'new name ü b/.mdx': [undefined, 'moved\nas it is\n'],
};

test('paths, line counts and binary flags match git’s for hostile names and lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: folder },
    });
  try {
    git('init', '-q');
    for (const side of [0, 1] as const) {
      for (const [name, texts] of Object.entries(hostileFiles)) {
        const path = join(folder, name);
        const text = texts[side];
        if (text === undefined) rmSync(path, { force: true });
        else {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, text);
        }
      }
      git('add', '-A');
      git('commit', '-qm', String(side));
    }
    const compare = (...options: readonly string[]): string => git('diff', '-M', ...options, 'HEAD~1', 'HEAD');
    // `<added>\t<removed>\t<path>\0`, for a rename `<added>\t<removed>\t\0<old>\0<new>\0`.
    const counted = compare('--numstat', '-z').matchAll(/(\d+|-)\t(\d+|-)\t(?:([^\0]+)|\0([^\0]+)\0([^\0]+))\0/g);
    const expected = [...counted].map(([, plus, minus, path, from, to]) => ({
      path: path ?? to,
      from,
      isBinary: plus === '-',
      added: Number(plus) || 0,
      removed: Number(minus) || 0,
    }));
    const files = parseDiff(compare());
    // The two moved files are two entries, not four.
    assert.equal(expected.length, Object.keys(hostileFiles).length - 2);
    assert.deepEqual(
      files.map(({ path, from, isBinary, added: plus, removed }) => ({ path, from, isBinary, added: plus, removed })),
      expected,
    );
    const heading = files.find(({ path }) => path === 'heading.mdx')?.hunks[0];
    assert.equal(heading?.lines[0]?.oldNumber, 8);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a truncated diff is parsed up to its end', () => {
  const [first, second] = parseDiff(added + modified.slice(0, modified.indexOf('+icon')));
  assert.equal(first?.added, 1);
  assert.deepEqual([second?.path, second?.added, second?.removed], ['quickstart.mdx', 1, 1]);
});

test('a file that becomes a link is one file', () => {
  const header = 'diff --git a/x b/x\n';
  const [file, ...others] = parseDiff(
    `${header}deleted file mode 100644\n@@ -1 +0,0 @@\n-a\n${header}new file mode 120000\n@@ -0,0 +1 @@\n+b\n`,
  );
  assert.deepEqual(others, []);
  assert.deepEqual([file?.change, file?.added, file?.removed, file?.hunks.length], ['modified', 1, 1, 2]);
});

test('a line that looks like a header is still a line of its file', () => {
  const [file, other] = parseDiff(
    'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n diff --git a/y b/y\n--- a/y\n+++ b/y\n @@ -1 +1 @@\ndiff --git a/z b/z\n',
  );
  assert.deepEqual(
    file?.hunks[0]?.lines.map(({ text }) => text),
    ['diff --git a/y b/y', '-- a/y', '++ b/y', '@@ -1 +1 @@'],
  );
  assert.equal(other?.path, 'z');
});
