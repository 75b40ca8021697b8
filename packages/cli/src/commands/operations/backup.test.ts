import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBackupResult } from './backup.ts';

const report = {
  folder: '/backups/one',
  sizeBytes: 1_000,
  rows: 3,
  blobs: 1,
  missingBlobs: [],
  repositories: 1,
  damagedRepositories: [],
  keys: [],
};

test('a backup that leaves out a damaged repository fails with an error that names the repository', () => {
  assert.equal(toBackupResult(report).exit, 'ok');
  const damagedRepositories = [{ id: 'repo_1', damage: 'HEAD is missing' }];
  const { exit, text } = toBackupResult({ ...report, damagedRepositories });
  assert.equal(exit, 'failed');
  assert.match(text, /NOT in the backup: repository repo_1, HEAD is missing\. Restore it/);
});
