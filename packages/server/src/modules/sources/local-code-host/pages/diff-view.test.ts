import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileChange } from '../../../../platform/git/index.ts';
import { diffView, fileList } from './diff-view.ts';

const file = (changes: Partial<FileChange> = {}): FileChange => ({
  path: 'a.mdx',
  change: 'modified',
  added: 1,
  removed: 1,
  binary: false,
  ...changes,
});
const patchOf = (...names: readonly string[]): string =>
  names.map((name) => `diff --git a/${name} b/${name}\n@@ -1 +1 @@\n-old ${name}\n+new ${name}\n`).join('');
const view = (
  files: readonly FileChange[],
  patch: string,
  more: { truncated?: boolean; maxFiles?: number } = {},
): string => diffView({ files, patch, truncated: more.truncated ?? false }, more.maxFiles ?? 10).html;

describe('a diff', () => {
  test('shows each line with its sign and its number on each side', () => {
    const html = view(
      [file()],
      'diff --git a/a b/a\n@@ -9,2 +9,2 @@ Heading\n same\n-old\n+new\n\\ No newline at end of file\n',
    );
    const rows = [
      ...html.matchAll(
        /<tr class="(\w+)"><td class="number">(\d*)<\/td><td class="number">(\d*)<\/td><td class="code"><span class="sign">(.)<\/span>([^<]*)/g,
      ),
    ];
    assert.deepEqual(
      rows.map(([, ...cells]) => cells),
      [
        ['context', '9', '9', ' ', 'same'],
        ['removed', '10', '', '-', 'old'],
        ['added', '', '10', '+', 'new'],
        ['note', '', '', '\\', 'No newline at end of file'],
      ],
    );
    assert.match(html, /@@ line 9 @@ Heading/);
  });

  test('colors code by its language, and marks changed words', () => {
    const patch = 'diff --git a/a.ts b/a.ts\n@@ -1 +1 @@\n-const size = 50;\n+const size = 60;\n';
    const html = view([file({ path: 'a.ts' })], patch);
    assert.match(html, /<span class="t-k">const<\/span>/);
    assert.match(html, /<mark><span class="t-\w">50<\/span><\/mark>/);
    assert.match(html, /<mark><span class="t-\w">60<\/span><\/mark>/);
  });

  test('escapes code inside colors and marks', () => {
    const patch = 'diff --git a/a.ts b/a.ts\n@@ -1 +1 @@\n-f("</td>", x);\n+f("<script>", x);\n';
    const html = view([file({ path: 'a.ts' })], patch);
    assert.doesNotMatch(html, /<script>|"<\/td>/);
    assert.match(html, /<mark><span class="t-s">script<\/span><\/mark>/);
    assert.equal(html.split('&lt;').length - 1, 2);
  });

  test('leaves the end of a huge diff uncolored, and shows all of its text', () => {
    const lines = (count: number) => Array.from({ length: count }, () => `+const x = "${'y'.repeat(80)}";`).join('\n');
    const hunk = `@@ -0,0 +1,2000 @@\n${lines(2000)}\n`;
    const patch = ['a.ts', 'b.ts'].map((name) => `diff --git a/${name} b/${name}\n${hunk}`).join('');
    const html = view([file({ path: 'a.ts' }), file({ path: 'b.ts' })], patch);
    assert.equal(html.split('class="t-k"').length - 1, 2000);
    assert.equal(html.split('y'.repeat(80)).length - 1, 4000);
  });

  test('shows each patch under its own file, in git’s order', () => {
    const html = view([file({ path: 'a' }), file({ path: 'b' })], patchOf('a', 'b'));
    const [, first = '', second = ''] = html.split('<details');
    assert.match(first, /new a/);
    assert.doesNotMatch(first, /new b/);
    assert.match(second, /new b/);
  });

  test('collapses a file with more than 800 lines', () => {
    const opened = (lines: number) => / open>/.test(view([file({ added: lines, removed: 0 })], patchOf('a')));
    assert.deepEqual([opened(800), opened(801)], [true, false]);
  });

  test('reports what is omitted: files beyond the limit, and the rest of a truncated patch', () => {
    const files = [file({ path: 'a' }), file({ path: 'b' })];
    assert.match(view(files, patchOf('a', 'b'), { maxFiles: 1 }), /too large to show completely/);
    assert.doesNotMatch(view(files, patchOf('a', 'b'), { maxFiles: 1 }), /new b/);
    const cut = view(files, patchOf('a'), { truncated: true });
    assert.match(cut, /Not shown: the change is too large/);
    assert.match(cut, /too large to show completely/);
    assert.doesNotMatch(view(files, patchOf('a', 'b')), /too large to show completely|Not shown/);
  });

  test('shows only the start of a very long line', () => {
    const html = view([file()], `diff --git a/a b/a\n@@ -0,0 +1 @@\n+${'x'.repeat(1_000_000)}\n`);
    assert.ok(html.length < 10_000, `${html.length} characters`);
  });

  for (const [what, changes, patch, expected] of [
    ['binary', { binary: true }, 'diff --git a/a b/a\nBinary files a/a and b/a differ\n', /A binary file/],
    [
      'binary according to the patch only',
      {},
      'diff --git a/a b/a\nBinary files a/a and b/a differ\n',
      /A binary file/,
    ],
    ['empty', { change: 'added', added: 0, removed: 0 }, 'diff --git a/a b/a\nnew file mode 100644\n', /An empty file/],
    [
      'renamed without other changes',
      { change: 'renamed', oldPath: 'old.mdx' },
      'diff --git a/o b/a\nrename from o\n',
      /Renamed without changes/,
    ],
  ] as const) {
    test(`says that a file is ${what}`, () => {
      assert.match(view([file(changes)], patch), expected);
    });
  }
});

describe('the list of files', () => {
  test('names each change by its letter, with a link to its diff', () => {
    const files = (['added', 'modified', 'deleted', 'renamed'] as const).map((change) =>
      file({ change, path: `${change}.mdx`, ...(change === 'renamed' && { oldPath: 'old.mdx' }) }),
    );
    const { html } = fileList(files, 10);
    assert.deepEqual(
      [...html.matchAll(/title="(\w+)">(\w)</g)].map(([, change, letter]) => [change, letter]),
      [
        ['added', 'A'],
        ['modified', 'M'],
        ['deleted', 'D'],
        ['renamed', 'R'],
      ],
    );
    assert.deepEqual(
      [...html.matchAll(/href="#file-(\d)"/g)].map(([, number]) => number),
      ['1', '2', '3', '4'],
    );
    assert.match(html, /old\.mdx → renamed\.mdx/);
  });

  test('counts lines, except in a binary file', () => {
    assert.match(fileList([file({ added: 3, removed: 2 })], 10).html, /\+3<\/span> <span class="minus">−2</);
    assert.match(fileList([file({ binary: true })], 10).html, /<span class="counts">binary<\/span>/);
  });

  test('ends at the limit', () => {
    const files = Array.from({ length: 30 }, () => file());
    assert.equal((fileList(files, 20).html.match(/<li>/g) ?? []).length, 20);
  });
});
