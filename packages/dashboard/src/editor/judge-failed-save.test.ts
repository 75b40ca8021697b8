import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocwrightError, type ErrorCode } from '@docwright/sdk';
import { judgeFailedSave } from './judge-failed-save.ts';

const judge = (status: number, code: string) =>
  judgeFailedSave(new DocwrightError('message', { status, code: code as ErrorCode }));

test('a save is retried if the service or its storage may be available later', () => {
  assert.equal(judge(0, 'network_error'), 'retry');
  assert.equal(judge(500, 'internal'), 'retry');
  assert.equal(judge(507, 'storage_full'), 'retry');
  assert.equal(judge(403, 'storage_quota_exceeded'), 'retry');
});

test('a save that would be refused again is not retried', () => {
  assert.equal(judge(400, 'draft_file_refused'), 'refused');
  assert.equal(judge(403, 'insufficient_scope'), 'refused');
  assert.equal(judgeFailedSave(new Error('a fault of the page')), 'refused');
});

test('a save of a file that someone else has changed is a conflict', () => {
  assert.equal(judge(409, 'draft_file_changed'), 'conflict');
});
