import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { colorLines } from './color-lines.ts';
import { colorHunk, splitRuns, type Run } from './colored-lines.ts';
import { parseDiff, type DiffLine } from './parse-diff.ts';

const tokensOf = (lines: readonly string[], path: string, isStart = true) =>
  colorLines(lines, { path, isStart })?.map((runs) => runs?.map(({ text, token }) => `${token}:${text}`));

test('a line has the colors of its file’s language, by extension or by name', () => {
  assert.deepEqual(tokensOf(['{ "a": 1 }'], 'docs.json'), [[':{ ', 'p:"a"', ':: ', 'n:1', ': }']]);
  assert.deepEqual(tokensOf(['# Title'], 'guides/setup.mdx'), [['h:# Title']]);
  assert.deepEqual(tokensOf(['title: x'], 'openapi.YAML')?.[0]?.[0], 'p:title');
  assert.equal(tokensOf(['FROM node'], 'Dockerfile.dev')?.[0]?.[0], 'k:FROM');
  assert.equal(tokensOf(['KEY=1'], 'app/.env')?.[0]?.[0]?.endsWith('KEY'), true);
  for (const path of ['LICENSE', 'logo.bin', '', '/', '__proto__', 'constructor']) {
    assert.equal(tokensOf(['some text'], path), undefined, path);
  }
});

test('a construct that spans lines is colored on each of them', () => {
  const lines = ['/* one', 'two */ x()'];
  assert.deepEqual(tokensOf(lines, 'a.js'), [['c:/* one'], ['c:two */', ': ', 'f:x', ':()']]);
});

test('the first lines of a hunk count as the start of the file only if the hunk begins at line 1', () => {
  const lines = ['---', 'title: One', '---', 'Text'];
  assert.equal(tokensOf(lines, 'a.mdx')?.[1]?.[0], 'p:title');
  assert.equal(tokensOf(lines, 'a.mdx', false)?.[1]?.[0], ':title: One');
});

test('the pieces of a line add up to the line, even for random lines', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('```js', '```', '/*', '"', '`${', '<a b={', '---', '{/*', '\r', '\u2028', ''),
  );
  const path = fc.constantFrom('a.mdx', 'a.md', 'a.json', 'a.yml', 'a.ts', 'a.html', 'a.css', 'a.sh', 'a.py', 'a.php');
  fc.assert(
    fc.property(fc.array(line), path, fc.boolean(), (texts, name, isStart) => {
      const lines = texts.map((text) => text.replaceAll('\n', ' '));
      const colored = colorLines(lines, { path: name, isStart });
      assert.deepEqual(
        colored?.map((runs) => runs?.map(({ text }) => text).join('')),
        lines,
      );
    }),
  );
});

test('huge lines and huge files aren’t colored', () => {
  const [long, short] = colorLines([`{"a":"${'x'.repeat(1000)}"}`, '{"a":1}'], { path: 'a.json', isStart: true }) ?? [];
  assert.equal(long, undefined);
  assert.ok(Array.isArray(short));
  const many = Array.from({ length: 5000 }, () => '{ "a": "0123456789012345678901234567890" },');
  assert.equal(colorLines(many, { path: 'a.json', isStart: true }), undefined);
});

test('each side of a hunk is colored separately', () => {
  const [file] = parseDiff(`diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -1,3 +1,3 @@
 const a = 1;
-/* opened here
+let b;
 const c = 2; // */
`);
  const [hunk] = file?.hunks ?? [];
  const colored = colorHunk(hunk ?? assert.fail(), file ?? assert.fail(), colorLines);
  const firstOf = (line: DiffLine | undefined) => line && colored.get(line)?.[0]?.token;
  assert.deepEqual(hunk?.lines.map(firstOf), ['k', 'c', 'k', 'k']);
});

test('a renamed file’s old lines have the colors of its old name', () => {
  const line = (kind: DiffLine['kind'], text: string): DiffLine => ({
    kind,
    text,
    oldNumber: kind === 'added' ? undefined : 1,
    newNumber: kind === 'removed' ? undefined : 1,
    isUnterminated: false,
  });
  const lines = [line('removed', '# Title'), line('added', '# Title')];
  const colored = colorHunk({ heading: '', newStart: 1, lines }, { path: 'a.txt', from: 'a.md' }, colorLines);
  assert.deepEqual(
    lines.map((each) => colored.get(each)?.[0]?.token),
    ['h', undefined],
  );
});

test('a partially changed run is split where the change begins and ends', () => {
  const runs: Run[] = [
    { text: 'const ', token: 'k' },
    { text: '"abc"', token: 's' },
  ];
  assert.deepEqual(splitRuns(runs, ['const "a', 'b', 'c"']), [
    [
      { text: 'const ', token: 'k' },
      { text: '"a', token: 's' },
    ],
    [{ text: 'b', token: 's' }],
    [{ text: 'c"', token: 's' }],
  ]);
  assert.deepEqual(splitRuns(runs, ['const "abc"', '', '']), [runs, [], []]);
  assert.deepEqual(splitRuns([], ['', '', '']), [[], [], []]);
});
