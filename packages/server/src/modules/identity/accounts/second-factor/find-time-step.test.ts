import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTimeStep } from './find-time-step.ts';

const key = Buffer.from('12345678901234567890');

test('codes equal those in RFC 6238, appendix B', () => {
  // The RFC's codes have eight digits; an app shows the last six.
  const vectors: readonly [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of vectors) {
    assert.equal(findTimeStep(key, code, seconds * 1000), Math.floor(seconds / 30), code);
  }
});

test('a code is also valid one step before and after its own step, which is returned', () => {
  const own = 37_037_037;
  const at = (step: number) => findTimeStep(key, '050471', step * 30_000);
  const steps = [own - 2, own - 1, own, own + 1, own + 2].map(at);
  assert.deepEqual(steps, [undefined, own, own, own, undefined]);
});

test('text that isn’t a code of six digits belongs to no step', () => {
  for (const code of ['', '28708', '2870820', ' 287082', '２８７０８２', 'abcdef'])
    assert.equal(findTimeStep(key, code, 59_000), undefined, code);
});
