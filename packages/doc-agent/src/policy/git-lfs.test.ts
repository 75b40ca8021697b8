import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInLfs } from './git-lfs.ts';

test('patterns in .gitattributes select files in Git LFS', () => {
  const lfs = '# media\n*.png filter=lfs diff=lfs -text\n/video/** filter=lfs\n*.md text\n';
  assert.equal(isInLfs(lfs, 'docs/images/a.png'), true);
  assert.equal(isInLfs(lfs, 'video/a.mp4'), true);
  assert.equal(isInLfs(lfs, 'docs/video/a.mp4'), false);
  assert.equal(isInLfs(lfs, 'a.md'), false);
});
