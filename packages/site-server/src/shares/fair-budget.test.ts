import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairBudget } from './fair-budget.ts';

function openBudget(units: number) {
  const time = { ms: 5_000 };
  return { time, budget: new FairBudget({ units, windowMs: 1_000, nowMs: () => time.ms }) };
}

test('one owner can take half of a window’s units, and a newcomer can still take one', () => {
  const { budget } = openBudget(100);
  let taken = 0;
  while (budget.take(['noisy']) === 0) taken += 1;
  assert.equal(taken, 50);
  assert.equal(budget.take(['quiet']), 0);
});

test('a refusal returns the time until the next window, in which the owner can take units', () => {
  const { budget, time } = openBudget(2);
  time.ms = 5_300;
  assert.equal(budget.take(['a']), 0);
  assert.equal(budget.take(['a']), 700);
  time.ms = 6_000;
  assert.equal(budget.take(['a']), 0);
});

test('a returned unit of the current window can be used again, but not one of an earlier window', () => {
  const { budget, time } = openBudget(2);
  assert.equal(budget.take(['a']), 0);
  budget.giveBack(['a']);
  assert.equal(budget.take(['a']), 0);
  time.ms = 6_000;
  budget.giveBack(['a']);
  assert.equal(budget.take(['a']), 0);
  assert.ok(budget.take(['a']) > 0);
});
