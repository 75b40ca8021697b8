import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@docwright/sdk';
import { findFollowing } from './find-following.ts';

const merged = Date.parse('2026-11-26T12:00:00Z');
const at = (seconds: number): Deployment =>
  ({ deploymentId: `at ${seconds}`, createdAt: new Date(merged + seconds * 1000).toISOString() }) as Deployment;
const find = (seconds: readonly number[], now = 0) => {
  const found = findFollowing(seconds.map(at), merged, merged + now * 1000);
  return found.kind === 'found' ? found.deployment.deploymentId : found.kind;
};

test('the first deployment since a merge is the merge’s deployment, even if it was requested shortly before the job was updated', () => {
  assert.equal(find([300, 40, -30]), 'at 40');
  assert.equal(find([300, -1, -30]), 'at -1');
});

test('a deployment is expected for two minutes after a merge', () => {
  assert.equal(find([-30]), 'expected');
  assert.equal(find([]), 'expected');
  assert.equal(find([-30], 120), 'none');
});
