import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isViewToken, viewToken } from './view-link.ts';

test('a link that was signed with an older secret is valid until that secret is removed', () => {
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const token = viewToken(older, 'repository:repo_1');
  assert.equal(isViewToken([newer, older], 'repository:repo_1', token), true);
  assert.equal(isViewToken([newer, older], 'repository:repo_2', token), false);
  assert.equal(isViewToken([newer], 'repository:repo_1', token), false);
});
