import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFalseCounts } from './find-false-counts.ts';

for (const [summary, changed, count] of [
  ['I rewrote 12 pages for clarity.', 3, 1],
  ['Updated the links in 12 files.', 3, 1],
  ['Fixed 3 pages.', 3, 0],
  ['Searched 12 pages; changed the two that needed it.', 2, 0],
  ['Moved the page and updated its 4 links.', 2, 0],
] as const) {
  test(`${JSON.stringify(summary)} with ${changed} changed files is ${count === 0 ? 'fine' : 'doubted'}`, () => {
    assert.equal(findFalseCounts(summary, changed).length, count);
  });
}
