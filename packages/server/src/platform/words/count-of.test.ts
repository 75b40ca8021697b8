import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf } from './count-of.ts';

test('one is followed by the singular; zero and two are followed by the plural', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => countOf(count, 'page')),
    ['0 pages', '1 page', '2 pages'],
  );
  assert.deepEqual(
    [1, 2].map((count) => countOf(count, 'entry is', 'entries are')),
    ['1 entry is', '2 entries are'],
  );
});
