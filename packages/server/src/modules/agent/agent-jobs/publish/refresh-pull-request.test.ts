import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDue } from './refresh-pull-request.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const job = {
  status: 'completed',
  pr_state: 'open',
  pr_checked_at: new Date(now - 299_000),
  repository: 'https://github.com/acme/docs',
} as const;

test('a code host is queried again about a pull request after five minutes', () => {
  assert.equal(isDue(job, now), false);
  assert.equal(isDue(job, now + 1_000), true);
  assert.equal(isDue({ ...job, pr_checked_at: null }, now), true);
});

test('the embedded code host is queried after two seconds, because it has the answer itself', () => {
  const local = { ...job, repository: 'local:docs', pr_checked_at: new Date(now - 1_999) };
  assert.deepEqual([isDue(local, now), isDue(local, now + 1)], [false, true]);
});

test('the code host isn’t queried about a merged or missing pull request, or for a running job', () => {
  const old = { ...job, pr_checked_at: null };
  assert.equal(isDue({ ...old, pr_state: 'merged' }, now), false);
  assert.equal(isDue({ ...old, pr_state: null }, now), false);
  assert.equal(isDue({ ...old, status: 'active' }, now), false);
  assert.equal(isDue({ ...old, pr_state: 'closed' }, now), true);
});
