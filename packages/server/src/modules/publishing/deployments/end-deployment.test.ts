import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReasonToWait } from './end-deployment.ts';

const environment = (active: number, pinned: string | null = null) => ({
  active_observation: active,
  pinned_commit: pinned,
});

test('a newer observation goes live, but an older or equal one doesn’t', () => {
  const at = (observation: number) => ({ observation, commit: 'a', keeps_promotion: false });
  assert.equal(findReasonToWait(environment(0), at(1)), undefined);
  assert.equal(findReasonToWait(environment(9), at(10)), undefined);
  assert.match(findReasonToWait(environment(10), at(9)) ?? '', /a newer deployment/);
  assert.match(findReasonToWait(environment(10), at(10)) ?? '', /a newer deployment/);
});

test('a promotion is replaced by a build of another head, but not by another build of the same head', () => {
  assert.match(
    findReasonToWait(environment(1, 'a'), { observation: 2, commit: 'a', keeps_promotion: false }) ?? '',
    /promoted/,
  );
  assert.equal(
    findReasonToWait(environment(1, 'a'), { observation: 2, commit: 'b', keeps_promotion: false }),
    undefined,
  );
});
