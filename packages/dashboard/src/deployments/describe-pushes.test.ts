import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPushSource, isEmbedded } from './describe-pushes.ts';

const hook = (lastEventAt: string | null, installProblem: string | null = null) => ({ lastEventAt, installProblem });

test('without a hook, the branch is polled', () => {
  assert.deepEqual(findPushSource([]), { kind: 'asked' });
});

test('a hook that has sent nothing is reported as silent, with the reason if it couldn’t be installed', () => {
  assert.deepEqual(findPushSource([hook(null, 'no permission')]), { kind: 'silent', problem: 'no permission' });
});

test('with several hooks, the hook with the latest event counts', () => {
  const hooks = [hook(null, 'no permission'), hook('2026-01-02T00:00:00.000Z'), hook('2026-01-03T00:00:00.000Z')];
  assert.deepEqual(findPushSource(hooks), { kind: 'reported', at: '2026-01-03T00:00:00.000Z' });
});

test('the embedded code host is recognized by its origin and path', () => {
  const origin = 'https://docwright.example.com';
  assert.equal(isEmbedded(`${origin}/git/docs.git`, origin), true);
  for (const other of [`${origin}/else/docs.git`, 'https://github.com/git/docs', 'no address'])
    assert.equal(isEmbedded(other, origin), false, other);
});
