import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classifyFailure, findDeadReason } from './run-attempt.ts';

const policy = {
  waitingOfGroup: 1,
  retryLimit: 2,
  retryDelayMs: 100,
  retryDelayMaxMs: 300,
  lostAttemptsLimit: 3,
  expireMs: 1_000,
};
const history = (failures: number, released: number) => ({ jobId: 'j', failures, released, error: '' });

describe('the verdict on a job', () => {
  test('depends on separate counts of lost workers, failures and stopped processes', () => {
    assert.equal(findDeadReason(1, history(0, 0), policy), undefined);
    assert.equal(findDeadReason(3, history(0, 0), policy), undefined);
    assert.equal(findDeadReason(4, history(0, 0), policy), 'worker-lost');
    assert.equal(findDeadReason(50, history(2, 46), policy), undefined);
    assert.equal(findDeadReason(51, history(1, 46), policy), 'worker-lost');
    assert.equal(findDeadReason(4, history(3, 0), policy), 'failed');
  });

  test('on a failure is a retry, with a delay that doubles up to its limit, until the job is dead', () => {
    assert.deepEqual(classifyFailure(history(0, 0), false, policy), { kind: 'retry', delayMs: 100 });
    assert.deepEqual(classifyFailure(history(1, 9), false, policy), { kind: 'retry', delayMs: 200 });
    assert.deepEqual(classifyFailure(history(2, 0), false, policy), { kind: 'dead', reason: 'failed' });
    assert.deepEqual(classifyFailure(history(0, 0), true, policy), { kind: 'dead', reason: 'failed' });
    assert.deepEqual(classifyFailure(history(2, 0), false, { ...policy, retryLimit: 9 }), {
      kind: 'retry',
      delayMs: 300,
    });
  });
});
