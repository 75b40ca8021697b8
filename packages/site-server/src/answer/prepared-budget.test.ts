import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreparedBudget } from './prepared-budget.ts';

test('one version can use the whole budget while no other needs it, and each version is always allowed a few entries', () => {
  const budget = new PreparedBudget(10, 3);
  for (let own = 0; own < 10; own += 1) {
    assert.equal(budget.isUsedUp(own), false);
    budget.take();
  }
  assert.equal(budget.isUsedUp(10), true);
  assert.deepEqual([budget.isUsedUp(0), budget.isUsedUp(2), budget.isUsedUp(3)], [false, false, true]);
  budget.give(10);
  assert.equal(budget.isUsedUp(9), false);
});
