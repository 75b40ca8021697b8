import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { GitError } from '../../../platform/git/index.ts';
import { describeLastFailure } from './describe-last-failure.ts';

test('only the last attempt is described, and only by messages for tenants', () => {
  const { signal } = new AbortController();
  const last = { attempt: 4, retryLimit: 3, signal };
  const down = new CodeHostError('unavailable', 'The code host did not respond.');
  assert.equal(describeLastFailure(down, last), ': The code host did not respond.');
  assert.equal(describeLastFailure(new GitError('timeout', 'Git took too long.'), last), ': Git took too long.');
  for (const error of [
    new Error('connect ECONNREFUSED 10.0.0.5:5432'),
    new Error('The job failed.', { cause: down }),
    new GitError('disk-full', 'The disk is full.', { cause: Object.assign(new Error('full'), { code: 'ENOSPC' }) }),
    undefined,
  ])
    assert.equal(describeLastFailure(error, last), undefined);
  assert.equal(describeLastFailure(down, { ...last, attempt: 3 }), undefined);
  assert.equal(describeLastFailure(down, { ...last, signal: AbortSignal.abort() }), undefined);
});
