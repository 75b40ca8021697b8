import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelLabel } from './model-label.ts';

test('built-in models have a readable name; other models keep their provider and name', () => {
  assert.equal(modelLabel('builtin/rules-1'), 'Built-in rules');
  assert.equal(modelLabel('builtin/extracts-1'), 'Quoted passages');
  assert.equal(modelLabel('anthropic/claude-sonnet-4'), 'anthropic/claude-sonnet-4');
});
