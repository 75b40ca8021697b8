import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainPath, pathProblem } from './entry-path.ts';

const isPlain = (path: string): boolean => isPlainPath(Buffer.from(path), Buffer.byteLength(path));

test('a path of plain characters is accepted', () => {
  const parts = [
    'a',
    'Z9',
    '.',
    '..',
    '.a',
    'a.b',
    '/',
    '\\',
    ':',
    '\0',
    '\u007f',
    'é',
    ' ',
    '-',
    '~',
    '',
    '.well-known',
  ];
  for (const first of parts)
    for (const second of parts)
      for (const third of parts) {
        const path = first + second + third;
        if (isPlain(path)) assert.equal(pathProblem(path, 4096), undefined, JSON.stringify(path));
      }
  assert.ok(!isPlain('a'.repeat(256)) && isPlain('a'.repeat(255)));
});

test('names from real sites are plain, and bytes after the path are ignored', () => {
  for (const path of ['index.html', 'guides/page-1.md', '_docwright/search/04d64773.json', 'a/b.c/d_e~1+2@3x.png'])
    assert.ok(isPlain(path), path);
  assert.ok(isPlainPath(Buffer.from('a/b\0'), 3));
});
