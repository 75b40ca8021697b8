/** The memory of an index depends on the words of the pages, not on the length of their text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSearchIndex } from './index.ts';

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('an index doesn’t keep its pages’ text in memory', () => {
  const index = createSearchIndex();
  index.start();
  const before = heapBytes();
  for (let page = 0; page < 60; page++) {
    const text = `heading of the page uncommonlylongword${page} ${'the same few words of a long text '.repeat(1_500)}`;
    index.add({
      path: `page-${page}`,
      title: text.slice(0, 60),
      description: '',
      breadcrumbs: [],
      boost: 1,
      keywords: [],
      tags: [],
      scope: '',
      facets: { language: 'en' },
      sections: [{ headingId: text.slice(2, 20), heading: text.slice(0, 40), text }],
    });
  }
  const megabytes = (heapBytes() - before) / 1e6;
  assert.ok(megabytes < 1.5, `${megabytes.toFixed(1)} MB for pages of 3 MB`);
  assert.ok(index.files().length > 0);
});
