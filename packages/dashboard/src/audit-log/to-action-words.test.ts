import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toActionWords } from './to-action-words.ts';

test('actions are shown in words', () => {
  assert.equal(toActionWords('agent_job.pull_request_merged'), 'Agent job: pull request merged');
  assert.equal(toActionWords('api_key.created'), 'API key: created');
  assert.equal(toActionWords('backup'), 'Backup');
});
