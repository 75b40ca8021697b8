import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCost, describeListedCost } from './describe-cost.ts';

const noTokens = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
const tokens = { ...noTokens, inputTokens: 900, outputTokens: 100 };

test('an incomplete cost is marked as such', () => {
  assert.equal(describeCost({ ...tokens, costUsd: 1.5, known: true }), '$1.50');
  assert.equal(describeCost({ ...tokens, costUsd: 1.5, known: false }), '$1.50 or more');
  assert.equal(describeCost({ ...tokens, costUsd: 0, known: false }), 'Unknown');
});

test('a list shows no cost for a job without model use', () => {
  assert.equal(describeListedCost({ ...noTokens, costUsd: 0, known: true }), undefined);
  assert.equal(describeListedCost({ ...tokens, costUsd: 0.0125, known: true }), '$0.0125');
  assert.equal(describeListedCost({ ...tokens, costUsd: 0, known: false }), 'cost unknown');
});
