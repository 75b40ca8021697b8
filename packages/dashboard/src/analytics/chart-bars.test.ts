import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@docwright/sdk';
import { groupByBar, type BarUnit } from './chart-bars.ts';

test('a deployment is shown only at the UTC day or hour in which it went live', () => {
  const of = (deploymentId: string, activatedAt: string | null) => ({ deploymentId, activatedAt }) as Deployment;
  const idsBy = (unit: BarUnit) => {
    const bars = groupByBar(
      [
        of('a', '2026-03-01T23:59:59Z'),
        of('b', '2026-03-02T01:30:00+02:00'),
        of('c', '2026-03-02T00:00:00Z'),
        of('d', null),
      ],
      unit,
    );
    return [...bars].map(([label, all]) => [label, all.map(({ deploymentId }) => deploymentId)]);
  };
  assert.deepEqual(idsBy('day'), [
    ['2026-03-01', ['a', 'b']],
    ['2026-03-02', ['c']],
  ]);
  assert.deepEqual(idsBy('hour'), [
    ['2026-03-01 23:00', ['a', 'b']],
    ['2026-03-02 00:00', ['c']],
  ]);
});
