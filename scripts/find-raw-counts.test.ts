import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkText } from './check-english.ts';
import { findRawCounts } from './find-raw-counts.ts';

const phrasesOf = (content: string): string[] => findRawCounts('a.tsx', content).map(({ phrase }) => phrase);

test('a number before a plural noun is found in a template and in JSX', () => {
  assert.deepEqual(phrasesOf('const a = `${pages} pages, ${rows.length} active public keys`;'), [
    '${pages} pages',
    '${rows.length} active public keys',
  ]);
  assert.deepEqual(phrasesOf('const a = <p>{pages} pages</p>;'), ['${pages} pages']);
});

test('an ending that depends on a condition is found', () => {
  assert.deepEqual(phrasesOf("const a = `${n} page${n === 1 ? '' : 's'}, ${n} ${n === 1 ? 'file' : 'files'}`;"), [
    "${n === 1 ? '' : 's'}",
    "${n === 1 ? 'file' : 'files'}",
  ]);
});

test('limits, names and verbs are not reported', () => {
  assert.deepEqual(
    phrasesOf('const a = `at most ${maxPages} pages, ${this.#maxFiles} files, ${LONGEST} characters`;'),
    [],
  );
  assert.deepEqual(phrasesOf('const a = `it has ${n} characters; at most ${most} are allowed`;'), []);
  assert.deepEqual(phrasesOf('const a = `${folder} links this folder, ${name} is in pages, ${id} of days`;'), []);
});

test('only the sources of packages are checked, not their tests', () => {
  const found = (path: string): number => checkText(path, 'const a = `${n} pages`;').length;
  assert.deepEqual(
    ['packages/cli/src/a.ts', 'packages/cli/src/a.test.ts', 'packages/server/src/testing/a.ts', 'e2e/a.ts'].map(found),
    [1, 0, 0, 0],
  );
});
