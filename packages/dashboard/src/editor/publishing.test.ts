import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, isBlocked } from './publishing.ts';

test('a draft with a deleted branch can’t be saved, but can move to a new branch', () => {
  assert.equal(isBlocked('create_branch', ['branch_deleted']), false);
  assert.equal(isBlocked('save', ['branch_deleted']), true);
  assert.equal(isBlocked('create_branch', ['branch_deleted', 'conflicts']), true);
  assert.equal(isBlocked('publish', []), false);
});

test('a pull request needs a new branch only if the draft is on the deployment branch', () => {
  assert.equal(fieldsOf('create_pull_request', { isDeploymentBranch: true }).includes('newBranch'), true);
  assert.equal(fieldsOf('create_pull_request', { isDeploymentBranch: false }).includes('newBranch'), false);
  assert.deepEqual(fieldsOf('publish', { isDeploymentBranch: true }), ['message']);
});
