import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchHit } from '@docwright/site-search';
import { mergeAnswers } from './restricted-search.ts';

const hit = (path: string, score: number, anchor = ''): SearchHit => ({
  path,
  anchor,
  score,
  title: path,
  heading: '',
  breadcrumbs: [],
  coverage: 1,
  snippet: '',
  scope: '',
});

test('hits of several indexes are sorted by score, each address once', () => {
  const merged = mergeAnswers([
    { hits: [hit('public', 0.9), hit('both', 0.5), hit('low', 0.1)] },
    { hits: [hit('secret', 0.95), hit('both', 0.8), hit('both', 0.4, 'part')] },
  ]);
  assert.deepEqual(
    merged.hits.map(({ path, anchor, score }) => `${path}#${anchor} ${score}`),
    ['secret# 0.95', 'public# 0.9', 'both# 0.8', 'both#part 0.4', 'low# 0.1'],
  );
});

test('another spelling is suggested only if no index contains the query', () => {
  const [found, suggested] = [{ hits: [hit('a', 1)] }, { hits: [], didYouMean: 'other' }];
  assert.equal(mergeAnswers([suggested, found]).didYouMean, undefined);
  assert.equal(mergeAnswers([suggested, suggested]).didYouMean, 'other');
  assert.equal(mergeAnswers([suggested]), suggested);
});
