import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@docwright/sdk';
import { toDeployedDays } from './deployed-days.ts';

test('a deployment stands on the day of UTC on which readers began to get it, and on none before', () => {
  const of = (deploymentId: string, activatedAt: string | null) => ({ deploymentId, activatedAt }) as Deployment;
  const days = toDeployedDays([
    of('a', '2026-03-01T23:59:59Z'),
    of('b', '2026-03-02T01:30:00+02:00'),
    of('c', '2026-03-02T00:00:00Z'),
    of('d', null),
  ]);
  const ids = [...days].map(([day, all]) => [day, all.map(({ deploymentId }) => deploymentId)]);
  assert.deepEqual(ids, [
    ['2026-03-01', ['a', 'b']],
    ['2026-03-02', ['c']],
  ]);
});
